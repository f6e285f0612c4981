import { validate } from 'abavalidator'
import type { FormErrors } from './form-errors.ts'
import { NAME, plainNumber } from './kyc.ts'
import { type ProofField, type ProofForm, type ProofKey, proofErrors, refusedProofField } from './proof.ts'

/** What is known of a bank card, in the order in which it is asked for. */
export const bankFields = [
  'realName',
  'payeeCountry',
  'phone',
  'recipientAddress',
  'bankName',
  'bankAddress',
  'swiftCode',
  'routingNumber',
  'username',
  'cardNumber',
] as const
export type BankField = (typeof bankFields)[number]

/** `payeeCountry`: ISO 3166-1 alpha-2. `routingNumber`: empty where the bank has none. */
export type BankCardForm = Record<BankField, string>

export type BankKey =
  | 'nameForm'
  | 'countryRequired'
  | 'wrongPhone'
  | 'textRequired'
  | 'wrongSwiftCode'
  | 'wrongRoutingNumber'
  | 'wrongCardNumber'
  | ProofKey

/** The longest address or name that is taken, in characters. */
export const BANK_TEXT_MAX = 140

/** ISO 9362: institution, country, place, and where there is one a branch. */
export const SWIFT_CODE = /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/
/** A card, an account or an IBAN, without spaces. */
export const CARD_NUMBER = /^[A-Z0-9]{4,34}$/
const ROUTING_NUMBER = /^[A-Z0-9]{3,17}$/
const PHONE = /^\+?[\d\s().-]{3,24}$/

/** A code or number of a bank as it is kept: upper case, without the spaces, dots and dashes that people write in it. */
export const plainBankCode = plainNumber

/**
 * Whether this is a routing number of a bank in the United States: nine digits with their check digit, the first two of a
 * Federal Reserve range.
 *
 * Source: American Bankers Association, Routing Number Policy.
 */
export const isAbaRoutingNumber = (number: string): boolean =>
  /^(0\d|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)\d{7}$/.test(number) && validate(number)

/** Whether a bank of this Swift code has such a routing number: one in the United States must, others may. Both plain. */
export function isRoutingNumber(number: string, swiftCode: string): boolean {
  if (swiftCode.slice(4, 6) === 'US') return isAbaRoutingNumber(number)
  return number === '' || ROUTING_NUMBER.test(number)
}

/** A number with its last four characters, and of a short one no more than half. */
export const lastOf = (number: string): string =>
  number === '' ? '' : `••••${number.slice(number.length - Math.min(4, Math.floor(number.length / 2)))}`

/** What is wrong with a bank card and the proof that goes with it before they are sent. */
export function bankCardErrors(
  form: BankCardForm & ProofForm,
  hasAuthenticator: boolean,
): FormErrors<BankField | ProofField, BankKey> {
  const swiftCode = plainBankCode(form.swiftCode)
  const text = (field: BankField) => (form[field].trim() === '' ? 'textRequired' : undefined)
  const found: Record<BankField, BankKey | undefined> = {
    realName: NAME.test(form.realName.trim()) ? undefined : 'nameForm',
    payeeCountry: form.payeeCountry === '' ? 'countryRequired' : undefined,
    phone: PHONE.test(form.phone.trim()) ? undefined : 'wrongPhone',
    recipientAddress: text('recipientAddress'),
    bankName: text('bankName'),
    bankAddress: text('bankAddress'),
    swiftCode: SWIFT_CODE.test(swiftCode) ? undefined : 'wrongSwiftCode',
    routingNumber: isRoutingNumber(plainBankCode(form.routingNumber), swiftCode) ? undefined : 'wrongRoutingNumber',
    username: text('username'),
    cardNumber: CARD_NUMBER.test(plainBankCode(form.cardNumber)) ? undefined : 'wrongCardNumber',
  }
  return {
    ...Object.fromEntries(Object.entries(found).flatMap(([field, key]) => (key ? [[field, { key }]] : []))),
    ...proofErrors(form, hasAuthenticator),
  }
}

const fieldsRefused: Readonly<Record<string, BankField>> = {
  nameForm: 'realName',
  countryRequired: 'payeeCountry',
  wrongPhone: 'phone',
  wrongSwiftCode: 'swiftCode',
  wrongRoutingNumber: 'routingNumber',
  wrongCardNumber: 'cardNumber',
}

/** The field of a bank card or its proof that a refusal belongs to, or null where it concerns the whole. */
export const refusedBankField = (key: string | null): BankField | ProofField | null =>
  refusedProofField(key) ?? fieldsRefused[key ?? ''] ?? null
