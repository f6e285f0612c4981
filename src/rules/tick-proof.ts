import { firstBrokenLink, type RecordedTick } from './chain.ts'
import { GAP_MS } from './gaps.ts'
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

/** A gap in the record whose gain was limited, as a receipt says it: what counted behind the order there, and what it took. Plain decimals. */
export type GapFacts = { margin: string; limited: string; before: RecordedTick; after: RecordedTick }

/** Whether proofs show that there is nothing on the record between the two ticks of each gap. */
export const areGaps = (
  gaps: readonly GapFacts[],
  proofs: readonly TickProof[],
  symbol: string,
  sha256: (text: string) => string,
): boolean =>
  proofs.length === gaps.length &&
  gaps.every(({ before, after }, at) => areNeighbours([before, after], proofs[at], symbol, sha256))

/** Whether a gap is longer than what is usual, and began at or after a tick. */
export const isGapSince = ({ before, after }: GapFacts, tick: RecordedTick | null): boolean =>
  after.time - before.time > GAP_MS && before.time >= (tick?.time ?? 0)
