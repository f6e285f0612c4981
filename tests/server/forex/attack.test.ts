import { describe, expect, it } from 'vitest'
import { hearing } from '../../../server/market/live/tape.ts'
import { characterOf } from '../../../server/market/simulated/characters.ts'
import { createGenerator } from '../../../server/market/simulated/generator.ts'
import {
  dealPriceAt,
  type ForexPosition,
  forexMargin,
  forexTermsOf,
  rolloverFor,
  rolloverOf,
  settleForex,
  stopOutPrice,
} from '../../../src/rules/forex/forex.ts'
import { type ForexPair, findForexPair, forexPairs } from '../../../src/rules/forex/pairs.ts'
import { leverDirections } from '../../../src/rules/lever/lever.ts'
import { instrumentOf } from '../../../src/rules/market/instruments.ts'
import { STALE_AFTER_MS } from '../../../src/rules/market/prices.ts'
import { parseMoney } from '../../../src/rules/money/money.ts'
import { type Line, listen } from '../market/listen.ts'

/*
 * Nobody loses more than a margin, and over a weekend nobody can be stopped out: who is long and short at once then has an option on what the
 * market opens at. It must cost more than it brings, also to anyone who keeps it only where little of one margin is left.
 */

const ROUNDS = process.env.TEST_LONG ? 10_000 : 1_000
/** Of the open days of a week, in steps of half an hour. */
const STEPS = 5 * 48
const NIGHTS = [48, 96, 144, 192]
/** A weekend's standard deviation in multiples of a day's; one weekend in fifty has a tail this many times as wide. */
type Weekend = { days: number; tail: number }
/** As the simulated market opens: as if it had traded for four hours. */
const market: Weekend = { days: Math.sqrt(4 / 24), tail: 1 }
/** Twice as wide, and three times that once a year. */
const wide: Weekend = { days: 2 * Math.sqrt(4 / 24), tail: 3 }
const absurd: Weekend = { days: 12, tail: 4 }

/** How much of a margin is left of the one that has least, where the pair is kept over the weekend. */
type Strategy = { opens: 'monday' | 'friday'; keepsBelow: number }
const strategies: Record<string, Strategy> = {
  'opens both before the weekend': { opens: 'friday', keepsBelow: 1 },
  'opens both on Monday and keeps them': { opens: 'monday', keepsBelow: 1 },
  'keeps them where little of one is left': { opens: 'monday', keepsBelow: 0.4 },
}

type Attack = { pair: ForexPair; weekend: Weekend; strategy: Strategy; seed: string }

/** Mean return of pairs, and their spreads: as shares of a position's notional. */
function attack({ pair, weekend, strategy, seed }: Attack) {
  const { normal, uniform } = createGenerator(seed)
  const { symbol, via = null } = pair
  const { scale, reference } = instrumentOf(symbol)
  const entry = parseMoney(reference, scale) ?? 0n
  const rate = via === null ? null : (parseMoney(instrumentOf(via).reference, instrumentOf(via).scale) ?? 0n)
  const day = characterOf(symbol).volatility / Math.sqrt(365.25)
  const opened = leverDirections.map((direction): ForexPosition => {
    const terms = { ...forexTermsOf(pair, direction, 100n), rate }
    const deal = dealPriceAt(terms, entry, true)
    const margin = forexMargin(terms, deal)
    return { ...terms, entry: deal, margin, initial: margin }
  })
  const worth = opened.reduce((sum, { initial, leverage }) => sum + Number(initial * leverage), 0) / opened.length
  const closing = (position: ForexPosition, price: bigint) => settleForex(position, dealPriceAt(position, price, false))
  /** The result of both without price changes. */
  const spreads = opened.reduce((sum, each) => sum + Number(each.initial - closing(each, entry).payout), 0) / worth
  const sums = { brought: 0, shortfall: 0, kept: 0, spreads }
  for (let round = 0; round < ROUNDS; round++) {
    const storm = Math.exp(Math.abs(0.57 * normal()))
    let price = Number(entry)
    let live = [...opened]
    const now = () => BigInt(Math.max(1, Math.round(price)))
    const close = (position: ForexPosition) => {
      const { payout, shortfall } = closing(position, now())
      sums.brought += Number(payout - position.initial) / worth / ROUNDS
      sums.shortfall += Number(shortfall) / worth / ROUNDS
    }
    for (let step = 0; step < (strategy.opens === 'monday' ? STEPS : 0); step++) {
      price *= Math.exp(day * storm * Math.sqrt(1 / 48) * normal())
      if (NIGHTS.includes(step)) {
        live = live.map((each) => ({
          ...each,
          margin: each.margin + rolloverFor(rolloverOf(each, each.entry), 1, each.margin),
        }))
      }
      live = live.filter((position) => {
        const level = stopOutPrice(position)
        const isOut = level !== null && (position.direction === 'long' ? now() <= level : now() >= level)
        if (isOut) close(position)
        return !isOut
      })
      // The other one alone is a bet on the price, and no option: it is closed at the very tick.
      if (live.length < opened.length) break
    }
    const least = Math.min(...live.map((each) => Number(closing(each, now()).payout) / Number(each.initial)))
    if (live.length === opened.length && least <= strategy.keepsBelow) {
      sums.kept++
      const tail = uniform() < 0.02 ? weekend.tail : 1
      price *= Math.exp(day * storm * weekend.days * tail * normal())
    }
    for (const each of live) close(each)
  }
  return sums
}

