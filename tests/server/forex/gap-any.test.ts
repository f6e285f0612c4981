import fc from 'fast-check'
import { expect, it } from 'vitest'
import { byTheRecord, onCrossing, triggersOf } from '../../../server/forex/by-the-record.ts'
import type { ForexRow } from '../../../server/forex/order.ts'
import { gapBetween } from '../../../server/market/gaps.ts'
import type { TickRow } from '../../../server/market/module.ts'
import type { Move } from '../../../server/orders/module.ts'
import type { Db } from '../../../server/platform/database/database.ts'
import {
  dealPriceAt,
  type ForexPosition,
  forexGapLevel,
  forexLimitedOver,
  forexMargin,
  forexProfit,
  forexTermsOf,
  stopOutPrice,
} from '../../../src/rules/forex/forex.ts'
import { type ForexPair, findForexPair } from '../../../src/rules/forex/pairs.ts'
import { mirrorOf } from '../../../src/rules/market/gaps.ts'
import { instrumentOf } from '../../../src/rules/market/instruments.ts'
import { parseMoney } from '../../../src/rules/money/money.ts'
import { describePlatform, MONDAY_NOON } from '../platform.ts'

/*
 * Any legs in lots, of one account or of many, over any gap in the record, by the server's own decisions: in a pair that is quoted in dollars, in one of dollars,
 * in one that another rate turns into dollars, and in a metal.
 */

const PPM = 1_000_000n
const ppm = (price: bigint, part: number) => (price * BigInt(part)) / PPM
/** When the record continues, in seconds, and the positions closed only then. */
const [BACK, LATER] = [43_200, 43_210]

const pairOf = (symbol: string): ForexPair => {
  const pair = findForexPair(symbol)
  if (!pair) throw new Error(`${symbol} is not traded`)
  return pair
}
const referenceOf = (symbol: string) => parseMoney(instrumentOf(symbol).reference, instrumentOf(symbol).scale) ?? 0n
const tickAt = (symbol: string, seq: bigint, second: number, price: bigint): TickRow => ({
  ...{ symbol, seq, time_ms: BigInt(MONDAY_NOON + second * 1_000), price },
  hash: String(seq).padStart(64, '0'),
})

/**
 * A leg before the gap. `moved`: distance of its entry from the price before; `nights`: rollover in thousandths of its margin; `part`: how many
 * percent of its lots are closed at the gap, if it is to close there, and the rest later.
 */
type Leg = {
  direction: 'long' | 'short'
  lots: number
  moved: number
  nights: number
  takes: number | null
  stops: number | null
  close: 'in' | 'after'
  part: number
}
const leg: fc.Arbitrary<Leg> = fc.record({
  direction: fc.constantFrom('long' as const, 'short' as const),
  lots: fc.integer({ min: 1, max: 500 }),
  moved: fc.integer({ min: -30_000, max: 30_000 }),
  nights: fc.integer({ min: -300, max: 300 }),
  takes: fc.option(fc.integer({ min: 1_000, max: 200_000 })),
  stops: fc.option(fc.integer({ min: 1_000, max: 200_000 })),
  close: fc.constantFrom('in' as const, 'after' as const),
  part: fc.integer({ min: 0, max: 100 }),
})
const symbols = fc.constantFrom('EURUSD', 'USDJPY', 'USDCHF', 'EURGBP', 'XAUUSD')
const jumps = fc.oneof(fc.integer({ min: -100_000, max: 100_000 }), fc.integer({ min: -450_000, max: 450_000 }))

function positionOf(symbol: string, { direction, lots, moved, nights }: Leg): ForexPosition {
  const { via = null, ...pair } = pairOf(symbol)
  const rate = via === null ? null : referenceOf(via)
  const terms = { ...forexTermsOf({ ...pair, ...(via && { via }) }, direction, BigInt(lots)), rate }
  const before = referenceOf(symbol)
  const entry = dealPriceAt(terms, before + ppm(before, moved), true)
  const initial = forexMargin(terms, entry)
  return { ...terms, entry, initial, margin: initial + (initial * BigInt(nights)) / 1_000n }
}

