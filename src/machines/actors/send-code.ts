import { type AnyActorRef, fromCallback, fromPromise } from 'xstate'
import { type codePurposes, mailCode, outbox, smsCode } from '../../api/account/user.ts'
import type { CallOptions } from '../../api/client/client.ts'
import { CODE_WAIT_MS, type CodeRequest, type CodeToTarget, type SentCode, sendCodeMachine } from '../parts/sendCode.ts'
import { dep, inForm, send } from './call.ts'

type Purpose = (typeof codePurposes)[number] | 'payPassword' | 'newEmail' | 'oldEmail'

/** Codes for guests: what was sent is forgotten when they sign in. */
const ofGuests: readonly Purpose[] = ['register', 'forget']

/**
 * The machine that sends codes of one purpose by a function, with the call options of a form. What was sent outlasts Back and, without target
 * and code, a reload.
 */
export const sendCodeBy = (
  purpose: Purpose,
  sendCode: (request: CodeRequest, options: CallOptions) => Promise<SentCode>,
) =>
  sendCodeMachine.provide({
    actors: {
      sendCode: fromPromise(({ input, signal }) => sendCode(input, inForm(signal))),
      keepSent: fromCallback<{ type: 'none' }, { sender: AnyActorRef }>(({ input: { sender } }) => {
        const drafts = dep('drafts')
        const name = `code.${purpose}`
        let last: SentCode | null = sender.getSnapshot().context.sent
        const watching = sender.subscribe(({ context: { target, sent } }) => {
          if (sent === last) return
          last = sent
          if (!sent) return drafts.forget(name)
          const form = { sentAt: sent.sentAt, paper: sent.paper }
          drafts.keep(name, { form, beside: { target, sent } }, form, ofGuests.includes(purpose))
        })
        return () => watching.unsubscribe()
      }),
    },
  })

/** The last code of this purpose that was sent before, or null. After a reload, it has neither target nor code. */
export function sentBefore(purpose: Purpose): CodeToTarget | null {
  const kept = dep('drafts').read(`code.${purpose}`)
  if (!kept) return null
  const { sentAt, paper } = kept.form as Omit<SentCode, 'code'>
  return { target: null, sent: { sentAt, paper, code: null }, ...kept.beside }
}

/** The input of `sendCode` after a code of this purpose was sent: its cooldown goes on. */
export function goOnWaiting(purpose: Purpose) {
  const code = sentBefore(purpose)
  return code ? { ...code, waitMs: code.sent.sentAt + CODE_WAIT_MS - dep('now')() } : undefined
}

/** The code of a ticket. With real money the outbox is refused, silently. */
export const paperCodeOf = async (ticket: string): Promise<string | null> => {
  const paper = await send(outbox, { ticket }, { quiet: true }).catch(() => null)
  return paper?.message?.code ?? null
}

/** Requests a verification code for one purpose. With paper money, a new user may see theirs on the page. */
export const sendCodeFor = (purpose: (typeof codePurposes)[number]) =>
  sendCodeBy(purpose, async ({ target }, options) => {
    if (!target) throw new Error('there is no address to send a code to')
    const { channel, areaCode, address } = target
    const { ticket, paper } =
      channel === 'mail'
        ? await send(mailCode, { email: address, purpose }, options)
        : await send(smsCode, { areaCode, phone: address, purpose }, options)
    const sentAt = dep('now')()
    return { sentAt, paper, code: paper && purpose === 'register' ? await paperCodeOf(ticket) : null }
  })
