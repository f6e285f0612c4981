/** The median; of an even count, the mean of the middle two. */
export function median(figures: readonly number[]): number {
  const sorted = [...figures].sort((a, b) => a - b)
  const middle = sorted.length / 2
  return ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2
}

/** The quantile; `share` from 0 to 1. */
export function quantile(figures: readonly number[], share: number): number {
  const sorted = [...figures].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

/**
 * Measures ours and the floor alternately, so that what slows the machine slows both: the median of each, and the
 * median of the pairs' ratios.
 *
 * @param ours a figure above zero, like the floor's
 */
export async function paired(
  rounds: number,
  ours: () => Promise<number>,
  floor: () => Promise<number>,
): Promise<{ ours: number; floor: number; ratio: number }> {
  const pairs: { ours: number; floor: number }[] = []
  for (let round = 0; round < rounds; round++) {
    // The first run pays for cold caches.
    if (round % 2 === 0) pairs.push({ ours: await ours(), floor: await floor() })
    else pairs.push({ floor: await floor(), ours: await ours() })
  }
  return {
    ours: median(pairs.map((pair) => pair.ours)),
    floor: median(pairs.map((pair) => pair.floor)),
    ratio: median(pairs.map((pair) => pair.ours / pair.floor)),
  }
}