/** The order of a leg; `undefined` if it is not open at the price before. */
function rowOf(symbol: string, each: Leg): ForexRow | undefined {
  const position = positionOf(symbol, each)
  const before = referenceOf(symbol)
  const isLong = each.direction === 'long'
  const level = stopOutPrice(position)
  if (level !== null && (isLong ? before <= level : before >= level)) return undefined
  const away = (part: number | null, up: boolean) =>
    part === null ? null : up ? before + ppm(before, part) : before - ppm(before, part)
  const { lots, lot, leverage, spread, swap, stopOutBps, via, rate, entry, initial, margin } = position
  return {
    ...{ id: 'order', user_id: 'user', version: 1n, state: 'open.standing', currency: 'USDT', symbol },
    ...{ direction: each.direction, lots, lot, leverage, spread, swap_points: swap, via, rate_price: rate },
    stop_out_bps: stopOutBps,
    ...{ take_profit: away(each.takes, isLong), stop_loss: away(each.stops, !isLong), reserve: initial },
    ...{ open_seq: 1n, open_ms: BigInt(MONDAY_NOON), open_price: before, open_hash: '', deal_price: entry },
    ...{ rate_seq: null, rate_ms: null, rate_hash: null, initial, margin, stop_out: level, night: 0n, nights: 0n },
    ...{
      swap: 0n,
      rolled: 0n,
      parts: '[]',
      close_lots: null,
      roll_ms: null,
      asked_ms: null,
      close_ms: null,
      close_seq: null,
      close_tick_ms: null,
    },
    ...{ close_price: null, close_hash: null, exit_price: null, profit: 0n, returned: 0n, shortfall: 0n },
    ...{ turnover: 0n, cause: null, void_reason: null, gaps: '[]', limited: 0n },
    ...{ accepted_ms: 0n, due_ms: null, settled_ms: null },
  } as ForexRow
}

