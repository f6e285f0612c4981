import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min'
import * as v from 'valibot'
import * as f from '../../src/api/wire/fields.ts'
import { Refusal } from '../../src/api/wire/messages.ts'

/** The target of a code: an e-mail address in lower case, or a telephone number in E.164 format. */
export type Target = { kind: 'email' | 'phone'; value: string }

/** @throws Refusal `wrongEmail` for an invalid e-mail address */
export function readEmail(text: string): Target {
  const result = v.safeParse(f.email, text)
  if (!result.success) throw new Refusal('wrongEmail')
  return { kind: 'email', value: result.output }
}

/** An e-mail address, masked but recognisable to its owner: `a•••@example.com`. */
export const maskedEmail = (email: string): string => email.replace(/^(.).*(?=@)/u, '$1•••')

/**
 * Parses a telephone number with its area code, with any spacing, and with or without its trunk prefix.
 *
 * @throws Refusal `wrongPhone` for a number that is impossible in its country
 */
export const readPhone = (areaCode: string, phone: string): Target =>
  readInternational(`+${areaCode.replace('+', '')} ${phone}`)

/**
 * Parses an e-mail address, or a telephone number that begins with `+` and its area code.
 *
 * @throws Refusal `wrongEmail`, `wrongPhone`
 */
export const readTarget = (text: string): Target => (text.includes('@') ? readEmail(text) : readInternational(text))

/**
 * Parses a telephone number with its area code, or as dialled within a country, to E.164 format.
 *
 * @throws Refusal `wrongPhone`
 */
export function readPhoneIn(country: CountryCode | undefined, text: string): string {
  const number = parsePhoneNumberFromString(text, country)
  if (!number?.isValid()) throw new Refusal('wrongPhone')
  return number.number
}

const readInternational = (text: string): Target => ({ kind: 'phone', value: readPhoneIn(undefined, text) })

/** Country (ISO 3166-1 alpha-2) and area code, by country. */
export const areaCodes: readonly { country: string; areaCode: string }[] = getCountries()
  .map((country) => ({ country: country as string, areaCode: getCountryCallingCode(country) as string }))
  .sort((a, b) => (a.country < b.country ? -1 : 1))
