import { fromPromise } from 'xstate'
import { exportData } from '../../api/account/export.ts'
import { getRealInfo } from '../../api/account/kyc.ts'
import {
  type Authenticator,
  type EmailInfo,
  email,
  google,
  type PayPasswordInfo,
  payPassword,
  sessions,
  updatePassword,
} from '../../api/account/safe.ts'
import type { Client } from '../../api/client/client.ts'
import { result } from '../../api/wire/answer.ts'
import type { EmailForm, ProofForm, SignInPasswordChange } from '../../rules/account/proof.ts'
import { loadFirstBy } from '../parts/loadFirst.ts'
import type { SentCode } from '../parts/sendCode.ts'
import type { Ending } from '../user/devices.ts'
import type { PayPasswordSubmission } from '../user/payPassword.ts'
import type { Guards } from '../user/security.ts'
import { ask, ofForm } from './ask.ts'
import type { Prove } from './prove.ts'
import { codesBy, paperCodeOf } from './user.ts'

/** The account's security settings, and the state of identity verification. */
export const createLoadGuards = (client: Client) =>
  loadFirstBy(
    fromPromise<Guards>(async ({ signal }) => {
      const [bound, kyc] = await Promise.all([
        client.call(payPassword, { action: 'state' }, { signal }),
        client.call(getRealInfo, {}, { signal }),
      ])
      return { bound: result(bound), kyc: result(kyc) }
    }),
  )

/** The user's sessions, and ending them. */
export const createDevices = (client: Client) => ({
  loadDevices: loadFirstBy(ask(client, sessions, () => ({ action: 'list' }))),
  endDevices: ask(
    client,
    sessions,
    ({ id }: Ending) => (id === null ? { action: 'endOthers' } : { action: 'end', id }),
    { stays: true },
  ),
})

/** Changes the sign-in password. */
export const createChangePassword = (client: Client) =>
  ask(
    client,
    updatePassword,
    ({ old, next, confirm, code }: SignInPasswordChange) => ({
      oldPassword: old,
      newPassword: next,
      confirm,
      ...(code.trim() !== '' && { code }),
    }),
    { stays: true, form: true },
  )

/** The actions of `safe/google`. */
export const createAuthenticator = (client: Client, prove: Prove) => ({
  loadAuthenticator: loadFirstBy(ask(client, google, () => ({ action: 'state' }))),
  offerAuthenticator: fromPromise<Authenticator, ProofForm>(async ({ input, signal }) =>
    result(await ofForm(client, signal).call(google, { action: 'offer', proof: await prove(input) })),
  ),
  bindAuthenticator: ask(client, google, ({ code }: { code: string }) => ({ action: 'bind', code }), {
    stays: true,
    form: true,
  }),
  unbindAuthenticator: fromPromise<Authenticator, ProofForm>(async ({ input, signal }) =>
    result(await ofForm(client, signal).call(google, { action: 'unbind', proof: await prove(input) })),
  ),
})

/** The actions of `safe/pay_password`. `now`: the device's clock, in ms since the epoch. */
export const createPayPassword = (client: Client, prove: Prove, now: () => number) => ({
  loadPayPassword: loadFirstBy(ask(client, payPassword, () => ({ action: 'state' }))),
  submitPayPassword: fromPromise<PayPasswordInfo, PayPasswordSubmission>(async ({ input, signal }) => {
    const form = ofForm(client, signal)
    const { mode, old, next: password, confirm, emailCode } = input
    if (mode === 'change') {
      return result(await form.call(payPassword, { action: mode, oldPassword: old, password, confirm }))
    }
    const proof = await prove(input)
    if (mode === 'set') return result(await form.call(payPassword, { action: mode, password, confirm, proof }))
    const mailed = emailCode.trim() === '' ? {} : { emailCode: emailCode.trim() }
    return result(await form.call(payPassword, { action: mode, password, confirm, proof, ...mailed }))
  }),
  sendPayCode: codesBy(client, async (form) => {
    const { sent } = result(await form.call(payPassword, { action: 'sendCode' }))
    const sentAt = now()
    return { sentAt, paper: sent?.paper ?? false, code: sent?.paper ? await paperCodeOf(client, sent.ticket) : null }
  }),
})

/** The actions of `user/email`. `now`: the device's clock, in ms since the epoch. */
export const createEmail = (client: Client, prove: Prove, now: () => number) => {
  const sentCode = ({ sent }: EmailInfo): SentCode => {
    const code = sent?.paperCode ?? null
    return { sentAt: now(), paper: code !== null, code }
  }
  return {
    loadEmail: loadFirstBy(ask(client, email, () => ({ action: 'state' }))),
    sendNewCode: codesBy(client, async (form, { target }) =>
      sentCode(result(await form.call(email, { action: 'sendNew', email: target?.address ?? '' }))),
    ),
    sendOldCode: codesBy(client, async (form) => sentCode(result(await form.call(email, { action: 'sendOld' })))),
    bindEmail: fromPromise<EmailInfo, EmailForm>(async ({ input, signal }) => {
      const oldCode = input.oldCode.trim() === '' ? {} : { oldCode: input.oldCode.trim() }
      const proof = await prove(input)
      const binding = { email: input.email.trim(), code: input.newCode.trim(), ...oldCode, proof }
      return result(await ofForm(client, signal).call(email, { action: 'bind', ...binding }))
    }),
  }
}

/** Saves a text as a download of this name. */
export type SaveFile = (name: string, text: string) => void

/** Exports all data of the user as a file. */
export const createTakeData = (client: Client, prove: Prove, save: SaveFile) =>
  fromPromise<void, ProofForm>(async ({ input, signal }) => {
    const data = result(await ofForm(client, signal).call(exportData, { proof: await prove(input, 'takeData') }))
    save(exportData.download, JSON.stringify(data, null, 2))
  })
