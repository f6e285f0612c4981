import type { Instrument } from '../../src/rules/market/instruments.ts'
import { type Minor, parseMoney } from '../../src/rules/money/money.ts'
import type { Db } from '../platform/database/database.ts'
import { type Bar, type Growth, MINUTE_SECONDS } from './bars.ts'
import { readBars, readGrowth } from './candles.ts'
import { createDay, DAY_BARS, type Day } from './day.ts'
import type { Accepted } from './gate.ts'
import { newestTick, recordProgress, type TickRow } from './record.ts'
import { instrumentsOf, type SourceFacts } from './source.ts'

const FRAME_MS = 100
const SEQ_MARGIN = 50

/**
 * The current state of a symbol.
 *
 * - `seq`: number of the last frame that carried it
 * - `shown`: its price in that frame
 * - `pending`: the price accepted since
 * - `priced`: whether it ever had a price; a simulated market has its references
 * - `last`: the newest accepted tick, by which the gate examines the next one; none before the first
 */
export type SymbolState = {
  instrument: Instrument
  priced: boolean
  seq: number
  shown: Accepted
  pending: Accepted | undefined
  last: Accepted | undefined
  growth: Growth
  day: Day
}

/** An instrument's reference price in minor units. */
export function referencePrice({ symbol, reference, scale }: Instrument): Minor {
  const price = parseMoney(reference, scale)
  if (price === undefined) throw new RangeError(`${symbol}: ${reference} is no price at scale ${scale}`)
  return price
}

/** Reads the state of each instrument of a source from the database. `now` in ms. */
export async function readSymbolStates(db: Db, source: SourceFacts, now: number): Promise<Map<string, SymbolState>> {
  const { completeMs, leastSeq: least } = await recordProgress(db)
  // At the very first start no price can have been shown before.
  const isFirst = completeMs >= now - 1
  const symbols = await Promise.all(
    instrumentsOf(source).map((instrument) => readSymbolState(db, source, instrument, { now, isFirst, least })),
  )
  return new Map(symbols.map((symbolState) => [symbolState.instrument.symbol, symbolState]))
}

async function readSymbolState(
  db: Db,
  source: SourceFacts,
  instrument: Instrument,
  { now, isFirst, least }: { now: number; isFirst: boolean; least: number },
): Promise<SymbolState> {
  const { symbol, quantityScale } = instrument
  const bars = await readBars(db, symbol, '1m', Number.MAX_SAFE_INTEGER, DAY_BARS + 1)
  const minute = bars.pop()
  const growth = await readGrowth(db, symbol, minute)
  const tick = await newestTick(db, symbol)
  const price = minute?.close ?? tick?.price ?? referencePrice(instrument)
  const time = pricedAt(minute, tick, now)
  const shown: Accepted = { symbol, time, price, bid: price, ask: price, volume: 0n }
  return {
    instrument,
    priced: time > 0 || !source.symbols,
    seq: Math.max(least, isFirst && !tick ? 0 : seqAfter(Number(tick?.seq ?? 0n), Number(tick?.time_ms ?? 0n), now)),
    shown,
    pending: undefined,
    last: time > 0 ? shown : undefined,
    growth,
    day: createDay(bars, quantityScale),
  }
}

/** The time of the last known price: of its tick, or the end of a minute that history filled in. 0 if there is none. */
function pricedAt(minute: Bar | undefined, tick: TickRow | undefined, now: number): number {
  const ticked = Number(tick?.time_ms ?? 0n)
  if (!minute || ticked >= minute.time * 1000) return ticked
  return Math.min(now, (minute.time + MINUTE_SECONDS) * 1000)
}

/**
 * A number that no client can have seen yet. Frames after the newest recorded tick may have been sent and lost with the process: at most
 * one each tenth of a second, and one at each start in between. Without a recorded tick it counts from the epoch.
 */
const seqAfter = (seq: number, time: number, now: number): number =>
  seq + Math.ceil((2 * Math.max(0, now - time)) / FRAME_MS) + SEQ_MARGIN
