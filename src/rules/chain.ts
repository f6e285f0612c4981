/** A tick on the record: the last of its second. `time`: ms since the epoch. `price`: plain decimal at the instrument's scale. */
export type RecordedTick = { symbol: string; seq: number; time: number; price: string; hash: string }

/** The newest recorded ticks of a symbol, oldest first. `previousHash`: of the one before them, null where that is not known. */
export type NewestTicks = { previousHash: string | null; ticks: readonly RecordedTick[] }

/** The hash that stands before a symbol's first recorded tick. */
export const GENESIS = '0'.repeat(64)

/** The text whose SHA-256 (lower-case hex) is a recorded tick's hash: it binds the tick to all before it. */
export const tickPreimage = (previous: string, tick: Omit<RecordedTick, 'hash'>): string =>
  [previous, tick.symbol, tick.seq, tick.time, tick.price].join('|')

/**
 * Recomputes a stretch of the chain.
 *
 * @param previous hash of the tick before the stretch
 * @param ticks the stretch, oldest first
 * @param sha256 lower-case hex SHA-256 of a text's UTF-8 bytes
 * @returns the index of the first tick that does not follow from the one before it, or -1 where the stretch is whole
 */
export function firstBrokenLink(
  previous: string,
  ticks: readonly RecordedTick[],
  sha256: (text: string) => string,
): number {
  let hash = previous
  return ticks.findIndex((tick) => {
    hash = sha256(tickPreimage(hash, tick))
    return hash !== tick.hash
  })
}
