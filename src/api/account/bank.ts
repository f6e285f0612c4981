import * as v from 'valibot'
import { BANK_TEXT_MAX, CARD_NUMBER, isRoutingNumber, plainBankCode, SWIFT_CODE } from '../../rules/account/bank.ts'
import { NAME } from '../../rules/account/kyc.ts'
import { defineCall } from '../wire/call.ts'
import * as f from '../wire/fields.ts'
import { proof } from './safe.ts'

const text = v.pipe(v.string(), v.trim(), v.minLength(1, 'textRequired'), v.maxLength(BANK_TEXT_MAX))
const plain = v.pipe(v.string(), v.maxLength(64), v.transform(plainBankCode))

/** A bank card as its owner sees it. `cardNumber` and `routingNumber` are masked, and never answered whole. */
export const bankCard = v.object({
  realName: v.string(),
  /** ISO 3166-1 alpha-2. */
  payeeCountry: v.string(),
  /** E.164. */
  phone: v.string(),
  recipientAddress: v.string(),
  bankName: v.string(),
  bankAddress: v.string(),
  swiftCode: v.string(),
  /** Empty if the bank has none. */
  routingNumber: v.string(),
  /** The name under which the bank has the account. */
  username: v.string(),
  cardNumber: v.string(),
  updatedAt: f.seconds,
})
export type BankCard = v.InferOutput<typeof bankCard>

/** A user's bank card, and what saving one requires. */
export const bankInfo = v.object({
  card: v.nullable(bankCard),
  /** Whether a proof requires an authenticator’s code. */
  authenticator: v.boolean(),
})
export type BankInfo = v.InferOutput<typeof bankInfo>

export const cashInfo = defineCall({
  method: 'POST',
  path: 'user/cash_info',
  token: true,
  summary: 'The user’s bank card, with masked numbers.',
  input: f.nothing,
  output: bankInfo,
})

export const cashSave = defineCall({
  method: 'POST',
  path: 'user/cash_save',
  token: true,
  summary: 'Saves the bank card, replacing an earlier one. Requires a proof and all fields.',
  input: v.pipe(
    v.object({
      realName: v.pipe(v.string(), v.trim(), v.regex(NAME, 'nameForm')),
      payeeCountry: v.pipe(v.string(), v.regex(/^[A-Z]{2}$/, 'countryRequired')),
      /** With its area code, or as the payee’s country dials it. */
      phone: v.pipe(v.string(), v.trim(), v.minLength(1, 'wrongPhone'), v.maxLength(32, 'wrongPhone')),
      recipientAddress: text,
      bankName: text,
      bankAddress: text,
      /** ISO 9362. */
      swiftCode: v.pipe(plain, v.regex(SWIFT_CODE, 'wrongSwiftCode')),
      /** Of a bank in the United States: nine digits with a checksum. Empty for other banks. */
      routingNumber: plain,
      username: text,
      /** A card, an account or an IBAN. */
      cardNumber: v.pipe(plain, v.regex(CARD_NUMBER, 'wrongCardNumber')),
      proof,
    }),
    v.check(({ routingNumber, swiftCode }) => isRoutingNumber(routingNumber, swiftCode), 'wrongRoutingNumber'),
  ),
  output: bankInfo,
})
