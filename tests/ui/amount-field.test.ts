import { describe, expect, test } from 'vitest'
import { decimalText } from '../../src/ui/parts/amount-field.tsx'

describe('what is typed as an amount', () => {
  test.each([
    ['100', 2, '100'],
    ['12.', 2, '12.'],
    ['12,5', 2, '12.5'],
    ['.5', 2, '0.5'],
    ['007', 2, '7'],
    ['1,234.5', 2, '1234.5'],
    ['1.239', 2, '1.23'],
    ['1.2.3', 2, '1.23'],
    ['-5', 2, '5'],
    ['1e9', 2, '19'],
    ['5.5', 0, '5'],
    ['', 2, ''],
    ['0', 2, '0'],
    ['12345678901234567890', 2, '123456789012345678'],
  ])('%s with %i decimals becomes %s', (typed, scale, text) => {
    expect(decimalText(typed, scale)).toBe(text)
  })
})
