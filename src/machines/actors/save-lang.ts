import { fromPromise } from 'xstate'
import { result } from '../../api/answer.ts'
import type { Client } from '../../api/client.ts'
import type { Lang } from '../../api/fields.ts'
import { setLang } from '../../api/user.ts'

/** Effect `saveLang`: keeps the language with the account. Nobody waits for it. */
export const createSaveLang = (client: Client) =>
  fromPromise<Lang, { lang: Lang }>(async ({ input: { lang }, signal }) => {
    result(await client.call(setLang, { lang }, { signal, quiet: true }))
    return lang
  })
