import { expect, it } from 'vitest'
import { maskedNumber, plainNumber } from '../../src/rules/kyc.ts'

it('compares a number without what people write in it', () => {
  expect(plainNumber(' ab-12.3 / 4ｘ ')).toBe('AB1234X')
})

it('shows a number’s ends alone, and of a short one nothing', () => {
  expect(maskedNumber('K1234567')).toBe('K••••67')
  expect(maskedNumber('12-34')).toBe('••••')
})
