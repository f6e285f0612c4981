import { leastSize } from '../rules/market/book.ts'
import type { RecordedTick } from '../rules/market/chain.ts'
import { instrumentOf } from '../rules/market/instruments.ts'
import { pairOf } from '../rules/market/pairs.ts'
import { formatMoney, mulDiv, parseMoney } from '../rules/money/money.ts'

/*
 * If the price source provides no trades, the tape is derived from the recorded ticks, as the book is: one trade per tick, at its price. No
 * user made it, and the ticks determine the tape. docs/protocol.md has the same rule.
 */

/** A trade on a tape. `number` rises along it; `time` in ms; decimals; `side`: of the taker. */
export type TapeTrade = { number: number; time: number; price: string; quantity: string; side: 'buy' | 'sell' }

// Digits of the hash that the book does not use.
const SIZE_AT = 54
const SIDE_AT = 63

/**
 * The trade of a tick.
 *
 * @param before the price of the previous recorded tick: above it is a buy, below it a sell (the tick rule)
 */
export function tradeOf({ symbol, seq, time, price, hash }: RecordedTick, before: string): TapeTrade {
  return { number: seq, time, price, quantity: quantityOf(symbol, hash), side: sideOf(symbol, hash, price, before) }
}

/** The trades of consecutive recorded ticks, oldest first: of each but the first, which has no predecessor. */
export const tradesOf = (ticks: readonly RecordedTick[]): TapeTrade[] =>
  ticks.flatMap((tick, at) => {
    const before = ticks[at - 1]
    return before ? [tradeOf(tick, before.price)] : []
  })

function sideOf(symbol: string, hash: string, price: string, before: string): TapeTrade['side'] {
  const { scale } = instrumentOf(symbol)
  const [now, then] = [price, before].map((each) => parseMoney(each, scale) ?? 0n)
  if (now === then) return Number.parseInt(hash.charAt(SIDE_AT), 16) % 2 === 0 ? 'buy' : 'sell'
  return (now ?? 0n) > (then ?? 0n) ? 'buy' : 'sell'
}

/** From one unit up to the smallest level quantity, small ones more often: no trade exceeds its best level. */
function quantityOf(symbol: string, hash: string): string {
  const { quantityScale } = instrumentOf(symbol)
  const unit = parseMoney(pairOf(symbol).unit, quantityScale) ?? 1n
  const byte = BigInt(Number.parseInt(hash.slice(SIZE_AT, SIZE_AT + 2), 16))
  const units = 1n + mulDiv(leastSize(symbol) / unit - 1n, byte * byte, 255n * 255n, 'down')
  return formatMoney(unit * units, quantityScale)
}

/** A displayed row of the tape. `own`: a fill of the user's own order. */
export type TapeRow = Omit<TapeTrade, 'number'> & { own: boolean }

/** The fields of a spot order for its rows on the tape. */
export type FilledOrder = {
  side: 'buy' | 'sell'
  fills: readonly { price: string; quantity: string; tick: { time: number } }[]
}

/**
 * The rows of a tape, newest first: its trades, with the user's own fills since the oldest trade. At equal times the user's own come first.
 *
 * @param most maximum number of rows
 */
export function tapeRows(trades: readonly TapeTrade[], orders: readonly FilledOrder[], most: number): TapeRow[] {
  const since = trades[0]?.time ?? Number.POSITIVE_INFINITY
  const own = orders.flatMap(({ side, fills }) =>
    fills.map(({ price, quantity, tick: { time } }): TapeRow => ({ time, price, quantity, side, own: true })),
  )
  const trading = trades.map(({ number: _, ...trade }): TapeRow => ({ ...trade, own: false }))
  return [...trading, ...own.filter(({ time }) => time >= since)]
    .sort((a, b) => b.time - a.time || Number(b.own) - Number(a.own))
    .slice(0, most)
}
