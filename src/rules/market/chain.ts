/** A recorded tick: the last of its second. `time`: ms since the epoch. `price`: plain decimal at the instrument's scale. */
export type RecordedTick = { symbol: string; seq: number; time: number; price: string; hash: string }

/** The newest recorded ticks of a symbol, oldest first. `previousHash`: of the tick before them, null if unknown. */
export type NewestTicks = { previousHash: string | null; ticks: readonly RecordedTick[] }

/** The hash before a symbol's first recorded tick. */
export const GENESIS = '0'.repeat(64)

/** The text whose SHA-256 (lower-case hex) is a recorded tick's hash: it chains the tick to all earlier ones. */
export const tickPreimage = (previous: string, tick: Omit<RecordedTick, 'hash'>): string =>
  [previous, tick.symbol, tick.seq, tick.time, tick.price].join('|')

/**
 * Verifies a part of the chain.
 *
 * @param previous hash of the tick before it
 * @param ticks oldest first
 * @param sha256 lower-case hex SHA-256 of a text's UTF-8 bytes
 * @returns the index of the first tick that does not follow from its predecessor, or -1 if the part is intact
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