describePlatform(
  'forex: any lots over any gap',
  (test) => {
    const record = async (db: Db, ticks: readonly [TickRow, TickRow, TickRow]) => {
      await db.deleteFrom('ticks').execute()
      await db.deleteFrom('tick_gaps').execute()
      await db.insertInto('ticks').values(ticks).execute()
      const gap = gapBetween(ticks[0], ticks[1])
      if (gap) await db.insertInto('tick_gaps').values(gap).execute()
      return gap
    }
    const moved = (row: ForexRow, { event, change }: Move<ForexRow>): ForexRow => ({
      ...row,
      ...change,
      ...(event.type === 'order.settle' && { settled_ms: 1n }),
    })

    /** The amount returned by a leg after a jump to a price at which it is closed. */
    const returned = async (db: Db, { close, lots, part }: Leg, begun: ForexRow, after: bigint): Promise<bigint> => {
      const { symbol } = begun
      const [first, back, last] = [
        tickAt(symbol, 1n, 0, referenceOf(symbol)),
        tickAt(symbol, 2n, BACK, after),
        tickAt(symbol, 3n, LATER, after),
      ]
      const gap = await record(db, [first, back, last])
      let row = begun
      const closes = async (second: number, close_lots: bigint | null = null) => {
        const asked = { ...row, close_lots, close_ms: BigInt(MONDAY_NOON + second * 1_000) }
        const move = await byTheRecord(db, asked, MONDAY_NOON + LATER * 1_000)
        if (!move) throw new Error('it does not close')
        row = moved(asked, move)
      }
      if (close === 'in') await closes(BACK - 60, BigInt(Math.floor((lots * part) / 100)) || null)
      else {
        const names = triggersOf(row).flatMap(({ name, side, level, mirrored }) => {
          const price = mirrored ? gap?.mirror : back.price
          const isReached = price !== undefined && (side === 'atOrAbove' ? price >= level : price <= level)
          return isReached ? [name] : []
        })
        if (names.length > 0)
          row = moved(row, onCrossing(row, { names, tick: back, sinceMs: back.time_ms, ...(gap && { gap }) }))
      }
      if (row.settled_ms === null) await closes(LATER)
      return row.returned
    }
    /** The notional of a leg at the price before. */
    const equity = (symbol: string, each: Leg) => {
      const position = positionOf(symbol, each)
      return position.margin + forexProfit(position, dealPriceAt(position, referenceOf(symbol), false))
    }

    const rounds = { numRuns: process.env.TEST_LONG ? 20_000 : 300 }
    /** At either price a unit of a profit may be rounded up. */
    const ROUNDED = 1n

    it('gain from a jump at most what its mirror image costs, for any legs', async () => {
      const { db } = test.platform
      const legs = fc.array(leg, { minLength: 1, maxLength: 4 })
      await fc.assert(
        fc.asyncProperty(symbols, legs, jumps, async (symbol, all, jump) => {
          const before = referenceOf(symbol)
          const after = before + ppm(before, jump)
          const mirror = mirrorOf(symbol, before, after)
          let sum = 0n
          for (const each of all) {
            // A gain comes from the jump, a loss from the mirror image of such a gain.
            const gains = (each.direction === 'long') === jump > 0
            const opposite = { ...each, direction: each.direction === 'long' ? ('short' as const) : ('long' as const) }
            const gaining = gains ? each : opposite
            const row = rowOf(symbol, gaining)
            if (!row) continue
            for (const price of [after, mirror > 0n ? mirror : 1n]) {
              sum += (await returned(db, gaining, row, price)) - equity(symbol, gaining) - ROUNDED
            }
          }
          expect(sum).toBeLessThanOrEqual(0n)
        }),
        rounds,
      )
    })

    it('gain nothing for long and short with equal equity', async () => {
      const { db } = test.platform
      await fc.assert(
        fc.asyncProperty(symbols, leg, leg, jumps, async (symbol, one, other, jump) => {
          const before = referenceOf(symbol)
          let sum = 0n
          for (const [at, each] of [one, other].entries()) {
            const direction = at === 0 ? ('long' as const) : ('short' as const)
            const even = { ...each, direction, lots: one.lots, moved: 0, nights: 0 }
            const row = rowOf(symbol, even)
            if (row) sum += (await returned(db, even, row, before + ppm(before, jump))) - row.initial
          }
          expect(sum).toBeLessThanOrEqual(0n)
        }),
        rounds,
      )
    })

    it('wait for each gap that deducts from them', () => {
      let near = 0
      fc.assert(
        fc.property(symbols, leg, jumps, fc.boolean(), (symbol, each, jump, isNear) => {
          const row = rowOf(symbol, each)
          if (!row) return
          const position = positionOf(symbol, each)
          const before = referenceOf(symbol)
          const [trigger] = triggersOf(row).filter(({ name }) => name === 'gap')
          const level = trigger?.level ?? 0n
          // The mirror image of the level is where a gap begins to take something.
          const after = isNear ? mirrorOf(symbol, before, level) + BigInt(jump % 4) : before + ppm(before, jump)
          const gap = gapBetween(tickAt(symbol, 1n, 0, before), tickAt(symbol, 2n, BACK, after))
          if (after <= 0n || !gap || forexLimitedOver(position, before, after) === 0n) return
          near += isNear ? 1 : 0
          expect(level).toBe(forexGapLevel(position))
          expect(each.direction === 'long' ? gap.mirror <= level : gap.mirror >= level).toBe(true)
        }),
        { numRuns: process.env.TEST_LONG ? 100_000 : 3_000 },
      )
      expect(near).toBeGreaterThan(0)
    })
  },
  ['sqlite'],
)
