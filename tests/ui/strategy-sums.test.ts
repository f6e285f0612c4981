import { describe, expect, test } from 'vitest'
import { GRIDS_MIN } from '../../src/rules/strategy/strategy.ts'
import { cents, less, plus, stepPercent, times } from '../../src/ui/pages/strategy/sums.ts'

describe('strategy sums: an amount of a backtest', () => {
  test('is shown in whole cents, a gain rounded down and a loss up', () => {
    expect(['6.463924', '-6.463924', '0.009999', '-0.000001', '12'].map(cents)).toEqual([
      '6.460000',
      '-6.470000',
      '0.000000',
      '-0.010000',
      '12.000000',
    ])
  })

  test('is a difference or sum of two, or a multiple', () => {
    expect(plus('800.000000', '-23.530000')).toBe('776.470000')
    expect(less('776.470000', '800.000000')).toBe('-23.530000')
    expect(times('48.491698', 53)).toBe('2570.059994')
  })
})

test('strategy sums: the step of a grid is the same share at each level', () => {
  const range = { lower: '100', upper: (100 * 1.1 ** GRIDS_MIN).toFixed(2), grids: String(GRIDS_MIN) }
  expect(stepPercent(range)).toBe('10.00')
  for (const none of [{ lower: '' }, { lower: range.upper }, { upper: '' }, { grids: '' }]) {
    expect(stepPercent({ ...range, ...none })).toBeUndefined()
  }
})
