import type { Quote } from '../../src/api/market/market.ts'
import type { QuoteDelta, ServerFrame } from '../../src/api/wire/frames.ts'
import { isOpen } from '../../src/rules/market/hours.ts'
import { STALE_AFTER_MS } from '../../src/rules/market/prices.ts'
import { formatMoney } from '../../src/rules/money/money.ts'
import { MINUTE_SECONDS, trade } from './bars.ts'
import type { Accepted } from './gate.ts'
import type { Shown } from './recorder.ts'
import type { SymbolState } from './symbol-state.ts'

const MINUTE_MS = MINUTE_SECONDS * 1000

/** Whether a symbol's price is live, stale, or of a closed market. */
export type QuoteState = Quote['state']

/** The frames to send, and the ticks to record, at the end of a tenth of a second. */
export type Flush = { frames: string[]; shown: Shown[] }

const serialise = (frame: ServerFrame) => JSON.stringify(frame)

export type Board = ReturnType<typeof createBoard>

/**
 * The newest quote of each symbol, and the frames sent to clients.
 *
 * Displayed prices are those of the last frame, not of the tick after it: a snapshot and the following frames agree by number, and nothing
 * is recorded that was not sent.
 */
export function createBoard(symbols: ReadonlyMap<string, SymbolState>, now: number) {
  const all = [...symbols.values()]
  const published = new Map(all.map((symbolState) => [symbolState, stateOf(symbolState, now)]))
  let minute = Math.floor(now / MINUTE_MS)
  let quotes: Quote[] | undefined
  let snapshot: string | undefined

  const quotesAt = (at: number): Quote[] => {
    quotes ??= all.filter(({ priced }) => priced).map((symbolState) => quoteOf(symbolState, at))
    return quotes
  }
  const snapshotAt = (at: number): string => {
    snapshot ??= serialise({ type: 'snapshot', time: at, quotes: quotesAt(at) })
    return snapshot
  }

  return {
    /** Accepts a tick, which the next frame shows. @returns the bars that are over */
    accept(symbolState: SymbolState, tick: Accepted) {
      symbolState.pending = tick
      symbolState.last = tick
      const over = trade(symbolState.growth, Math.floor(tick.time / 1000), tick.price, tick.volume)
      const [first] = over
      if (first) symbolState.day.add(first.bar)
      return over
    },

    /**
     * Ends a tenth of a second: each changed symbol gets its next number, and one frame carries them. The first frame of a minute is a
     * snapshot instead, because all 24-hour figures change; so is a frame with a symbol's first price.
     */
    flush(at: number): Flush {
      const frames: string[] = []
      const shown: Shown[] = []
      const deltas: QuoteDelta[] = []
      const states: [string, QuoteState][] = []
      let isNew = false
      for (const symbolState of all) {
        const { pending } = symbolState
        if (pending) {
          symbolState.pending = undefined
          symbolState.shown = pending
          isNew ||= !symbolState.priced
          symbolState.priced = true
          symbolState.seq += 1
          shown.push({ symbol: pending.symbol, seq: symbolState.seq, time: pending.time, price: pending.price })
          deltas.push(deltaOf(symbolState, pending, at))
        }
        const state = stateOf(symbolState, at)
        if (state === published.get(symbolState)) continue
        published.set(symbolState, state)
        if (symbolState.priced) states.push([symbolState.instrument.symbol, state])
      }
      const isNewMinute = Math.floor(at / MINUTE_MS) !== minute
      if (deltas.length > 0 || states.length > 0 || isNewMinute) {
        quotes = undefined
        snapshot = undefined
      }
      if (isNewMinute || isNew) {
        minute = Math.floor(at / MINUTE_MS)
        frames.push(snapshotAt(at))
      } else if (deltas.length > 0) frames.push(serialise({ type: 'quotes', time: at, quotes: deltas }))
      if (states.length > 0) frames.push(serialise({ type: 'state', symbols: states }))
      return { frames, shown }
    },

    /** The quotes after the last frame. */
    quotes: quotesAt,
    /** The same as a frame, serialised once. */
    snapshot: snapshotAt,
  }
}

/** Whether a symbol's market is open, and its newest tick fresh enough to trade on. */
export function stateOf({ instrument, last }: SymbolState, now: number): QuoteState {
  if (!isOpen(instrument.kind, now)) return 'closed'
  const age = last ? now - last.time : Number.POSITIVE_INFINITY
  // A price from the future is stale: the clock was set back.
  return age >= -STALE_AFTER_MS && age <= STALE_AFTER_MS ? 'live' : 'stale'
}

/** The end of the 24 hours: this minute, or the last traded one if the market is closed. */
function dayEnd({ instrument, growth }: SymbolState, now: number): number {
  const traded = isOpen(instrument.kind, now) ? undefined : growth.minute?.time
  return (traded ?? Math.floor(now / MINUTE_MS) * MINUTE_SECONDS) + MINUTE_SECONDS
}

function deltaOf(symbolState: SymbolState, { symbol, time, price, bid, ask }: Accepted, now: number): QuoteDelta {
  const { instrument, growth, day, seq } = symbolState
  const volume = growth.minute ? day.volume(dayEnd(symbolState, now), growth.minute) : 0n
  const money = (amount: bigint) => formatMoney(amount, instrument.scale)
  return [symbol, seq, time, money(price), money(bid), money(ask), formatMoney(volume, instrument.quantityScale)]
}

function quoteOf(symbolState: SymbolState, now: number): Quote {
  const { instrument, growth, day, seq, shown } = symbolState
  const money = (amount: bigint) => formatMoney(amount, instrument.scale)
  const { price } = shown
  const values = growth.minute
    ? day.figures(dayEnd(symbolState, now), growth.minute)
    : { open: price, high: price, low: price, volume: 0n, turnover: 0n, spark: [price] }
  return {
    symbol: instrument.symbol,
    seq,
    time: shown.time,
    price: money(price),
    bid: money(shown.bid),
    ask: money(shown.ask),
    state: stateOf(symbolState, now),
    open24h: money(values.open),
    high24h: money(values.high),
    low24h: money(values.low),
    volume24h: formatMoney(values.volume, instrument.quantityScale),
    turnover24h: money(values.turnover),
    spark: values.spark.map(money),
  }
}
