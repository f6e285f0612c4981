import { fromPromise } from 'xstate'
import { type codePurposes, mailCode, outbox, smsCode } from '../../api/account/user.ts'
import type { CallOptions } from '../../api/client/client.ts'
import { CODE_WAIT_MS, type CodeRequest, type CodeToTarget, type SentCode, sendCodeMachine } from '../parts/sendCode.ts'
import { dep, inForm, send } from './call.ts'

/** The machine that sends codes by a function, with the call options of a form. */
export const sendCodeBy = (sendCode: (request: CodeRequest, options: CallOptions) => Promise<SentCode>) =>
  sendCodeMachine.provide({
    actors: { sendCode: fromPromise(({ input, signal }) => sendCode(input, inForm(signal))) },
  })

/** The input of `sendCode` for a code that was sent before: its cooldown goes on. */
export const goOnWaiting = (code: CodeToTarget | null) =>
  code ? { ...code, waitMs: code.sent.sentAt + CODE_WAIT_MS - dep('now')() } : undefined

/** The code of a ticket. With real money the outbox is refused, silently. */
export const paperCodeOf = async (ticket: string): Promise<string | null> => {
  const paper = await send(outbox, { ticket }, { quiet: true }).catch(() => null)
  return paper?.message?.code ?? null
}

/** Requests a verification code for one purpose. With paper money, a new user may see theirs on the page. */
export const sendCodeFor = (purpose: (typeof codePurposes)[number]) =>
  sendCodeBy(async ({ target }, options) => {
    if (!target) throw new Error('there is no address to send a code to')
    const { channel, areaCode, address } = target
    const { ticket, paper } =
      channel === 'mail'
        ? await send(mailCode, { email: address, purpose }, options)
        : await send(smsCode, { areaCode, phone: address, purpose }, options)
    const sentAt = dep('now')()
    return { sentAt, paper, code: paper && purpose === 'register' ? await paperCodeOf(ticket) : null }
  })
