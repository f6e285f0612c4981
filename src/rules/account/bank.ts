import { validate } from 'abavalidator'
import type { FormErrors } from '../orders/form-errors.ts'
import { NAME, plainNumber } from './kyc.ts'
import { type ProofField, type ProofForm, type ProofKey, proofErrors, refusedProofField } from './proof.ts'

/** The fields of a bank card, in the order of the form. */
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

/** `payeeCountry`: ISO 3166-1 alpha-2. `routingNumber`: empty if the bank has none. */
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

/** Maximum length of an address or a name, in characters. */
export const BANK_TEXT_MAX = 140

/** ISO 9362: institution, country, location, and an optional branch. */
export const SWIFT_CODE = /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/
/** A card, an account or an IBAN, without spaces. */
export const CARD_NUMBER = /^[A-Z0-9]{4,34}$/
const ROUTING_NUMBER = /^[A-Z0-9]{3,17}$/
const PHONE = /^\+?[\d\s().-]{3,24}$/

/** A bank code or number as stored: upper case, without spaces, dots and dashes. */
export const plainBankCode = plainNumber

/**
 * Whether this is a routing number of a US bank: nine digits with a check digit, and a Federal Reserve prefix.
 *
 * Source: American Bankers Association, Routing Number Policy.
 */
export const isAbaRoutingNumber = (number: string): boolean =>
  /^(0\d|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)\d{7}$/.test(number) && validate(number)

/** Whether a routing number is valid with this Swift code: required for US banks, optional for others. Both normalised. */
export function isRoutingNumber(number: string, swiftCode: string): boolean {
  if (swiftCode.slice(4, 6) === 'US') return isAbaRoutingNumber(number)
  return number === '' || ROUTING_NUMBER.test(number)
}

/** The last four characters of a number, and of a short one at most half. */
export const lastOf = (number: string): string =>
  number === '' ? '' : `••••${number.slice(number.length - Math.min(4, Math.floor(number.length / 2)))}`

/** Errors of a bank card and its proof, before they are sent. */
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

/** The field of a bank card or its proof that an error belongs to; null for the whole form. */
export const refusedBankField = (key: string | null): BankField | ProofField | null =>
  refusedProofField(key) ?? fieldsRefused[key ?? ''] ?? null
