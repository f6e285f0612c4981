import { fromPromise } from 'xstate'
import { result } from '../../api/answer.ts'
import type { Client } from '../../api/client.ts'
import { info } from '../../api/user.ts'
import { getInfo } from '../../api/wallet.ts'
import type { Account } from '../session-types.ts'

/** Effect `loadAccount`: who is signed in, and the wallet that the product counts in. */
export const createLoadAccount = (client: Client) =>
  fromPromise<Account>(async ({ signal }) => {
    const [userInfo, walletInfo] = await Promise.all([
      client.call(info, {}, { signal }),
      client.call(getInfo, {}, { signal }),
    ])
    return { userInfo: result(userInfo), walletInfo: result(walletInfo) }
  })
