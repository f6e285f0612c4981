import { describe, expect, it } from 'vitest'
import { type FormErrors, hasErrors, withoutField } from '../../../src/rules/orders/form-errors.ts'

describe('what is wrong with a form', () => {
  it('is less by what was said of one field, and the rest stays', () => {
    const errors: FormErrors<'username' | 'password', string> = {
      username: { key: 'usernameForm' },
      password: { key: 'passwordLength' },
    }
    expect(withoutField(errors, 'username')).toEqual({ password: { key: 'passwordLength' } })
    expect(hasErrors(errors)).toBe(true)
    expect(hasErrors(withoutField(withoutField(errors, 'username'), 'password'))).toBe(false)
  })
})
