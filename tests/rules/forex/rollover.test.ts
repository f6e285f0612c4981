import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  dealPriceAt,
  type ForexPosition,
  forexMargin,
  forexTermsOf,
  rolloverOf,
  rolloversFrom,
  settleForex,
} from '../../../src/rules/forex/forex.ts'
import { forexPairs } from '../../../src/rules/forex/pairs.ts'
import { nextRollover } from '../../../src/rules/forex/rollover.ts'
import { leverDirections } from '../../../src/rules/lever/lever.ts'
import { instrumentOf } from '../../../src/rules/market/instruments.ts'
import { parseMoney } from '../../../src/rules/money/money.ts'

const at = (text: string) => Date.parse(`${text}Z`)

describe('a rollover', () => {
  it.each([
    // Monday in winter, and the moment itself, after which the next one comes.
    ['2026-01-05T10:00:00', '2026-01-05T22:00:00', 1],
    ['2026-01-05T22:00:00', '2026-01-06T22:00:00', 1],
    ['2026-01-07T00:00:00', '2026-01-07T22:00:00', 3],
    ['2026-01-09T22:00:00', '2026-01-12T22:00:00', 1],
    ['2026-01-11T23:00:00', '2026-01-12T22:00:00', 1],
    // Summer time began on 8 March 2026, a Sunday, and ended on 1 November.
    ['2026-03-06T12:00:00', '2026-03-06T22:00:00', 1],
    ['2026-03-08T12:00:00', '2026-03-09T21:00:00', 1],
    ['2026-10-30T12:00:00', '2026-10-30T21:00:00', 1],
    ['2026-11-01T12:00:00', '2026-11-02T22:00:00', 1],
    // In 2023 these were 12 March and 5 November.
    ['2023-03-10T12:00:00', '2023-03-10T22:00:00', 1],
    ['2023-03-13T12:00:00', '2023-03-13T21:00:00', 1],
    ['2023-11-03T12:00:00', '2023-11-03T21:00:00', 1],
    ['2023-11-06T12:00:00', '2023-11-06T22:00:00', 1],
  ])('after %s is at 17:00 in New York: %s, for %i nights', (time, moment, nights) => {
    expect(nextRollover(at(time))).toEqual({ at: at(moment), nights })
    const clock = new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', hour: 'numeric', weekday: 'long' })
    expect(clock.format(nextRollover(at(time)).at)).toMatch(/(Mon|Tues|Wednes|Thurs|Fri)day.*5\s?PM/)
  })
})

describe('a position held over a rollover at an unchanged price', () => {
  const sides = forexPairs.flatMap((pair) =>
    leverDirections.map((direction) => [pair.symbol, direction, pair] as const),
  )
  const priceOf = (symbol: string) => {
    const { reference, scale } = instrumentOf(symbol)
    return parseMoney(reference, scale) ?? 0n
  }
  /** A week of each season: every weekday, in winter, in summer and where the clocks change. */
  const days = ['2026-01-05', '2026-03-02', '2026-03-09', '2026-06-01', '2026-10-26', '2026-11-02'].flatMap((monday) =>
    Array.from({ length: 7 }, (_, day) => at(`${monday}T12:00:00`) + day * 86_400_000),
  )

  it.each(sides)('loses more by the spread than it is credited: %s, %s', (symbol, direction, pair) => {
    const via = pair.via === undefined ? null : priceOf(pair.via)
    const reference = priceOf(symbol)
    const arbitrary = fc.record({
      lots: fc.bigInt(1n, parseMoney(pair.maxLots, 2) ?? 1n),
      day: fc.constantFrom(...days),
      // From a thirtieth of its reference price to thirty times it, which the simulated market seldom leaves within decades.
      percent: fc.oneof(fc.bigInt(3n, 50n), fc.bigInt(50n, 200n), fc.bigInt(200n, 3_000n)),
    })
    fc.assert(
      fc.property(arbitrary, ({ lots, day, percent }) => {
        const price = (reference * percent) / 100n
        const terms = { ...forexTermsOf(pair, direction, lots), rate: via }
        const entry = dealPriceAt(terms, price, true)
        const initial = forexMargin(terms, entry)
        const rollover = nextRollover(day)
        const { swap } = rolloversFrom(
          { night: rolloverOf(terms, entry), initial },
          rollover.at - 2_000,
          rollover.at + 2_000,
        )
        const position: ForexPosition = { ...terms, entry, initial, margin: initial + swap }
        expect(settleForex(position, dealPriceAt(terms, price, false)).payout).toBeLessThan(initial)
      }),
    )
  })

  it('costs money if its holdings of three currencies cancel out', () => {
    const points = (symbol: string, direction: 'long' | 'short') => {
      const pair = forexPairs.find((each) => each.symbol === symbol)
      if (!pair) throw new Error(`${symbol} is not traded`)
      const terms = { ...forexTermsOf(pair, direction, 100n), rate: pair.via === undefined ? null : priceOf(pair.via) }
      return Number(rolloverOf(terms, priceOf(symbol)))
    }
    // Sells as many pounds as the cross is bought with.
    const pounds = Number(priceOf('EURGBP')) / 10 ** instrumentOf('EURGBP').scale
    const [long, short] = ['long', 'short'] as const
    expect(points('EURGBP', long) + points('EURUSD', short) + pounds * points('GBPUSD', long)).toBeLessThan(0)
    expect(points('EURGBP', short) + points('EURUSD', long) + pounds * points('GBPUSD', short)).toBeLessThan(0)
  })
})
