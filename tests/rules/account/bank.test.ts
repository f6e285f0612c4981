import { describe, expect, it } from 'vitest'
import {
  BANK_TEXT_MAX,
  bankCardErrors,
  isAbaRoutingNumber,
  lastOf,
  refusedBankField,
} from '../../../src/rules/account/bank.ts'

const form = {
  realName: 'Ada Lovelace',
  payeeCountry: 'GB',
  phone: '07911 123456',
  recipientAddress: '12 St James’s Square',
  bankName: 'Example Bank',
  bankAddress: '1 Threadneedle Street',
  swiftCode: 'deut de ff',
  routingNumber: '',
  username: 'A. Lovelace',
  cardNumber: 'GB82 WEST 1234 5698 7654 32',
  address: null,
  password: 'Correct Horse 1',
  code: '',
}
const keysOf = (more: Partial<typeof form>, hasAuthenticator = false) =>
  Object.entries(bankCardErrors({ ...form, ...more }, hasAuthenticator)).map(([field, { key }]) => `${field} ${key}`)

it('bank: an address or a name has at most 140 characters', () => {
  expect(BANK_TEXT_MAX).toBe(140)
})

describe('bank: a routing number of the United States', () => {
  it.each(['021000021', '011401533', '091000019', '322271627'])('%s is one', (number) => {
    expect(isAbaRoutingNumber(number)).toBe(true)
  })
  it.each(['021000022', '012000021', '02100002', '0210000211', '000000000', '991000014', 'ABCDEFGHI', ''])(
    '%s is none',
    (number) => {
      expect(isAbaRoutingNumber(number)).toBe(false)
    },
  )
})

describe('a bank card before it is sent', () => {
  it('is taken as people write it', () => {
    expect(keysOf({})).toEqual([])
  })
  it('is asked for field by field', () => {
    const empty = Object.fromEntries(Object.keys(form).map((field) => [field, ''])) as Partial<typeof form>
    expect(keysOf({ ...empty, address: null })).toEqual([
      'realName nameForm',
      'payeeCountry countryRequired',
      'phone wrongPhone',
      'recipientAddress textRequired',
      'bankName textRequired',
      'bankAddress textRequired',
      'swiftCode wrongSwiftCode',
      'username textRequired',
      'cardNumber wrongCardNumber',
      'password passwordLength',
    ])
  })
  it('has a routing number where its bank is in the United States, and elsewhere where it likes', () => {
    expect(keysOf({ swiftCode: 'CHASUS33' })).toEqual(['routingNumber wrongRoutingNumber'])
    expect(keysOf({ swiftCode: 'CHASUS33', routingNumber: '0210-0002-1' })).toEqual([])
    expect(keysOf({ routingNumber: '20-00-00' })).toEqual([])
    expect(keysOf({ routingNumber: '2' })).toEqual(['routingNumber wrongRoutingNumber'])
  })
  it('asks for the code of an authenticator that is bound', () => {
    expect(keysOf({}, true)).toEqual(['code authenticatorCodeRequired'])
  })
})

it('bank: shows of a number its last four characters, and of a short one half', () => {
  expect(['GB82WEST12345698765432', '021000021', '200000', '1234', ''].map(lastOf)).toEqual([
    '••••5432',
    '••••0021',
    '••••000',
    '••••34',
    '',
  ])
})

it('bank: says a refusal beside its field, or of the whole', () => {
  expect(
    ['wrongPassword', 'wrongAuthenticatorCode', 'wrongSwiftCode', 'accountLocked', null].map(refusedBankField),
  ).toEqual(['password', 'code', 'swiftCode', null, null])
})
