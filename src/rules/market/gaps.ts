import type { Minor } from '../money/money.ts'
import { instrumentOf } from './instruments.ts'

/** Two consecutive ticks of a symbol further apart than this, in ms, are a gap in its record. */
export const GAP_MS = 60_000

/**
 * The price that would have cost any position as much as `after` gains, or the reverse: the same distance on the other side of `before`. By
 * the inverse of the price for pairs based on dollars, where a dollar's value is the inverse. Rounded away from `before`; may be 0 or
 * negative.
 */
export function mirrorOf(symbol: string, before: Minor, after: Minor): Minor {
  if (instrumentOf(symbol).base !== 'USD') return 2n * before - after
  // 1 / mirror = 2 / before − 1 / after
  const by = 2n * after - before
  if (by <= 0n) return before * BEYOND
  const of = before * after
  return after > before ? of / by : (of + by - 1n) / by
}

// Further than any price moves over a gap.
const BEYOND = 1_000_000n

/**
 * What a gap deducts from a gain: the part above the position's possible loss.
 *
 * @param equity its margin and profit at the price before the gap
 * @param gain from the jump, negative for a loss
 */
export function takenBy(equity: Minor, gain: Minor): Minor {
  const most = equity > 0n ? equity : 0n
  return gain > most ? gain - most : 0n
}
