import type { FormErrors } from '../orders/form-errors.ts'
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from './password-length.ts'

// 3 to 32 characters, of which the first is a letter or a digit.
const USERNAME = /^[A-Za-z0-9][A-Za-z0-9_.-]{2,31}$/
const CODE = /^\d{6}$/
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const EMAIL_LENGTH_MAX = 254
const AREA_CODE = /^\+?\d{1,4}$/
const PHONE = /^[\d\s().-]{3,24}$/

export type SignInForm = { username: string; password: string }
export type SignInKey = 'credentialsRequired' | 'usernameForm' | 'passwordLength'

const usernameError = (username: string): SignInKey | undefined => {
  if (username.trim() === '') return 'credentialsRequired'
  return USERNAME.test(username.trim()) ? undefined : 'usernameForm'
}

const passwordError = (password: string): SignInKey | undefined => {
  if (password === '') return 'credentialsRequired'
  const { length } = password
  return length < PASSWORD_LENGTH_MIN || length > PASSWORD_LENGTH_MAX ? 'passwordLength' : undefined
}

const collect = <Field extends string, Key extends string>(found: Record<Field, Key | undefined>) =>
  Object.fromEntries(
    Object.entries(found)
      .filter(([, key]) => key !== undefined)
      .map(([field, key]) => [field, { key }]),
  ) as FormErrors<Field, Key>

/** Errors of a user name and a password, before they are sent. In a password, case and spaces count. */
export const signInErrors = ({ username, password }: SignInForm): FormErrors<keyof SignInForm, SignInKey> =>
  collect({ username: usernameError(username), password: passwordError(password) })

/** Whether this can be a verification code: six digits. */
export const isVerificationCode = (code: string): boolean => CODE.test(code.trim())

/** How a verification code is sent. */
export type CodeChannel = 'mail' | 'sms'

/** `address`: an e-mail address or a telephone number, by `channel`. `areaCode` only applies to a telephone number. */
export type CodeTarget = { channel: CodeChannel; areaCode: string; address: string }
export type TargetKey = 'wrongEmail' | 'wrongPhone'

/** The code target of a larger form. */
export const targetOf = ({ channel, areaCode, address }: CodeTarget): CodeTarget => ({
  channel,
  areaCode,
  address: address.trim(),
})

/** An e-mail address as a code target. */
export const mailTo = (address: string): CodeTarget => targetOf({ channel: 'mail', areaCode: '', address })

/** Errors of a code target. */
export function targetErrors({ channel, areaCode, address }: CodeTarget): FormErrors<'address', TargetKey> {
  const text = address.trim()
  if (channel === 'mail') {
    return collect({ address: EMAIL.test(text) && text.length <= EMAIL_LENGTH_MAX ? undefined : 'wrongEmail' })
  }
  return collect({ address: AREA_CODE.test(areaCode) && PHONE.test(text) ? undefined : 'wrongPhone' })
}

export type RegisterForm = SignInForm & CodeTarget & { confirm: string; code: string; inviteCode: string }
export type RegisterField = 'username' | 'password' | 'confirm' | 'address' | 'code' | 'inviteCode'
export type RegisterKey = SignInKey | TargetKey | 'passwordsInconsistent' | 'wrongVerificationCode' | 'wrongInviteCode'

/** The steps of a registration: user name and password; verification code; invitation code and terms. */
export type RegisterStep = 'account' | 'code' | 'terms'

type StepErrors = (form: RegisterForm) => FormErrors<RegisterField, RegisterKey>

/** Errors of each step of a registration, before it is sent. */
export const stepErrors: Readonly<Record<RegisterStep, StepErrors>> = {
  account: (form) => ({
    ...signInErrors(form),
    ...collect({ confirm: form.confirm === form.password ? undefined : 'passwordsInconsistent' }),
  }),
  code: (form) => ({
    ...targetErrors(form),
    ...collect({ code: isVerificationCode(form.code) ? undefined : 'wrongVerificationCode' }),
  }),
  terms: (form) => collect({ inviteCode: form.inviteCode.trim() === '' ? 'wrongInviteCode' : undefined }),
}

/** The step with a field of a registration; the last one for a failure of no field. */
export function stepOf(field: string | null): RegisterStep {
  if (field === 'address' || field === 'code') return 'code'
  return field === null || field === 'inviteCode' ? 'terms' : 'account'
}

/** A code target as one text: an e-mail address, or a telephone number with `+` and area code. */
export const targetText = ({ channel, areaCode, address }: CodeTarget): string =>
  channel === 'mail' ? address.trim() : `+${areaCode.replace('+', '')} ${address.trim()}`

const fieldsRefused: Readonly<Record<string, RegisterField>> = {
  usernameExists: 'username',
  usernameForm: 'username',
  passwordLength: 'password',
  passwordTooCommon: 'password',
  passwordsInconsistent: 'confirm',
  wrongVerificationCode: 'code',
  wrongInviteCode: 'inviteCode',
}

/** The field of a registration that an error belongs to; null for the whole form. */
export const refusedRegisterField = (key: string | null): RegisterField | null => fieldsRefused[key ?? ''] ?? null
