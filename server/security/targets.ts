import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min'
import * as v from 'valibot'
import * as f from '../../src/api/wire/fields.ts'
import { Refusal } from '../../src/api/wire/messages.ts'

/** Where a code goes: an e-mail address in lower case, or a telephone number in E.164 form. */
export type Target = { kind: 'email' | 'phone'; value: string }

/** @throws Refusal `wrongEmail` for what is no e-mail address */
export function readEmail(text: string): Target {
  const result = v.safeParse(f.email, text)
  if (!result.success) throw new Refusal('wrongEmail')
  return { kind: 'email', value: result.output }
}

/** An e-mail address as much as its owner needs to know it by: `a•••@example.com`. */
export const maskedEmail = (email: string): string => email.replace(/^(.).*(?=@)/u, '$1•••')

/**
 * Reads a telephone number with its area code, however it is spaced, and with or without its trunk prefix.
 *
 * @throws Refusal `wrongPhone` for a number that its country cannot have
 */
export const readPhone = (areaCode: string, phone: string): Target =>
  readInternational(`+${areaCode.replace('+', '')} ${phone}`)

/**
 * Reads an e-mail address, or a telephone number that begins with `+` and its area code.
 *
 * @throws Refusal `wrongEmail`, `wrongPhone`
 */
export const readTarget = (text: string): Target => (text.includes('@') ? readEmail(text) : readInternational(text))

/**
 * Reads a telephone number with its area code, or as it is dialled within a country, into E.164 form.
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
