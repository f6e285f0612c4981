import { fromPromise } from 'xstate'
import {
  areaCodes,
  type codePurposes,
  forget,
  login,
  mailCode,
  outbox,
  register,
  smsCode,
} from '../../api/account/user.ts'
import type { Client } from '../../api/client/client.ts'
import { result } from '../../api/wire/answer.ts'
import { targetText } from '../../rules/account/credentials.ts'
import type { ForgetForm } from '../../rules/account/proof.ts'
import type { Zone } from '../../rules/time/zone.ts'
import { loadFirstBy } from '../parts/loadFirst.ts'
import type { CodeRequest, SentCode } from '../parts/sendCode.ts'
import { sendCodeMachine } from '../parts/sendCode.ts'
import type { Paper, Registration } from '../session/register.ts'
import type { SignInTyped } from '../session/signIn.ts'
import { ask, ofForm } from './ask.ts'

/** Exchanges a user name and a password, with an authenticator's code if required, for a token. */
export const createSignIn = (client: Client) =>
  ask(
    client,
    login,
    ({ username, password, code }: SignInTyped) => ({
      username,
      password,
      ...(code !== '' && { code }),
    }),
    { form: true },
  )

/** Registers a user, for a token. */
export const createRegister = (client: Client, deviceZone: () => Zone) =>
  ask(client, register, (registration: Registration) => ({ ...registration, timeZone: deviceZone() }), {
    stays: true,
    form: true,
  })

/** Resets a forgotten password. */
export const createResetPassword = (client: Client) =>
  ask(
    client,
    forget,
    ({ code, next: password, confirm, ...form }: ForgetForm) => ({
      target: targetText(form),
      code: code.trim(),
      password,
      confirm,
    }),
    { stays: true, form: true },
  )

/** The machine that sends codes by an effect, with the form's client. */
export const codesBy = (client: Client, send: (form: Client, request: CodeRequest) => Promise<SentCode>) =>
  sendCodeMachine.provide({
    actors: { sendCode: fromPromise(({ input, signal }) => send(ofForm(client, signal), input)) },
  })

/** The code of a ticket. With real money the outbox is refused, silently. */
export async function paperCodeOf(client: Client, ticket: string): Promise<string | null> {
  const paper = await client.call(outbox, { ticket }, { quiet: true }).catch(() => null)
  return paper?.type === 'ok' ? (paper.message.message?.code ?? null) : null
}

/**
 * Has a verification code sent, for one purpose. That of someone new may be shown to them while money is paper.
 *
 * @param now the device's clock, in ms since the epoch
 */
export const createSendCode = (client: Client, now: () => number, purpose: (typeof codePurposes)[number]) =>
  codesBy(client, async (form, { target }) => {
    if (!target) throw new Error('there is no address to send a code to')
    const { channel, areaCode, address } = target
    const { ticket, paper } = result(
      channel === 'mail'
        ? await form.call(mailCode, { email: address, purpose })
        : await form.call(smsCode, { areaCode, phone: address, purpose }),
    )
    const sentAt = now()
    return { sentAt, paper, code: paper && purpose === 'register' ? await paperCodeOf(client, ticket) : null }
  })

/** The paper outbox. With real money it is refused, silently. */
export const createLoadPaper = (client: Client) =>
  fromPromise<Paper>(async ({ signal }) => {
    const { inviteCode } = result(await client.call(outbox, {}, { signal, quiet: true }))
    return { inviteCode }
  })

/** The telephone area codes of the world. */
export const createLoadAreaCodes = (client: Client) => loadFirstBy(ask(client, areaCodes, () => ({})))
