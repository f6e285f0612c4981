import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { forexPositionOf, validateCloseLots } from '../../../src/rules/forex/close.ts'
import {
  closeLots,
  dealPriceAt,
  type ForexPosition,
  forexMargin,
  forexTermsOf,
  settleForex,
  stopOutPrice,
} from '../../../src/rules/forex/forex.ts'
import { forexPairs } from '../../../src/rules/forex/pairs.ts'
import { PARTS_MAX } from '../../../src/rules/lever/acts.ts'
import { leverDirections } from '../../../src/rules/lever/lever.ts'
import { instrumentOf } from '../../../src/rules/market/instruments.ts'
import { parseMoney } from '../../../src/rules/money/money.ts'
import { forexOrderOf } from '../../models/kit/forexes.ts'

const referenceOf = (symbol: string) => parseMoney(instrumentOf(symbol).reference, instrumentOf(symbol).scale) ?? 0n

/** Positions in any pair, with margins after rollovers and deductions that are no multiples of their lots. */
const positions: fc.Arbitrary<ForexPosition> = fc
  .record({
    pair: fc.constantFrom(...forexPairs),
    direction: fc.constantFrom(...leverDirections),
    lots: fc.bigInt({ min: 2n, max: 500n }),
    swap: fc.bigInt({ min: -9_999_999n, max: 9_999_999n }),
    limited: fc.bigInt({ min: 0n, max: 9_999_999n }),
  })
  .map(({ pair, direction, lots, swap, limited }) => {
    const terms = { ...forexTermsOf(pair, direction, lots), rate: pair.via ? referenceOf(pair.via) : null }
    const entry = dealPriceAt(terms, referenceOf(pair.symbol), true)
    const initial = forexMargin(terms, entry)
    return { ...terms, entry, initial, margin: initial + swap, limited }
  })
const shares = fc.array(fc.integer({ min: 1, max: 99 }), { minLength: 1, maxLength: PARTS_MAX })

describe('forex: closing some lots', () => {
  it('loses no unit, and returns at most what closing at once returns, in any parts at any price', () => {
    fc.assert(
      fc.property(positions, shares, fc.integer({ min: -30_000, max: 30_000 }), (position, percents, ppm) => {
        const recorded = position.entry + (position.entry * BigInt(ppm)) / 1_000_000n
        const exit = dealPriceAt(position, recorded, false)
        const whole = settleForex(position, exit)
        let open = position
        const sums = { lots: 0n, margin: 0n, initial: 0n, limited: 0n, profit: 0n, returned: 0n }
        for (const percent of [...percents, 100]) {
          const lots = percent === 100 ? open.lots : (open.lots * BigInt(percent)) / 100n
          if (lots === 0n || open.lots === 0n) continue
          const { part, rest, profit, payout, shortfall } = closeLots(open, lots, exit)
          expect(payout - shortfall).toBe(part.margin + profit)
          sums.lots += part.lots
          sums.margin += part.margin
          sums.initial += part.initial
          sums.limited += part.limited
          sums.profit += profit
          sums.returned += payout - shortfall
          open = rest
        }
        const { lots, margin, initial, limited } = position
        expect(sums).toMatchObject({ lots, margin, initial, limited })
        expect(open).toMatchObject({ lots: 0n, margin: 0n, initial: 0n, limited: 0n })
        const missed = whole.payout - whole.shortfall - sums.returned
        expect(missed >= 0n && missed <= BigInt(2 * percents.length)).toBe(true)
      }),
    )
  })

  it('rounds a part against it, and leaves the rest at least its share, its entry and its stop-out price', () => {
    fc.assert(
      fc.property(positions, fc.integer({ min: 1, max: 99 }), (position, percent) => {
        const lots = (position.lots * BigInt(percent)) / 100n
        if (lots === 0n) return
        const { part, rest } = closeLots(position, lots, position.entry)
        const { margin, initial, limited = 0n } = position
        expect(part.margin * position.lots <= margin * lots).toBe(true)
        expect(part.initial * position.lots <= initial * lots).toBe(true)
        expect(part.limited * position.lots >= limited * lots).toBe(true)
        expect(rest).toMatchObject({ entry: position.entry, swap: position.swap, spread: position.spread })
        const [before, after] = [stopOutPrice(position) ?? 0n, stopOutPrice(rest) ?? 0n]
        expect(before - after <= 1n && after - before <= 1n).toBe(true)
      }),
    )
  })

  const order = forexOrderOf('order-1')
  const validate = (quantity: string, change = {}, price = '1.08200') =>
    validateCloseLots({ quantity }, { order: { ...order, ...change }, price })

  it('shows what a part would return, by its own figures', () => {
    // 190 points on 3,000 euro, and three tenths of the margin.
    expect(validate('0.03').summary).toEqual({ profit: '5.700000', payout: '167.707500', isWhole: false })
    expect(validate('0.10').summary).toEqual({ profit: '19.000000', payout: '559.025000', isWhole: true })
    expect(validate('0.03', {}, '').summary).toBeUndefined()
    expect(validate('0.03').values).toEqual({ lots: 3n })
    const rest = { openLots: '0.07', margin: '378.017500', parts: [{ initial: '162.007500' }] }
    expect(forexPositionOf({ ...order, ...rest })).toMatchObject({ lots: 7n, initial: 378_017_500n })
    expect(validate('0.07', rest).summary).toMatchObject({ payout: '391.317500', isWhole: true })
  })

  it.each([
    ['', 'parameterError'],
    ['0.001', 'parameterError'],
    ['0', 'wrongLots'],
    ['0.11', 'wrongLots'],
  ])('refuses %s lots as %s', (quantity, key) => {
    expect(validate(quantity)).toMatchObject({ errors: { quantity: { key } }, values: undefined })
  })

  it('closes 20 parts, and then the rest at once; and nothing that is not open', () => {
    const parts = Array.from({ length: PARTS_MAX }, () => ({ initial: '0.000000' }))
    expect(validate('0.05', { parts }).errors).toEqual({ quantity: { key: 'cannotClose' } })
    expect(validate('0.10', { parts }).errors).toEqual({})
    expect(validate('0.05', { dealPrice: null }).errors).toEqual({ quantity: { key: 'cannotClose' } })
  })
})
