import { fromPromise } from 'xstate'
import { result } from '../../api/answer.ts'
import type { Client } from '../../api/client.ts'
import { type EmailInfo, email } from '../../api/safe.ts'
import type { EmailForm } from '../../rules/proof.ts'
import type { SentPaperCode } from '../sent-code.ts'
import type { Prove } from './prove.ts'

/** Effects of `email`: the actions of `user/email`. `now`: the device's clock, in ms since the epoch. */
export const createEmail = (client: Client, prove: Prove, now: () => number) => {
  const sentCode = ({ sent }: EmailInfo): SentPaperCode => ({ sentAt: now(), code: sent?.paperCode ?? null })
  return {
    loadEmail: fromPromise<EmailInfo>(async ({ signal }) =>
      result(await client.call(email, { action: 'state' }, { signal })),
    ),
    sendNewCode: fromPromise<SentPaperCode, { email: string }>(async ({ input }) =>
      sentCode(result(await client.call(email, { action: 'sendNew', email: input.email }))),
    ),
    sendOldCode: fromPromise<SentPaperCode>(async () =>
      sentCode(result(await client.call(email, { action: 'sendOld' }))),
    ),
    bindEmail: fromPromise<EmailInfo, EmailForm>(async ({ input }) => {
      const oldCode = input.oldCode.trim() === '' ? {} : { oldCode: input.oldCode.trim() }
      const proof = await prove(input)
      const binding = { email: input.email.trim(), code: input.newCode.trim(), ...oldCode, proof }
      return result(await client.call(email, { action: 'bind', ...binding }))
    }),
  }
}
