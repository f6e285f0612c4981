import { instrumentOf } from './instruments.ts'
import type { Minor } from './money.ts'

/** A symbol's record has a gap where two ticks in a row are further apart than this, in ms. */
export const GAP_MS = 60_000

/**
 * The price that would have cost as much as `after` gains, and the other way round, whatever the position: as far on the other side of `before`. By
 * the inverse of the price where that is one of dollars, since a dollar there is worth the inverse. Rounded away from `before`; it may be 0 or below.
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
 * What a gap takes from a gain: as much of it as is more than what the position could have lost there.
 *
 * @param equity what was left of it at the price before: margin and profit
 * @param gain by the jump, below zero where it lost
 */
export function takenBy(equity: Minor, gain: Minor): Minor {
  const most = equity > 0n ? equity : 0n
  return gain > most ? gain - most : 0n
}
