import { describe, expect, it } from 'vitest'
import { characterOf } from '../../../server/market/simulated/characters.ts'
import { createGenerator } from '../../../server/market/simulated/generator.ts'
import {
  dealPriceAt,
  type ForexPosition,
  forexLimitedOver,
  forexMargin,
  forexTermsOf,
  settleForex,
} from '../../../src/rules/forex/forex.ts'
import { type ForexPair, forexPairs } from '../../../src/rules/forex/pairs.ts'
import { leverDirections } from '../../../src/rules/lever/lever.ts'
import { instrumentOf } from '../../../src/rules/market/instruments.ts'
import { parseMoney } from '../../../src/rules/money/money.ts'

/*
 * What legs in lots bring over a stop of the server or a weekend on a recorded or live market, on average, to accounts that act together: in moves of the pair's own
 * volatility that favour no direction, in storms that they wait for. As a share of what one leg is worth, with its spread and without nights.
 */

const ROUNDS = process.env.TEST_LONG ? 200_000 : 4_000
const priceOf = (symbol: string) => parseMoney(instrumentOf(symbol).reference, instrumentOf(symbol).scale) ?? 0n

/** Result of a one-lot leg that opens at the price before and closes at the one after. @param limits whether its terms limit a gain over a gap */
function legOver(
  pair: ForexPair,
  direction: (typeof leverDirections)[number],
  [before, after]: readonly [bigint, bigint],
  limits = true,
): number {
  const { via = null } = pair
  const terms = { ...forexTermsOf(pair, direction, 100n), rate: via === null ? null : priceOf(via) }
  const entry = dealPriceAt(terms, before, true)
  const initial = forexMargin(terms, entry)
  const opened: ForexPosition = { ...terms, entry, margin: initial, initial }
  const position = { ...opened, limited: limits ? forexLimitedOver(opened, before, after) : 0n }
  const { payout } = settleForex(position, dealPriceAt(position, after, false))
  return Number(payout - initial) / Number(initial * terms.leverage)
}

/** Average result of legs in a pair after this many hours. */
function broughtIn(pair: ForexPair, hours: number, limits = true) {
  const { symbol } = pair
  const { normal } = createGenerator(`lots ${symbol} ${hours}`)
  const before = priceOf(symbol)
  const volatility = characterOf(symbol).volatility * Math.sqrt(hours / 24 / 365.25)
  const isDollars = instrumentOf(symbol).base === 'USD'
  const sums = { long: 0, short: 0 }
  for (let round = 0; round < ROUNDS; round++) {
    const deviation = volatility * 3 * Math.exp(Math.abs(0.57 * normal()))
    // Fair in dollars: a price of dollars is so in its inverse.
    const move = Math.exp(deviation * normal() + ((isDollars ? 1 : -1) * deviation ** 2) / 2)
    const prices = [before, BigInt(Math.max(1, Math.round(Number(before) * move)))] as const
    for (const direction of leverDirections) sums[direction] += legOver(pair, direction, prices, limits) / ROUNDS
  }
  return { pair: sums.long + sums.short, alone: Math.max(sums.long, sums.short) }
}

describe('forex: long and short in lots over an outage while the market moves', () => {
  /** Of both, and of the one that brings more. */
  const most = {
    1: [-0.0001, 0.001],
    12: [-0.0001, 0.002],
    48: [-0.0001, 0.004],
    72: [-0.0001, 0.006],
    168: [-0.0001, 0.012],
  } as const

  it.each(Object.entries(most))(
    'pay for both, and bring with one after %s hours no more than its skew',
    (hours, at) => {
      for (const pair of forexPairs) {
        const brought = broughtIn(pair, Number(hours))
        expect(brought.pair, pair.symbol).toBeLessThanOrEqual(at[0])
        expect(brought.alone, pair.symbol).toBeLessThanOrEqual(at[1])
      }
    },
  )

  it('would gain without the limit on gains over a gap', () => {
    expect(Math.max(...forexPairs.map((pair) => broughtIn(pair, 168, false).pair))).toBeGreaterThan(0.005)
  })
})
