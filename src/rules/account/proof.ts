import type { FormErrors } from '../orders/form-errors.ts'
import { isAuthenticatorCode, plainAuthenticatorCode } from './authenticator.ts'
import { type CodeTarget, isVerificationCode, type TargetKey, targetErrors } from './credentials.ts'
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from './password-length.ts'

/**
 * The fields of a re-authentication. `address`: of the signing wallet, for an account without a password. `code`: of the authenticator, or
 * a recovery code; empty if none is set up.
 */
export type ProofForm = { address: string | null; password: string; code: string }
export type ProofField = 'password' | 'code'
export type ProofKey = 'passwordLength' | 'authenticatorCodeRequired' | 'wrongAuthenticatorCode'

/** Errors of a code, before it is sent. */
export function codeErrors({ code }: { code: string }): FormErrors<'code', ProofKey> {
  const plain = plainAuthenticatorCode(code)
  if (plain === '') return { code: { key: 'authenticatorCodeRequired' } }
  return isAuthenticatorCode(plain) ? {} : { code: { key: 'wrongAuthenticatorCode' } }
}

const fits = ({ length }: string) => length >= PASSWORD_LENGTH_MIN && length <= PASSWORD_LENGTH_MAX

/** Errors of a proof, before it is sent. `isBound`: whether an authenticator is set up. */
export const proofErrors = (form: ProofForm, isBound: boolean): FormErrors<ProofField, ProofKey> => ({
  ...(form.address === null && !fits(form.password) ? { password: { key: 'passwordLength' as const } } : {}),
  ...(isBound ? codeErrors(form) : {}),
})

/** Errors of a new password and its repetition, before they are sent. */
export const newPasswordErrors = ({
  next,
  confirm,
}: {
  next: string
  confirm: string
}): FormErrors<'next' | 'confirm', 'passwordLength' | 'passwordsInconsistent'> => ({
  ...(fits(next) ? {} : { next: { key: 'passwordLength' as const } }),
  ...(next === confirm ? {} : { confirm: { key: 'passwordsInconsistent' as const } }),
})

const fieldsRefused: Readonly<Record<string, string>> = {
  wrongPassword: 'password',
  authenticatorCodeRequired: 'code',
  wrongAuthenticatorCode: 'code',
  wrongOldPassword: 'old',
  wrongPayPassword: 'old',
  passwordLength: 'next',
  passwordTooCommon: 'next',
  payPasswordSame: 'next',
  passwordsInconsistent: 'confirm',
  wrongVerificationCode: 'emailCode',
}

/** The field of a security form that an error belongs to; null for the whole form. */
export const refusedSafeField = (key: string | null): string | null => fieldsRefused[key ?? ''] ?? null

/** The field of a proof that an error belongs to; null if none. */
export function refusedProofField(key: string | null): ProofField | null {
  const field = refusedSafeField(key)
  return field === 'password' || field === 'code' ? field : null
}

/** A password change: the old one, the new one and its repetition. */
export type PasswordChange = { old: string; next: string; confirm: string }
export type PasswordChangeKey = 'passwordLength' | 'passwordsInconsistent'

/** Errors of a password change, before it is sent. */
export const passwordChangeErrors = (form: PasswordChange): FormErrors<keyof PasswordChange, PasswordChangeKey> => ({
  ...(fits(form.old) ? {} : { old: { key: 'passwordLength' as const } }),
  ...newPasswordErrors(form),
})

/** A change of the sign-in password. `code`: of the authenticator, or a recovery code; empty if none is set up. */
export type SignInPasswordChange = PasswordChange & { code: string }

/** Its errors, before it is sent. `isBound`: whether an authenticator is set up. */
export const signInPasswordErrors = (
  form: SignInPasswordChange,
  isBound: boolean,
): FormErrors<keyof SignInPasswordChange, PasswordChangeKey | ProofKey> => ({
  ...passwordChangeErrors(form),
  ...(isBound ? codeErrors(form) : {}),
})

