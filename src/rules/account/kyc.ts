import type { FormErrors } from '../orders/form-errors.ts'
import { type ChosenPhoto, type PhotoKey, photoError } from './photos.ts'

/** The accepted identity documents. */
export const certificates = ['driverLicence', 'passport', 'idCard'] as const
export type Certificate = (typeof certificates)[number]

/** A document number in comparable form: upper case, without spaces, dots and dashes. */
export const plainNumber = (number: string): string =>
  number
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s.\-/]/g, '')

/** Cyrillic and Greek letters that look like Latin ones, in corresponding order. */
const ALIKE = { of: 'АВЕКМНОРСТУХІЅЈΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', latin: 'ABEKMHOPCTYXISJABEZHIKMNOPTYX' }

/** A document number with look-alike letters and other digits converted. */
export const documentNumber = (number: string): string =>
  plainNumber(number)
    .replace(/\p{Nd}/gu, (digit) => String(digitOf(digit)))
    .replace(/[\p{Script=Cyrillic}\p{Script=Greek}]/gu, (letter) => ALIKE.latin[ALIKE.of.indexOf(letter)] ?? letter)

/** The value of a decimal digit in any script: each has ten consecutive code points from zero on. */
function digitOf(digit: string): number {
  const code = digit.codePointAt(0) ?? 0
  let zero = code
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return code - zero
}

/** The number with everything but its ends masked. */
export function maskedNumber(number: string): string {
  const plain = plainNumber(number)
  return plain.length <= 4 ? '••••' : `${plain.slice(0, 1)}••••${plain.slice(-2)}`
}

export type Side = 'front' | 'back'

/** The identity form. `country`: ISO 3166-1 alpha-2, or empty. */
export type KycForm = {
  country: string
  firstName: string
  lastName: string
  certificate: Certificate
  number: string
}

export type KycField = keyof KycForm | Side
export type KycKey = 'countryRequired' | 'nameForm' | 'idNumberForm' | 'photoRequired' | PhotoKey

export const NAME = /^[\p{L}\p{M}][\p{L}\p{M}\s.'’·-]{0,63}$/u
export const NUMBER = /^[\p{L}\p{N}]{4,32}$/u

/** Errors of a submission, before it is sent. */
export function kycErrors(
  { country, firstName, lastName, number }: KycForm,
  photos: Readonly<Record<Side, ChosenPhoto | null>>,
): FormErrors<KycField, KycKey> {
  const found: [KycField, { key: KycKey; params?: Record<string, string> } | undefined][] = [
    ['country', country === '' ? { key: 'countryRequired' } : undefined],
    ['firstName', NAME.test(firstName.trim()) ? undefined : { key: 'nameForm' }],
    ['lastName', NAME.test(lastName.trim()) ? undefined : { key: 'nameForm' }],
    ['number', NUMBER.test(plainNumber(number)) ? undefined : { key: 'idNumberForm' }],
    ['front', photos.front ? photoError(photos.front) : { key: 'photoRequired' }],
    ['back', photos.back ? photoError(photos.back) : { key: 'photoRequired' }],
  ]
  return Object.fromEntries(found.filter(([, error]) => error)) as FormErrors<KycField, KycKey>
}

/** The field of a submission that an error belongs to; null for the whole form. */
export const refusedKycField = (key: string | null): KycField | null =>
  (({ countryRequired: 'country', nameForm: 'firstName', idNumberForm: 'number', idNumberUsed: 'number' }) as const)[
    (key ?? '') as 'nameForm'
  ] ?? null

/** The step from which on verification is required, by the server's settings; required for trading implies required for withdrawals. */
export const nameSteps = ['trading', 'withdrawal'] as const
