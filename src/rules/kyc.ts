import type { FormErrors } from './form-errors.ts'
import { type ChosenPhoto, type PhotoKey, photoError } from './photos.ts'

/** The certificates that show who a person is. */
export const certificates = ['driverLicence', 'passport', 'idCard'] as const
export type Certificate = (typeof certificates)[number]

/** A certificate's number as it is compared: upper case, without the spaces, dots and dashes that people write in it. */
export const plainNumber = (number: string): string =>
  number
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s.\-/]/g, '')

/** Letters of Cyrillic and Greek that a document shows as their Latin likes, in the order of these. */
const ALIKE = { of: 'АВЕКМНОРСТУХІЅЈΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', latin: 'ABEKMHOPCTYXISJABEZHIKMNOPTYX' }

/** A certificate's number as it stands on the document, by whichever letters and digits it was entered. */
export const documentNumber = (number: string): string =>
  plainNumber(number)
    .replace(/\p{Nd}/gu, (digit) => String(digitOf(digit)))
    .replace(/[\p{Script=Cyrillic}\p{Script=Greek}]/gu, (letter) => ALIKE.latin[ALIKE.of.indexOf(letter)] ?? letter)

/** The value of a decimal digit of any script: each has its ten in a row, from a nought on. */
function digitOf(digit: string): number {
  const code = digit.codePointAt(0) ?? 0
  let zero = code
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return code - zero
}

/** The number with all but its ends hidden. */
export function maskedNumber(number: string): string {
  const plain = plainNumber(number)
  return plain.length <= 4 ? '••••' : `${plain.slice(0, 1)}••••${plain.slice(-2)}`
}

export type Side = 'front' | 'back'

/** Who a person says to be. `country`: ISO 3166-1 alpha-2, or empty. */
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

/** What is wrong with a submission before it is sent. */
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

/** The field of a submission that a refusal belongs to, or null where it concerns the whole. */
export const refusedKycField = (key: string | null): KycField | null =>
  (({ countryRequired: 'country', nameForm: 'firstName', idNumberForm: 'number', idNumberUsed: 'number' }) as const)[
    (key ?? '') as 'nameForm'
  ] ?? null

/** From which step on a person must be known by name, as the server is set: whoever must for trading must for leaving, too. */
export const nameSteps = ['trading', 'withdrawal'] as const
