import { fromPromise } from 'xstate'
import { result } from '../../api/answer.ts'
import type { Client } from '../../api/client.ts'
import { list, type Wallet } from '../../api/wallet.ts'

/** Effect `loadWallets`: every wallet of whoever is signed in. */
export const createLoadWallets = (client: Client) =>
  fromPromise<readonly Wallet[]>(async ({ signal }) => result(await client.call(list, {}, { signal })))
