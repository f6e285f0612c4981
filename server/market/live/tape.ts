import type { Instrument } from '../../../src/rules/market/instruments.ts'
import type { Hearing, Trade } from '../source.ts'
import { createTrades } from '../trades.ts'
import type { ExchangeQuote, ExchangeTrade } from './exchange.ts'

/** The latency of an exchange's trades. The delay covers the possible error of its clock's offset: see `measureOffset`. */
export const hearing: Hearing = { lateMsMax: 300, delayMs: 250 }

const QUIET_MS = 900
const SPREAD_MS_MAX = 3_000

const isAmount = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value > 0

const sideOf = ({ side }: ExchangeTrade): Trade['side'] | undefined =>
  side === 'buy' || side === 'sell' ? side : undefined

/**
 * An exchange's data of one symbol since the last beat, with its timestamps. Undated, late or out-of-order data is ignored: a user who
 * received it earlier would know the price they buy at.
 */
export function createTape(instrument: Instrument) {
  const sum = createTrades(instrument)
  let newest: ExchangeTrade | undefined
  let newestQuote: ExchangeQuote | undefined
  let spread: { bid: number; ask: number } | undefined
  let quotedAt = Number.NEGATIVE_INFINITY
  /** The time of the newest price. */
  let reached = Number.NEGATIVE_INFINITY

  /** The time of a price by our clock; `undefined` if it is not tradable. */
  const dateOf = (timestamp: number | undefined, now: number, offset: number | undefined): number | undefined => {
    if (timestamp === undefined || offset === undefined) return undefined
    const time = Math.min(Math.floor(timestamp - offset), now)
    return now - time <= hearing.lateMsMax && time >= reached ? time : undefined
  }

  return {
    /**
     * Accepts the new trades of a list, oldest first.
     *
     * @param offset how far the exchange's clock is ahead of ours, in ms; `undefined` if unknown
     */
    trades(list: readonly ExchangeTrade[], now: number, offset: number | undefined): void {
      const known = newest === undefined ? -1 : list.lastIndexOf(newest)
      for (const trade of list.slice(known + 1)) {
        if (!isAmount(trade.price) || !isAmount(trade.amount)) continue
        const time = dateOf(trade.timestamp, now, offset)
        if (time === undefined) continue
        reached = time
        sum.add(trade.price, trade.amount, { time, side: sideOf(trade) })
      }
      newest = list.at(-1)
    },
    /** Accepts a quote. After a silence, a quote with the last price and its time confirms that price: a quiet market is not a late one. */
    quote(quote: ExchangeQuote | undefined, now: number, offset: number | undefined): void {
      if (!quote || quote === newestQuote) return
      newestQuote = quote
      const { bid, ask, last, timestamp } = quote
      if (isAmount(bid) && isAmount(ask) && bid <= ask) {
        spread = { bid, ask }
        quotedAt = now
      }
      const time = dateOf(timestamp, now, offset)
      if (!isAmount(last) || time === undefined || time - reached < QUIET_MS) return
      reached = time
      sum.add(last, 0, { time })
    },
    /** The ticks since the last call. */
    take: (now: number) => sum.take(now, now - quotedAt <= SPREAD_MS_MAX ? spread : undefined),
    /** The newest trades since the last call. */
    takeTrades: (now: number) => sum.takeTrades(now),
  }
}
