import { firstBrokenLink, type RecordedTick } from './chain.ts'
import { isInOrder, sameTick } from './receipt.ts'

/** A tick with its neighbours on the record. `previousHash`: of the tick before `before`, or `GENESIS` where there is none. */
export type TickProof = {
  previousHash: string | null
  before: RecordedTick | null
  ticks: readonly RecordedTick[]
  after: RecordedTick | null
}

/**
 * Whether a proof shows that this tick is on the chain of its symbol.
 *
 * @param sha256 lower-case hex SHA-256 of a text's UTF-8 bytes
 */
export const isProven = (
  tick: RecordedTick,
  proof: TickProof | undefined,
  symbol: string,
  sha256: (text: string) => string,
): boolean => areNeighbours([tick], proof, symbol, sha256)

/** Whether a proof shows that these ticks are on the chain of their symbol, in a row: that there is none between them. */
export function areNeighbours(
  claimed: readonly RecordedTick[],
  proof: TickProof | undefined,
  symbol: string,
  sha256: (text: string) => string,
): boolean {
  if (!proof || proof.previousHash === null || proof.ticks.length !== claimed.length) return false
  if (!claimed.every((tick, at) => sameTick(tick, proof.ticks[at]))) return false
  const stretch = [proof.before ?? [], proof.ticks, proof.after ?? []].flat()
  return isInOrder(stretch, symbol) && firstBrokenLink(proof.previousHash, stretch, sha256) === -1
}
