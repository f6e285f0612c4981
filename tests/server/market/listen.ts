import { createHash } from 'node:crypto'
import { createGate } from '../../../server/market/gate.ts'
import type { ExchangeTrade } from '../../../server/market/live/exchange.ts'
import { createTape, hearing } from '../../../server/market/live/tape.ts'
import type { TickRow } from '../../../server/market/record.ts'
import { instrumentOf } from '../../../src/rules/market/instruments.ts'
import { STALE_AFTER_MS } from '../../../src/rules/market/prices.ts'

const TRADES_PER_SECOND = 4

/** Numbers from 0 to 1 that a seed repeats. Source: mulberry32, T. Ettinger, 2017. */
function chance(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Trades at the exchange: small moves and occasional jumps in an unpredictable direction. */
function tradesOf(random: () => number, from: number, hours: number): ExchangeTrade[] {
  const trades: ExchangeTrade[] = []
  let price = from
  for (let time = 0; time < hours * 3_600_000; time += -Math.log(1 - random()) * (1_000 / TRADES_PER_SECOND)) {
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
    price *= Math.exp(normal * (random() < 0.05 ? 4e-4 : 2e-5))
    trades.push({ symbol: 'an/exchange', timestamp: Math.floor(time), price, amount: 1 })
  }
  return trades
}

export type Line = {
  symbol?: string
  /** The first price. */
  from?: number
  hours: number
  /** The server's delay behind the attacker for a trade made at a time, in ms. */
  lead: (time: number) => number
  /** By how much the server's idea of the exchange's clock makes trades younger than they are, in ms. */
  error: number
}

/** Prices at a tenth of a second in minor units: the exchange's, and the server's `shown`, none while stale. */
export type Moment = { now: number; known: number; shown: number | undefined }

/** An exchange, and a server that receives it later than others: the prices seen and the record, by second. */
export function listen({ symbol = 'BTCUSDT', from = 43_000, hours, lead, error }: Line) {
  const trades = tradesOf(chance(7), from, hours)
  const instrument = instrumentOf(symbol)
  const units = 10 ** instrument.scale
  const tape = createTape(instrument)
  const judge = createGate()
  const record: (TickRow | undefined)[] = []
  const moments: Moment[] = []
  let heard: ExchangeTrade[] = []
  let [made, arrived, seq, arrivedAt] = [0, 0, 0, 0]
  let pending: { time: number; price: bigint; volume: bigint } | undefined
  let shown = pending
  for (let now = 1_000; now < hours * 3_600_000; now += 50) {
    while ((trades[made]?.timestamp ?? Number.POSITIVE_INFINITY) <= now) made += 1
    for (let trade = trades[arrived]; trade?.timestamp !== undefined; trade = trades[arrived]) {
      // A line carries in order.
      if (Math.max(arrivedAt, trade.timestamp + lead(trade.timestamp)) > now) break
      heard = [...heard.slice(-20), trade]
      arrived += 1
      arrivedAt = now
    }
    if (now % 100 !== 0) {
      tape.trades(heard, now, -error)
      const completeMs = Math.floor((now - hearing.lateMsMax) / 1_000) * 1_000 - 1
      for (const tick of tape.take(now)) {
        const verdict = judge(tick, { now, completeMs, last: pending ?? shown })
        if (typeof verdict !== 'string') pending = verdict
      }
      continue
    }
    if (pending) {
      shown = pending
      pending = undefined
      const hash = createHash('sha256').update(String(++seq)).digest('hex')
      const row = { symbol, seq: BigInt(seq), time_ms: BigInt(shown.time), price: shown.price, hash }
      record[Math.floor(shown.time / 1_000)] = row
    }
    const known = Math.round((trades[made - 1]?.price ?? 0) * units)
    moments.push({ now, known, shown: shown && now - shown.time <= STALE_AFTER_MS ? Number(shown.price) : undefined })
  }
  return { moments, record }
}
