import { describe, expect, test } from 'vitest'
import { cents, less, times } from '../../src/ui/pages/strategy/sums.ts'

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

  test('is a difference of two, or a multiple', () => {
    expect(less('776.470000', '800.000000')).toBe('-23.530000')
    expect(times('48.491698', 53)).toBe('2570.059994')
  })
})
