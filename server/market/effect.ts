import { instrumentOf } from '../../src/rules/market/instruments.ts'
import { formatMoney } from '../../src/rules/money/money.ts'
import type { TickRow } from './record.ts'

/** The market's part in decisions about an act: whether the market exists, and whether its prices are tradable. */
export type Prices = {
  has(symbol: string): boolean
  state(symbol: string): 'live' | 'stale' | 'closed'
  /** The last displayed price; `time` in ms. */
  last(symbol: string): { time: number; price: bigint }
  /** Minimum time from a request to its effect, in ms, which removes a latency advantage. */
  delayMs: number
}

/**
 * The effective time of a request made now by the record, in ms: after every displayed price, even if the clock was set back within a
 * second.
 */
export function takesEffectAt({ last, delayMs }: Prices, symbol: string, now: number): number {
  const seen = last(symbol).time
  return (seen > now ? seen + 1 : now) + delayMs
}

/** The last displayed price, as a decimal; empty if there was none. */
export const currentPrice = (prices: Prices, symbol: string): string => {
  const { price } = prices.last(symbol)
  return price > 0n ? formatMoney(price, instrumentOf(symbol).scale) : ''
}

/** A symbol's recorded prices, for decisions without a request. The caller has checked that the newest tick is fresh. */
export const pricesByTick = (tick: TickRow | undefined): Prices => ({
  has: () => tick !== undefined,
  state: () => 'live',
  last: () => ({ time: Number(tick?.time_ms ?? 0n), price: tick?.price ?? 0n }),
  delayMs: 0,
})
