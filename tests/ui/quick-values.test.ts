import { describe, expect, test } from 'vitest'
import { priceAway, quantityWithin, type SizeTerms } from '../../src/ui/pages/orders/quick-values.ts'

const terms: SizeTerms = { symbol: 'BTCUSDT', unit: '0.0001', price: '43182.50', leverage: 20, currency: 'USDT' }

describe('quick values: a size', () => {
  test('typed by its margin is the most that this margin carries at the leverage', () => {
    expect(quantityWithin('535', 'margin', terms)).toBe('0.2477')
    expect(quantityWithin('535', 'margin', { ...terms, leverage: 1 })).toBe('0.0123')
  })

  test('typed by its value is worth no more than that', () => {
    expect(quantityWithin('4318.25', 'quote', terms)).toBe('0.1')
    expect(quantityWithin('4318.24', 'quote', terms)).toBe('0.0999')
  })

  test('below the smallest is none, and an invalid amount stays unchanged', () => {
    expect(quantityWithin('1', 'quote', terms)).toBe('0')
    expect(quantityWithin('', 'quote', terms)).toBe('')
    expect(quantityWithin('?', 'margin', terms)).toBe('?')
    expect(quantityWithin('100', 'quote', { ...terms, price: '' })).toBe('')
  })
})

test('quick values: a price away from another is rounded to the instrument’s decimals', () => {
  expect(priceAway('43182.50', -100, 'BTCUSDT')).toBe('42750.68')
  expect(priceAway('43182.50', 50, 'BTCUSDT')).toBe('43398.41')
  expect(priceAway('', 50, 'BTCUSDT')).toBe('')
})
