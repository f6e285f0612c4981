import { describe, expect, it } from 'vitest'
import { createGenerator } from '../../server/market/simulated/generator.ts'
import { createModel } from '../../server/market/simulated/model.ts'
import { forexPairs } from '../../src/rules/forex/pairs.ts'
import { nextRollover } from '../../src/rules/forex/rollover.ts'
import { leverDirections } from '../../src/rules/lever/lever.ts'
import { isOpen } from '../../src/rules/market/hours.ts'
import { instruments } from '../../src/rules/market/instruments.ts'
import { gainByRollover } from '../../src/rules/orders/fair-gain.ts'
import { holdings } from './holding.ts'

/*
 * The simulated market has no direction that anyone could know. Prices are those of its own model; what holding costs, and what nights bring, is
 * what is on offer.
 */

const ROUNDS = process.env.TEST_LONG ? 60_000 : 1_500
const SIGMAS = 4.5
const HOUR_MS = 3_600_000
const MONDAY = Date.UTC(2026, 0, 5)

describe('market: someone who holds something for a year', () => {
  // As they are, at half of their references, and at twice.
  it.each([[0], [-0.7], [0.7]])('earns nothing, from %d in log of its reference', (level) => {
    for (const { symbol, how, brings, error } of holdings('live', {
      level,
      rounds: ROUNDS,
      seed: `holding ${level}`,
    })) {
      expect(brings, `${symbol}, ${how}, give or take ${error}`).toBeLessThanOrEqual(SIGMAS * error)
    }
  })

  it('would earn by a market that is drawn back to its references', () => {
    const found = holdings('past', { level: -0.7, rounds: 500, seed: 'pull' }).filter(
      ({ brings, error }) => brings > SIGMAS * error,
    )
    expect(found.map(({ symbol, how }) => `${symbol}, ${how}`)).toEqual(
      expect.arrayContaining(['BTCUSDT, spot', 'EURUSD, contract, long', 'USDCHF, lots, long']),
    )
  })
})

describe('market: someone who holds lots over some nights', () => {
  /** The market's drift between two times, in units of price, spread evenly over opening hours. */
  const gained = (symbol: string, from: number, to: number) => {
    let open = 0
    for (let at = from; at < to; at += HOUR_MS) if (isOpen('forex', at)) open += Math.min(to - at, HOUR_MS) / HOUR_MS
    return (gainByRollover(symbol) * 7 * open) / 120
  }

  it.each(forexPairs.map((pair) => [pair.symbol, pair] as const))('pays more than they bring on %s', (symbol, pair) => {
    // A cross drifts as its legs do.
    if (pair.via !== undefined) return
    const begins = Array.from({ length: 21 }, (_, day) => MONDAY + day * 24 * HOUR_MS + 21.9 * HOUR_MS)
    for (const from of begins.filter((at) => isOpen('forex', at))) {
      for (let nights = 0, next = nextRollover(from), count = 0; count < 40; count++) {
        nights += next.nights
        for (const direction of leverDirections) {
          const drift = gained(symbol, from, next.at + 60_000) * (direction === 'long' ? 1 : -1)
          const brings = nights * Number(pair.swap[direction]) + drift - Number(pair.spread)
          expect(brings, `${direction} for ${nights} nights`).toBeLessThan(0)
        }
        next = nextRollover(next.at)
      }
    }
  })
})

describe('market: the simulated one', () => {
  it('keeps its prices of the same order for decades, though nothing draws them back', () => {
    const generator = createGenerator('decades')
    const far: number[] = []
    for (let round = 0; round < 15; round++) {
      const model = createModel(generator, 'live')
      for (let week = 0; week < 20 * 52; week++) {
        model.step(7 * 86_400, { crypto: 7 * 86_400, forex: 5 * 86_400, metal: 5 * 82_800, at: undefined })
      }
      far.push(...model.level.map(Math.abs))
    }
    far.sort((a, b) => a - b)
    expect(far).toHaveLength(15 * instruments.length)
    // Of a hundred prices 99 are within a 30th and the thirtyfold of their references after twenty years.
    expect(far[Math.floor(far.length * 0.99)]).toBeLessThan(Math.log(30))
  })
})
