import { fromPromise } from 'xstate'
import type { Client } from '../../api/client/client.ts'
import { getInfo } from '../../api/money/wallet.ts'
import { result } from '../../api/wire/answer.ts'
import type { Lang } from '../../api/wire/first-fields.ts'
import { info, logout, setLang } from '../../api/wire/session.ts'
import type { Account } from '../session/session-types.ts'

/** The signed-in user, and their USDT wallet. */
export const createLoadAccount = (client: Client) =>
  fromPromise<Account>(async ({ signal }) => {
    const [userInfo, walletInfo] = await Promise.all([
      client.call(info, {}, { signal }),
      client.call(getInfo, {}, { signal }),
    ])
    return { userInfo: result(userInfo), walletInfo: result(walletInfo) }
  })

/** Saves the language with the account, in the background. */
export const createSaveLang = (client: Client) =>
  fromPromise<Lang, { lang: Lang }>(async ({ input: { lang }, signal }) => {
    result(await client.call(setLang, { lang }, { signal, quiet: true }))
    return lang
  })

/** Ends the session on the server, ignoring the answer. It is not aborted with its actor, so that it arrives. */
export const createLogOut = (client: Client) =>
  fromPromise<void>(async () => {
    await client.call(logout, {}, { quiet: true })
  })