/** How a transaction password is set: the first one, changed with the old one, or reset. */
export type PayPasswordMode = 'set' | 'change' | 'reset'
export type PayPasswordForm = PasswordChange & ProofForm & { emailCode: string }
export type PayPasswordField = Exclude<keyof PayPasswordForm, 'address'>
export type PayPasswordKey = PasswordChangeKey | ProofKey | 'wrongVerificationCode'

/** Errors of a transaction password, before it is sent. `asks`: what is set up, and therefore required. */
export function payPasswordErrors(
  form: PayPasswordForm,
  mode: PayPasswordMode,
  asks: { authenticator: boolean; email: string | null },
): FormErrors<PayPasswordField, PayPasswordKey> {
  if (mode === 'change') return passwordChangeErrors(form)
  const lacksCode = mode === 'reset' && asks.email !== null && !isVerificationCode(form.emailCode)
  return {
    ...newPasswordErrors(form),
    ...(lacksCode ? { emailCode: { key: 'wrongVerificationCode' as const } } : {}),
    ...proofErrors(form, asks.authenticator),
  }
}

/** An e-mail address to set. `newCode` was sent to it, `oldCode` to the current one, and `code` is the authenticator’s. */
export type EmailForm = ProofForm & { email: string; newCode: string; oldCode: string }
export type EmailField = Exclude<keyof EmailForm, 'address'>
export type EmailKey = ProofKey | TargetKey | 'wrongVerificationCode'

const codeError = (code: string) => (isVerificationCode(code) ? undefined : { key: 'wrongVerificationCode' as const })

/** Errors of an e-mail address, before a code is sent to it. */
export function emailAddressErrors({ email }: { email: string }): FormErrors<'email', TargetKey> {
  const { address } = targetErrors({ channel: 'mail', areaCode: '', address: email })
  return address ? { email: address } : {}
}

/** Errors of setting an e-mail address, before it is sent. `asks`: what is set up, and therefore required. */
export function emailErrors(
  form: EmailForm,
  asks: { authenticator: boolean; email: string | null },
): FormErrors<EmailField, EmailKey> {
  const newCode = codeError(form.newCode)
  const oldCode = asks.email === null ? undefined : codeError(form.oldCode)
  return {
    ...emailAddressErrors(form),
    ...(newCode && { newCode }),
    ...(oldCode && { oldCode }),
    ...proofErrors(form, asks.authenticator),
  }
}

const emailFieldsRefused: Readonly<Record<string, EmailField>> = {
  wrongEmail: 'email',
  wrongPassword: 'password',
  authenticatorCodeRequired: 'code',
  wrongAuthenticatorCode: 'code',
}

/** The field that an error belongs to; null for the whole form. `params` distinguishes the two codes. */
export const refusedEmailField = (key: string | null, params: Readonly<Record<string, string>>): EmailField | null => {
  if (key === 'wrongVerificationCode') return params.field === 'oldCode' ? 'oldCode' : 'newCode'
  return emailFieldsRefused[key ?? ''] ?? null
}

/** A password reset, with a code sent to the account’s e-mail address or telephone. */
export type ForgetForm = CodeTarget & { code: string; next: string; confirm: string }
export type ForgetField = 'address' | 'code' | 'next' | 'confirm'
export type ForgetKey = TargetKey | PasswordChangeKey | 'wrongVerificationCode'

/** Its errors, before it is sent. */
export function forgetErrors(form: ForgetForm): FormErrors<ForgetField, ForgetKey> {
  const code = codeError(form.code)
  return { ...targetErrors(form), ...(code && { code }), ...newPasswordErrors(form) }
}

const forgetFieldsRefused: Readonly<Record<string, ForgetField>> = {
  wrongEmail: 'address',
  wrongPhone: 'address',
  wrongVerificationCode: 'code',
  passwordLength: 'next',
  passwordTooCommon: 'next',
  payPasswordSame: 'next',
  passwordsInconsistent: 'confirm',
}

/** The field that an error belongs to; null for the whole form. */
export const refusedForgetField = (key: string | null): ForgetField | null => forgetFieldsRefused[key ?? ''] ?? null
