import fc from 'fast-check'
import { safeParse } from 'valibot'
import { describe, expect, it } from 'vitest'
import * as f from '../../../src/api/wire/fields.ts'
import {
  type RegisterForm,
  refusedRegisterField,
  signInErrors,
  stepErrors,
  stepOf,
  targetErrors,
  targetText,
} from '../../../src/rules/account/credentials.ts'
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '../../../src/rules/account/password-length.ts'

const keysOf = (errors: Record<string, { key: string } | undefined>) =>
  Object.fromEntries(Object.entries(errors).map(([field, error]) => [field, error?.key]))

const [SHORTEST, LONGEST] = ['1'.repeat(PASSWORD_LENGTH_MIN), '1'.repeat(PASSWORD_LENGTH_MAX)]

it('credentials: a password has 6 to 16 characters', () => {
  expect([PASSWORD_LENGTH_MIN, PASSWORD_LENGTH_MAX]).toEqual([6, 16])
})

describe('credentials: a user name and a password', () => {
  it.each([
    [
      { username: '', password: '' },
      { username: 'credentialsRequired', password: 'credentialsRequired' },
    ],
    [{ username: '   ', password: SHORTEST }, { username: 'credentialsRequired' }],
    [{ username: 'ad', password: SHORTEST }, { username: 'usernameForm' }],
    [{ username: 'a'.repeat(33), password: SHORTEST }, { username: 'usernameForm' }],
    [{ username: '.ada', password: SHORTEST }, { username: 'usernameForm' }],
    [{ username: 'ada', password: SHORTEST.slice(1) }, { password: 'passwordLength' }],
    [{ username: 'ada', password: `${LONGEST}1` }, { password: 'passwordLength' }],
    [{ username: ' ada ', password: SHORTEST }, {}],
    [{ username: 'a'.repeat(32), password: LONGEST }, {}],
    [{ username: 'ada', password: ' '.repeat(PASSWORD_LENGTH_MIN) }, {}],
  ])('%j are told: %j', (form, expected) => {
    expect(keysOf(signInErrors(form))).toEqual(expected)
  })

  it('are right exactly where the server takes them', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), fc.string({ maxLength: 20 }), (name, password) => {
        const username = name.trim()
        const errors = signInErrors({ username, password })
        expect(errors.username === undefined).toBe(safeParse(f.username, username).success)
        expect(errors.password === undefined).toBe(safeParse(f.password, password).success)
      }),
    )
  })
})

const form: RegisterForm = {
  username: 'ada',
  password: 'Analytical 1',
  confirm: 'Analytical 1',
  channel: 'mail',
  areaCode: '',
  address: 'ada@quoin.test',
  code: '123456',
  inviteCode: 'QUOIN',
}

describe('credentials: a registration', () => {
  it.each([
    [{}, {}],
    [{ confirm: 'analytical 1' }, { confirm: 'passwordsInconsistent' }],
    [{ code: '12345' }, { code: 'wrongVerificationCode' }],
    [{ code: ' 123456 ' }, {}],
    [{ inviteCode: '  ' }, { inviteCode: 'wrongInviteCode' }],
    [{ address: 'ada' }, { address: 'wrongEmail' }],
    [{ address: `${'a'.repeat(251)}@b.c` }, { address: 'wrongEmail' }],
    [{ channel: 'sms', address: '333 1234567', areaCode: '39' }, {}],
    [{ channel: 'sms', address: '333 1234567', areaCode: '' }, { address: 'wrongPhone' }],
    [{ channel: 'sms', address: 'ada@quoin.test', areaCode: '39' }, { address: 'wrongPhone' }],
  ] as [Partial<RegisterForm>, Record<string, string>][])('with %j is told: %j', (change, expected) => {
    const whole = { ...form, ...change }
    const errors = { ...stepErrors.account(whole), ...stepErrors.code(whole), ...stepErrors.terms(whole) }
    expect(keysOf(errors)).toEqual(expected)
  })

  it('names its target as the server reads it', () => {
    expect(targetText({ ...form, address: ' ada@quoin.test ' })).toBe('ada@quoin.test')
    expect(targetText({ channel: 'sms', areaCode: '39', address: ' 333 1234567' })).toBe('+39 333 1234567')
    expect(targetText({ channel: 'sms', areaCode: '+39', address: '333' })).toBe('+39 333')
    expect(targetErrors(form)).toEqual({})
  })

  it('knows which field a refusal belongs to', () => {
    expect(refusedRegisterField('usernameExists')).toBe('username')
    expect(refusedRegisterField('passwordTooCommon')).toBe('password')
    expect(refusedRegisterField('tooManyRequests')).toBeNull()
    expect(refusedRegisterField(null)).toBeNull()
    expect(['username', 'confirm', 'code', 'inviteCode', null].map(stepOf)).toEqual([
      ...['account', 'account', 'code', 'terms', 'terms'],
    ])
  })
})
