import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkStake, outcome, periods, profit, stakeLimits } from '../../../src/rules/microtrade/microtrade.ts'
import { currencyOf } from '../../../src/rules/money/currencies.ts'
import { parseMoney } from '../../../src/rules/money/money.ts'

const price = fc.bigInt({ min: 1n, max: 10n ** 12n })
const stake = fc.bigInt({ min: 1n, max: 10n ** 15n })

it('microtrade: the terms of options are these', () => {
  expect(periods.map(({ seconds, payoutBps }) => [seconds, payoutBps])).toEqual([
    [30, 8_500],
    [60, 8_800],
    [120, 9_000],
    [300, 9_200],
  ])
  expect(stakeLimits.map(({ currency, min, max, unit }) => [currency, min, max, unit].join(' '))).toEqual([
    'USDT 10 5000 1',
    'BTC 0.0002 0.1 0.0001',
    'ETH 0.005 2 0.001',
  ])
})

describe('microtrade: the outcome of a timed option', () => {
  it('is won for the one direction exactly where it is lost for the other', () => {
    fc.assert(
      fc.property(price, price, (buy, final) => {
        const both = [outcome('rise', buy, final), outcome('fall', buy, final)]
        if (buy === final) expect(both).toEqual(['drawn', 'drawn'])
        else expect(both.toSorted()).toEqual(['lost', 'won'])
      }),
    )
  })

  it.each([
    ['rise', 100n, 101n, 'won'],
    ['rise', 100n, 99n, 'lost'],
    ['fall', 100n, 99n, 'won'],
    ['fall', 100n, 101n, 'lost'],
    ['rise', 100n, 100n, 'drawn'],
  ] as const)('of a %s from %s to %s is %s', (direction, buy, final, result) => {
    expect(outcome(direction, buy, final)).toBe(result)
  })
})

describe('microtrade: what a won option earns', () => {
  it('is its rate, rounded in the user’s favour by less than one minor unit', () => {
    fc.assert(
      fc.property(stake, fc.integer({ min: 0, max: 20_000 }), (amount, payoutBps) => {
        const exact = amount * BigInt(payoutBps)
        const over = profit(amount, payoutBps) * 10_000n - exact
        expect(over >= 0n && over < 10_000n).toBe(true)
      }),
    )
  })

  it('is 85 on a hundred at 8,500 basis points, and never less for a longer period', () => {
    expect(profit(100_000_000n, 8_500)).toBe(85_000_000n)
    const rates = periods.map(({ payoutBps }) => payoutBps)
    expect(rates).toEqual(rates.toSorted((a, b) => a - b))
  })
})

describe('microtrade: the limits of a stake', () => {
  const limits = { min: 10n, max: 5_000n, unit: 10n }

  it.each([
    [9n, 'belowMinimum'],
    [0n, 'belowMinimum'],
    [10n, 'ok'],
    [15n, 'notMultiple'],
    [5_000n, 'ok'],
    [5_001n, 'aboveMaximum'],
  ] as const)('say of %s: %s', (amount, verdict) => {
    expect(checkStake(amount, limits)).toBe(verdict)
  })

  it('are amounts that their currency can hold, and can themselves be staked', () => {
    for (const { currency, min, max, unit } of stakeLimits) {
      const { scale } = currencyOf(currency)
      const [least, most, step] = [min, max, unit].map((text) => parseMoney(text, scale) ?? 0n)
      if (least === undefined || most === undefined || step === undefined) throw new Error('three limits were read')
      expect(step).toBeGreaterThan(0n)
      expect(checkStake(least, { min: least, max: most, unit: step })).toBe('ok')
      expect(checkStake(most, { min: least, max: most, unit: step })).toBe('ok')
    }
  })
})
