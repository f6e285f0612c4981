import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { planTiers, rateOfLink, yearlyTimes } from '../../../src/rules/plan/plan.ts'
import {
  isMaxOfNext,
  oneIn,
  planMeanPpm,
  planTerm,
  shareBelow,
  termAmount,
  tierAbove,
} from '../../../src/rules/plan/term.ts'

/** Tiers of examples. */
const tiers = [
  { id: '1', lowPpm: 18_300, highPpm: 20_100, days: 2 },
  { id: '2', lowPpm: 24_600, highPpm: 27_300, days: 3 },
  { id: '3', lowPpm: 27_900, highPpm: 29_800, days: 5 },
  { id: '4', lowPpm: 30_500, highPpm: 32_900, days: 7 },
  { id: '5', lowPpm: 33_300, highPpm: 33_500, days: 9 },
  { id: '6', lowPpm: 35_400, highPpm: 37_400, days: 12 },
]

describe('plan: the result of one order', () => {
  it('is, by the mean of its rule, in a year as many times the principal', () => {
    expect(tiers.map((tier) => Math.round(planMeanPpm(tier)))).toEqual([17_280, 23_355, 25_965, 28_530, 30_060, 32_760])
    // 1.01728 to the power of 365, by another calculator: 519.7.
    expect(tiers.map((tier) => Math.round(yearlyTimes(planMeanPpm(tier))))).toEqual([
      520, 4_567, 11_571, 28_786, 49_524, 128_759,
    ])
  })

  it('has this mean and 95% range in millionths, by tier', () => {
    expect(
      tiers.map((tier) => {
        const { meanPpm, lowPpm, highPpm } = planTerm(tier)
        return [Math.round(meanPpm), lowPpm, highPpm]
      }),
    ).toEqual([
      [34_560, 4_722, 39_753],
      [70_065, 29_097, 80_307],
      [129_825, 71_142, 146_366],
      [199_710, 124_331, 224_885],
      [270_540, 183_566, 300_864],
      [393_119, 287_683, 439_518],
    ])
  })

  it('is below a sum in as many orders as a count by hand gives', () => {
    const below = shareBelow({ lowPpm: 100, highPpm: 200, days: 1 })
    expect([-100, 0, 100, 150, 200].map(below)).toEqual([0, 0.05, 0.1, 0.55, 1])
    // A loss needs both days below the range: one order in a hundred, and half of those.
    expect(shareBelow({ lowPpm: 100, highPpm: 200, days: 2 })(0)).toBeCloseTo(0.01 / 2, 9)
    expect(shareBelow({ lowPpm: 100, highPpm: 200, days: 2 })(400)).toBe(1)
  })

  it('is what drawn days come to: 20,000 orders of fixed links lie as often below it', () => {
    const orders = 20_000
    for (const tier of tiers.slice(0, 3)) {
      const { meanPpm, lowPpm, highPpm } = planTerm(tier)
      const sums = Array.from({ length: orders }, (_, order) =>
        Array.from({ length: tier.days }, (_, day) =>
          rateOfLink(createHash('sha256').update(`${tier.id}/${order}/${day}`).digest('hex'), tier),
        ).reduce((sum, rate) => sum + rate, 0),
      )
      // Four standard deviations of a share of 2.5% in 20,000 are 0.0044; of the mean, below 1,200 millionths an order, 40.
      const share = (isIn: (sum: number) => boolean) => sums.filter(isIn).length / orders
      expect(Math.abs(share((sum) => sum < lowPpm) - 0.025)).toBeLessThan(0.0044)
      expect(Math.abs(share((sum) => sum > highPpm) - 0.025)).toBeLessThan(0.0044)
      expect(Math.abs(sums.reduce((sum, each) => sum + each, 0) / orders - meanPpm)).toBeLessThan(700)
    }
  })

  it('is of a principal an amount that is rounded as a day’s income is', () => {
    expect(termAmount('1000', 34_559.9)).toBe('34.560000')
    expect(termAmount('0.000001', 1)).toBe('0.000001')
  })

  it('ends where the next tier begins, of all tiers but the last', () => {
    expect(planTiers.map(({ max }) => isMaxOfNext(max))).toEqual([true, true, true, true, true, false])
    // An amount between two bounds ends no tier.
    expect(['4999', '5001', '1'].map(isMaxOfNext)).toEqual([false, false, false])
  })

  it('finds the tier that begins at the upper bound of another', () => {
    expect(planTiers.map((tier) => tierAbove(tier)?.id)).toEqual(['2', '3', '4', '5', '6', undefined])
  })

  it('loses in one of this many orders, to two digits', () => {
    expect(oneIn(shareBelow({ lowPpm: 18_300, highPpm: 20_100, days: 2 })(0))).toBe(200)
    expect([oneIn(0.5), oneIn(0.000_123), oneIn(0)]).toEqual([2, 8_100, null])
  })
})
