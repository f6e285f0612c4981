import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_SECONDS } from '../../../src/rules/money/paper-day.ts'
import {
  accruedInterest,
  dailyPpm,
  savingsInterest,
  savingsProducts,
  validateSavings,
} from '../../../src/rules/savings/savings.ts'
import { interestBy } from '../../server/savings/judge.ts'

const week = { id: 'USDT-7', currency: 'USDT', days: 7, rateBps: 200, min: '50', max: '50000', quota: '1000000' }

describe('savings: fixed-term deposits', () => {
  it('are on offer by these terms', () => {
    expect(
      savingsProducts.map(({ id, currency, days, rateBps, min, max, quota }) =>
        [id, currency, days, rateBps, min, max, quota].join(' '),
      ),
    ).toEqual([
      'USDT-7 USDT 7 200 50 50000 1000000',
      'USDT-30 USDT 30 300 50 100000 2000000',
      'USDT-90 USDT 90 375 100 200000 2000000',
      'USDT-180 USDT 180 425 100 200000 1000000',
      'USDT-365 USDT 365 500 500 500000 1000000',
    ])
    expect(DAY_SECONDS).toBe(86_400)
  })

  it('bear simple interest for 365 days, rounded up to the next minor unit', () => {
    expect(savingsInterest(1_000_000_000n, { rateBps: 200, days: 7 })).toBe(383_562n)
    expect(savingsInterest(1_000_000_000n, { rateBps: 500, days: 365 })).toBe(50_000_000n)
    expect(savingsInterest(1n, { rateBps: 200, days: 7 })).toBe(1n)
    // Two terms bear at most one minor unit more than one of twice the principal.
    for (let amount = 1n; amount < 10_000n; amount += 97n) {
      const [one, two] = [savingsInterest(amount, week), savingsInterest(2n * amount, week)]
      expect([2n * one, 2n * one - 1n]).toContain(two)
    }
  })

  it('accrue their interest evenly over the term, rounded down', () => {
    const term = { termAt: 1_000, maturesAt: 8_000 }
    expect([0, 1_000, 4_500.7, 8_000, 9_000].map((now) => accruedInterest(1_001n, term, now))).toEqual([
      0n,
      0n,
      500n,
      1_001n,
      1_001n,
    ])
  })

  it('show a yearly rate as a daily one, rounded to a millionth', () => {
    expect([365, 500].map(dailyPpm)).toEqual([100, 137])
  })

  it('bear what other code calculates, whatever the amount, the rate and the days', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 15n }),
        fc.nat(2_000),
        fc.integer({ min: 1, max: 400 }),
        (amount, rateBps, days) => {
          expect(savingsInterest(amount, { rateBps, days })).toBe(interestBy(amount, BigInt(rateBps), BigInt(days)))
        },
      ),
    )
  })

  it.each([
    ['', { amount: { key: 'wrongAmount' } }],
    ['x', { amount: { key: 'wrongAmount' } }],
    ['0', { amount: { key: 'wrongAmount' } }],
    ['49.99', { amount: { key: 'belowMinimum', params: { limit: '50', currency: 'USDT' } } }],
    ['50', {}],
    ['600.000001', { amount: { key: 'insufficientBalance' } }],
    ['700.000001', { amount: { key: 'quotaReached', params: { limit: '700', currency: 'USDT' } } }],
    ['50000.01', { amount: { key: 'aboveMaximum', params: { limit: '50000', currency: 'USDT' } } }],
  ])('of %j are judged', (amount, errors) => {
    const judged = validateSavings({ amount }, { product: week, left: '700', available: '600' })
    expect(judged.errors).toEqual(errors)
    expect(judged.values !== undefined).toBe(Object.keys(errors).length === 0)
  })

  it('say what comes back', () => {
    const { summary, values } = validateSavings({ amount: '1000' }, { product: week, left: '5000', available: null })
    expect(summary).toEqual({ amount: '1000.000000', interest: '0.383562', total: '1000.383562' })
    expect(values).toEqual({ amount: 1_000_000_000n, interest: 383_562n })
  })
})
