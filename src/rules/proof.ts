import { isAuthenticatorCode, plainAuthenticatorCode } from './authenticator.ts'
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from './credentials.ts'
import type { FormErrors } from './form-errors.ts'

/**
 * What someone fills in to show again who they are. `address`: of the wallet that signs, for an account that has no
 * password. `code`: of the authenticator, or a recovery code; empty where none is bound.
 */
export type ProofForm = { address: string | null; password: string; code: string }
export type ProofField = 'password' | 'code'
export type ProofKey = 'passwordLength' | 'authenticatorCodeRequired' | 'wrongAuthenticatorCode'

/** What is wrong with a code before it is sent. */
export function codeErrors({ code }: { code: string }): FormErrors<'code', ProofKey> {
  const plain = plainAuthenticatorCode(code)
  if (plain === '') return { code: { key: 'authenticatorCodeRequired' } }
  return isAuthenticatorCode(plain) ? {} : { code: { key: 'wrongAuthenticatorCode' } }
}

const fits = ({ length }: string) => length >= PASSWORD_LENGTH_MIN && length <= PASSWORD_LENGTH_MAX

/** What is wrong with a proof before it is sent. `isBound`: whether an authenticator is bound. */
export const proofErrors = (form: ProofForm, isBound: boolean): FormErrors<ProofField, ProofKey> => ({
  ...(form.address === null && !fits(form.password) ? { password: { key: 'passwordLength' as const } } : {}),
  ...(isBound ? codeErrors(form) : {}),
})

/** What is wrong with a new password and its repetition before they are sent. */
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

/** The field of a form that guards an account to which a refusal belongs, or null where it concerns the whole. */
export const refusedSafeField = (key: string | null): string | null => fieldsRefused[key ?? ''] ?? null

/** A changed password: the old one, the new one and its repetition. */
export type PasswordChange = { old: string; next: string; confirm: string }
export type PasswordChangeKey = 'passwordLength' | 'passwordsInconsistent'

/** What is wrong with a change of a password before it is sent. */
export const passwordChangeErrors = (form: PasswordChange): FormErrors<keyof PasswordChange, PasswordChangeKey> => ({
  ...(fits(form.old) ? {} : { old: { key: 'passwordLength' as const } }),
  ...newPasswordErrors(form),
})

/** How a transaction password comes to be: the first, by the old one, or in place of a forgotten one. */
export type PayPasswordMode = 'set' | 'change' | 'reset'
export type PayPasswordForm = PasswordChange & ProofForm & { emailCode: string }
export type PayPasswordField = Exclude<keyof PayPasswordForm, 'address'>
export type PayPasswordKey = PasswordChangeKey | ProofKey | 'wrongVerificationCode'

/** What is wrong with a transaction password before it is sent. `asks`: what is bound, and so asked for. */
export function payPasswordErrors(
  form: PayPasswordForm,
  mode: PayPasswordMode,
  asks: { authenticator: boolean; email: string | null },
): FormErrors<PayPasswordField, PayPasswordKey> {
  if (mode === 'change') return passwordChangeErrors(form)
  const lacksCode = mode === 'reset' && asks.email !== null && !/^\d{6}$/.test(form.emailCode.trim())
  return {
    ...newPasswordErrors(form),
    ...(lacksCode ? { emailCode: { key: 'wrongVerificationCode' as const } } : {}),
    ...proofErrors(form, asks.authenticator),
  }
}
