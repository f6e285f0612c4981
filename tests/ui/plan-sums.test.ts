import { describe, expect, test } from 'vitest'
import { canBeLost, daysLeft, hosted, incomeOf } from '../../src/ui/pages/plan/sums.ts'
import { planOrderOf } from '../models/kit/plans.ts'

const terms = { lowPpm: 18_300, days: 2 }
const [waiting, first, last, leaving, ended] = [
  planOrderOf('waiting', terms),
  planOrderOf('first', { ...terms, state: 'inProgress', firstDay: 8, lastDay: 9 }),
  planOrderOf('last', { ...terms, state: 'inProgress', firstDay: 8, lastDay: 9, daysAccrued: 1, total: '19.000000' }),
  planOrderOf('leaving', { ...terms, state: 'leaving', firstDay: 8, lastDay: 8, total: '0.000000', fee: '10.000000' }),
  planOrderOf('ended', { ...terms, state: 'ended', firstDay: 8, lastDay: 9, daysAccrued: 2, total: '-36.600000' }),
] as const

describe('plan sums: an order', () => {
  test('has the days left that it still takes part in', () => {
    expect([waiting, first, last, leaving, ended].map(daysLeft)).toEqual([2, 2, 1, 1, 0])
  })

  test('can still lose its worst rate on each of them', () => {
    expect([waiting, first, last, leaving, ended].map(canBeLost)).toEqual([
      36_600_000n,
      36_600_000n,
      18_300_000n,
      18_300_000n,
      0n,
    ])
  })

  test('has earned the results of its days, less the fee for ending early', () => {
    expect([last, leaving, ended].map(incomeOf)).toEqual([19_000_000n, -10_000_000n, -36_600_000n])
    expect(hosted([first, last, leaving])).toEqual({ principal: 3_000_000_000n, income: 9_000_000n })
  })
})
