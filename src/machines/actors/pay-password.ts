import { fromPromise } from 'xstate'
import { result } from '../../api/answer.ts'
import type { Client } from '../../api/client.ts'
import { type PayPasswordInfo, payPassword } from '../../api/safe.ts'
import { outbox } from '../../api/user.ts'
import type { PayPasswordSubmission } from '../payPassword.ts'
import type { SentPaperCode } from '../sent-code.ts'
import type { Prove } from './prove.ts'

/** Effects of `payPassword`: the actions of `safe/pay_password`. `now`: the device's clock, in ms since the epoch. */
export const createPayPassword = (client: Client, prove: Prove, now: () => number) => ({
  loadPayPassword: fromPromise<PayPasswordInfo>(async ({ signal }) =>
    result(await client.call(payPassword, { action: 'state' }, { signal })),
  ),
  submitPayPassword: fromPromise<PayPasswordInfo, PayPasswordSubmission>(async ({ input }) => {
    const { mode, old, next: password, confirm, emailCode } = input
    if (mode === 'change') {
      return result(await client.call(payPassword, { action: mode, oldPassword: old, password, confirm }))
    }
    const proof = await prove(input)
    if (mode === 'set') return result(await client.call(payPassword, { action: mode, password, confirm, proof }))
    const mailed = emailCode.trim() === '' ? {} : { emailCode: emailCode.trim() }
    return result(await client.call(payPassword, { action: mode, password, confirm, proof, ...mailed }))
  }),
  sendPayCode: fromPromise<SentPaperCode>(async () => {
    const { sent } = result(await client.call(payPassword, { action: 'sendCode' }))
    const sentAt = now()
    if (!sent) return { sentAt, code: null }
    // Where money is not paper the outbox is refused, and nobody is told.
    const paper = await client.call(outbox, { ticket: sent.ticket }, { quiet: true }).catch(() => null)
    return { sentAt, code: paper?.type === 'ok' ? (paper.message.message?.code ?? null) : null }
  }),
})
