import { describe, expect, test } from 'vitest'
import { gainSince, sumInCurrency } from '../../src/ui/pages/wallet/gain-since.ts'

describe('gain: over a range', () => {
  test('is the current value, less the initial value and net deposits', () => {
    expect(gainSince('10585.000000', { value: '10000.000000', paidIn: '500.000000' })).toEqual({
      gain: '85.000000',
      base: '10500.000000',
    })
  })

  test('may be a loss, and a withdrawal is none', () => {
    expect(gainSince('400.000000', { value: '1000.000000', paidIn: '-500.000000' })).toEqual({
      gain: '-100.000000',
      base: '500.000000',
    })
  })

  test('has no share where more was taken out than there was', () => {
    expect(gainSince('50.000000', { value: '100.000000', paidIn: '-100.000000' })).toEqual({
      gain: '50.000000',
      base: null,
    })
  })
})

test('gain: USDT in another currency is rounded down, to that currency’s decimals', () => {
  expect(sumInCurrency(['10000.000000'], '0.92229651', 2)).toBe('9222.96')
  expect(sumInCurrency(['0.999999'], '148.21600000', 0)).toBe('148')
  expect(sumInCurrency(['0.000000'], '148.21600000', 0)).toBe('0')
})
