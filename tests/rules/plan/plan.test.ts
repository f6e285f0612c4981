import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatMoney, parseMoney } from '../../../src/rules/money/money.ts'
import {
  checkRate,
  leaveAt,
  mostOf,
  PLAN_DAYS,
  PLAN_FEE_BPS,
  planFee,
  planIncome,
  planTiers,
  rateOfLink,
  validatePlan,
  yearlyTimes,
} from '../../../src/rules/plan/plan.ts'
import { incomeBy, rateIn } from '../../server/plan/judge.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const tierAt = (index: number) => planTiers[index] ?? expect.fail('no such tier')
const first = tierAt(0)
/** The range of the examples. */
const range = { lowPpm: 18_300, highPpm: 20_100 }
/** A link whose first digits choose the branch, and whose next eight draw within it. */
const linkWith = (branch: string, draw: string) => `${branch}${draw}${'0'.repeat(48)}`

describe('hosting plans', () => {
  it('are of these tiers', () => {
    expect(
      planTiers.map(({ id, min, max, lowPpm, highPpm, days, timesMax }) =>
        [id, min, max, `${lowPpm / 10_000}%`, `${highPpm / 10_000}%`, days, timesMax].join(' '),
      ),
    ).toEqual([
      '1 500 5000 1.83% 2.01% 2 2',
      '2 5000 50000 2.46% 2.73% 3 ',
      '3 50000 200000 2.79% 2.98% 5 ',
      '4 200000 500000 3.05% 3.29% 7 ',
      '5 500000 1000000 3.33% 3.35% 9 ',
      '6 1000000 5000000 3.54% 3.74% 12 ',
    ])
    expect([PLAN_DAYS, PLAN_FEE_BPS]).toEqual([365, 100])
  })

  it('draw a rate by the link alone: one in ten is below the range, half of these a loss, and none is zero', () => {
    // A tenth of 2^32 is 429496729.6: 0x19999999 is below it, and 0x1999999a is not.
    expect(rateOfLink(linkWith('19999999', '00000000'), range)).toBe(-18_300)
    expect(rateOfLink(linkWith('19999999', 'ffffffff'), range)).toBe(18_299)
    expect(rateOfLink(linkWith('1999999a', '00000000'), range)).toBe(18_300)
    expect(rateOfLink(linkWith('ffffffff', 'ffffffff'), range)).toBe(20_100)
    const rates = Array.from({ length: 20_000 }, (_, index) => rateOfLink(sha256(`link ${index}`), range))
    const below = rates.filter((rate) => rate < 18_300)
    const losses = rates.filter((rate) => rate < 0)
    // Drawn from fixed links: the counts are always the same, and lie within four standard deviations.
    expect(Math.abs(below.length - 2_000)).toBeLessThan(170)
    expect(Math.abs(losses.length - 1_000)).toBeLessThan(124)
    expect(rates.every((rate) => rate !== 0 && rate >= -18_300 && rate <= 20_100)).toBe(true)
    expect(() => rateOfLink('no link', range)).toThrow(RangeError)
  })

  it('draw within whatever range a plan opened with as other code does, which calculates in whole numbers', () => {
    const word = fc.stringMatching(/^[0-9a-f]{8}$/)
    fc.assert(
      fc.property(word, word, fc.integer({ min: 1, max: 50_000 }), fc.nat(20_000), (branch, draw, low, wide) => {
        const rate = rateOfLink(linkWith(branch, draw), { lowPpm: low, highPpm: low + wide })
        expect(BigInt(rate)).toBe(rateIn(linkWith(branch, draw), [BigInt(low), BigInt(low + wide)]))
        expect(rate !== 0 && rate >= -low && rate <= low + wide).toBe(true)
      }),
    )
  })

  it('add and take as other code calculates, and never to the person’s disadvantage', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 5_000_000_000_000n }),
        fc.integer({ min: -37_400, max: 37_400 }),
        (amount, rate) => {
          const income = planIncome(amount, rate)
          expect(income).toBe(incomeBy(amount, BigInt(rate)))
          // In millionths of a minor unit: rounding gives the person less than one and never takes any.
          const given = income * 1_000_000n - amount * BigInt(rate)
          expect(given >= 0n && given < 1_000_000n).toBe(true)
        },
      ),
    )
  })

  it('are checked by hashing a link back to the published end', () => {
    const link = sha256('a start')
    const end = sha256(sha256(sha256(link)))
    const ratePpm = rateOfLink(link, first)
    expect(checkRate({ day: 3, link, ratePpm, end }, first, sha256)).toBe('verified')
    expect(checkRate({ day: 2, link, ratePpm, end }, first, sha256)).toBe('wrongLink')
    expect(checkRate({ day: 3, link: sha256('another'), ratePpm, end }, first, sha256)).toBe('wrongLink')
    expect(checkRate({ day: 3, link, ratePpm: ratePpm + 1, end }, first, sha256)).toBe('wrongRate')
  })

  it('follow from a link as docs/protocol.md says, in its example', () => {
    const link = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
    const end = 'cd372fb85148700fa88095e3492d3f9f5beb43e555e5ff26d95f5a6adc36f8e6'
    expect(checkRate({ day: 1, link, ratePpm: 19_376, end }, range, sha256)).toBe('verified')
  })

  it('round what a day brings or takes, and the fee, in favour of the person', () => {
    expect(planIncome(1_000_000_000n, 20_100)).toBe(20_100_000n)
    expect(planIncome(1n, 18_300)).toBe(1n)
    expect(planIncome(1_000_000_000n, -18_300)).toBe(-18_300_000n)
    expect(planIncome(1n, -18_300)).toBe(0n)
    expect(planFee(1_000_000_000n, 100)).toBe(10_000_000n)
    expect(planFee(199n, 100)).toBe(1n)
  })

  it.each(planTiers.map((tier, index) => ({ tier, next: planTiers[index + 1] })))(
    'of tier $tier.id take what is within its bounds: one that two share belongs to the higher',
    ({ tier, next }) => {
      const [min, max] = [tier.min, tier.max].map((text) => parseMoney(text, 6) ?? 0n)
      const judged = (amount: bigint) =>
        validatePlan({ amount: formatMoney(amount, 6) }, { tier, feeBps: 100, available: null })
      const errorOf = (key: string, limit: string) => ({ amount: { key, params: { limit, currency: 'USDT' } } })
      const most = next ? (max ?? 0n) - 1n : (max ?? 0n)
      for (const amount of [min ?? 0n, most]) expect(judged(amount)).toMatchObject({ errors: {}, values: { amount } })
      expect(judged((min ?? 0n) - 1n)).toMatchObject({ errors: errorOf('belowMinimum', tier.min), values: undefined })
      const limit = next ? formatMoney(most, 6) : tier.max
      expect(judged(most + 1n)).toMatchObject({ errors: errorOf('aboveMaximum', limit), values: undefined })
      for (const amount of ['', '0'])
        expect(validatePlan({ amount }, { tier, feeBps: 100, available: null }).errors).toEqual({
          amount: { key: 'wrongAmount' },
        })
    },
  )

  it.each([
    [0, '100000.000000', formatMoney((parseMoney(first.max, 6) ?? 0n) - 1n, 6)],
    [0, `${first.min}.500000`, `${first.min}.500000`],
    [5, '9000000.000000', `${tierAt(5).max}.000000`],
  ])('of tier %i take the most of %s', (index, available, most) => {
    const tier = tierAt(index)
    expect(mostOf(tier, available)).toBe(most)
    expect(validatePlan({ amount: most }, { tier, feeBps: 100, available }).errors).toEqual({})
  })

  it.each([
    [99_999, 'before'],
    [100_000, 'within'],
    [159_999, 'within'],
    [160_000, null],
    [220_000, null],
  ])('of two days of a minute from 100 s on are left at %i ms: %s', (now, leave) => {
    expect(leaveAt({ startsAt: 100_000, lockedUntil: 220_000, daySeconds: 60 }, now)).toBe(leave)
  })

  it('would make of a day’s 1.83% 749 times as much in a year', () => {
    // 1.0183 to the power of 365, by another calculator.
    expect(Math.round(yearlyTimes(18_300))).toBe(749)
    expect(yearlyTimes(0)).toBe(1)
  })

  it('state their results by their range, and the cost of ending early', () => {
    const { summary, errors } = validatePlan(
      { amount: '1000' },
      { tier: { ...first, ...range, days: 2 }, feeBps: 100, available: '999.999999' },
    )
    expect(errors).toEqual({ amount: { key: 'insufficientBalance' } })
    expect(summary).toEqual({
      amount: '1000.000000',
      low: '36.600000',
      worst: '-36.600000',
      high: '40.200000',
      fee: '10.000000',
    })
  })
})
