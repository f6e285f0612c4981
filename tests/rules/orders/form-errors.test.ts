import { describe, expect, it } from 'vitest'
import { type FormErrors, hasErrors, withoutField } from '../../../src/rules/orders/form-errors.ts'

describe('form errors', () => {
  it('lose those of one field, and keep the rest', () => {
    const errors: FormErrors<'username' | 'password', string> = {
      username: { key: 'usernameForm' },
      password: { key: 'passwordLength' },
    }
    expect(withoutField(errors, 'username')).toEqual({ password: { key: 'passwordLength' } })
    expect(hasErrors(errors)).toBe(true)
    expect(hasErrors(withoutField(withoutField(errors, 'username'), 'password'))).toBe(false)
  })
})
