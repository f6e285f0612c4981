/** Delay before the first retry and maximum delay, in ms, and the jitter factor. */
export const BACKOFF_MS_MIN = 1_000
export const BACKOFF_MS_MAX = 5_000
export const BACKOFF_JITTER = 0.5

/**
 * Delay before a retry: `delay_n = min(1000 * 2^n, 5000)`, with a jitter of up to 50% either way, and
 * then cut at 5000 ms again. So the first is 500 to 1500 ms, the second 1000 to 3000, and none is above 5000.
 *
 * Source: the Backoff of socket.io-client (its `reconnectionDelay` 1000, `reconnectionDelayMax` 5000,
 * `randomizationFactor` 0.5 are the product's own constants). It too cuts after the jitter, at the upper end only.
 * It does not cut before it, and so loses its jitter from the fifth retry on, when all clients wait 5 s exactly;
 * here half of the late retries stay spread between 2.5 and 5 s.
 *
 * @param attempt retries so far, from 0
 * @param random uniform in [0, 1)
 * @returns whole ms, 500 to 5000
 */
export function backoffMs(attempt: number, random: () => number): number {
  const base = Math.min(BACKOFF_MS_MIN * 2 ** attempt, BACKOFF_MS_MAX)
  const spread = base * BACKOFF_JITTER * (2 * random() - 1)
  return Math.floor(Math.min(base + spread, BACKOFF_MS_MAX))
}