describe('forex: long and short at once over a weekend', () => {
  it.each(forexPairs.map((pair) => [pair.symbol, pair] as const))('pays the spreads on %s', (symbol, pair) => {
    for (const [name, strategy] of Object.entries(strategies)) {
      for (const weekend of [market, wide]) {
        const { brought, spreads, kept } = attack({ pair, weekend, strategy, seed: `${symbol} ${name}` })
        const most = weekend === market ? -0.999 * spreads : -0.8 * spreads
        expect(brought, `${name}, for spreads of ${spreads}`).toBeLessThanOrEqual(most)
        expect(spreads).toBeGreaterThan(0.0001)
        if (strategy.keepsBelow === 1) expect(kept).toBeGreaterThan(0)
      }
    }
  })

  it('would gain if markets opened whole margins away', () => {
    const pair = findForexPair('XAUUSD')
    if (!pair) throw new Error('gold is not traded')
    const strategy = { opens: 'friday', keepsBelow: 1 } as const
    const { brought, shortfall } = attack({ pair, weekend: absurd, strategy, seed: 'absurd' })
    expect(shortfall).toBeGreaterThan(0)
    expect(brought).toBeGreaterThan(0)
  })
})

/*
 * Someone knows each price before the server does, and deals when the one that it shows has fallen behind: they open, or close what they have
 * the other way round, which comes to the same. Each deal is calculated by the price that they know at the time of its tick. The prices are those of
 * another market, which is open at any hour; all of this is in shares of a price.
 */
describe('forex: a latency advantage in lots', () => {
  const BEHIND_MIN = 7e-5
  const HOURS = (ROUNDS / 3_600) * 12

  /** How much better than its tick a deal is on average, with its standard error. */
  function deals(line: Pick<Line, 'lead'>, delayMs: number) {
    const { moments, record } = listen({ hours: HOURS, error: 250, ...line })
    const gains: number[] = []
    let sentAt = 0
    for (const { now, known, shown } of moments) {
      if (gains.length === ROUNDS) break
      if (shown === undefined || now - sentAt < 900 || Math.abs(known - shown) < BEHIND_MIN * shown) continue
      sentAt = now
      const due = now + delayMs
      const seconds = record.slice(Math.floor(due / 1_000), Math.floor((due + STALE_AFTER_MS) / 1_000) + 1)
      const tick = seconds.find((each) => each !== undefined && each.time_ms >= due)
      const then = tick && moments[Math.ceil((Number(tick.time_ms) - 1_000) / 100)]
      if (!tick || !then) continue
      gains.push((Math.sign(known - shown) * (then.known - Number(tick.price))) / Number(tick.price))
    }
    const mean = gains.reduce((sum, each) => sum + each, 0) / gains.length
    const variance = gains.reduce((sum, each) => sum + (each - mean) ** 2, 0) / gains.length
    return { rounds: gains.length, mean, error: Math.sqrt(variance / gains.length) }
  }

  /** Half of each pair's spread as a share of its price: the cost of a deal without price movement. */
  const halves = forexPairs.map((pair) => {
    const { reference, scale } = instrumentOf(pair.symbol)
    const at = parseMoney(reference, scale) ?? 0n
    const terms = { ...forexTermsOf(pair, 'long', 100n), rate: null }
    return Number(dealPriceAt(terms, at, true) - at) / Number(at)
  })
  const lines = {
    '100 ms': () => 100,
    '250 ms': () => 250,
    'up to 2 s': (time: number) => Math.max(40, 2_000 - (time % 10_000)),
  }

  it.each(Object.entries(lines))(
    'by %s, pays at least 0.9 of half of the spread of any pair at each deal',
    (_, lead) => {
      const { rounds, mean, error } = deals({ lead }, hearing.delayMs)
      expect(rounds).toBe(ROUNDS)
      // What they pay differs from half of the spread by chance alone.
      expect(Math.abs(mean)).toBeLessThan(3 * error)
      for (const half of halves) expect(mean - half).toBeLessThan(-0.9 * half)
    },
  )

  it('would pay less if the server dealt at the price of acceptance', () => {
    const { mean, error } = deals({ lead: () => 250 }, 0)
    expect(mean).toBeGreaterThan(3 * error)
  })
})
