import { firstBrokenLink, GENESIS, type RecordedTick } from './chain.ts'
import { GAP_MS } from './gaps.ts'
import { formatMoney, type Minor, parseMoney } from './money.ts'
import { STALE_AFTER_MS } from './prices.ts'

/** So long before a tick that an order waited for its receipt shows that no earlier one would have done, in ms. */
export const LOOK_BACK_MS = 60_000

/**
 * A stretch of the record that ends with a tick, with its neighbours: without ticks, a gap between them. `previousHash`: of the tick before
 * `before`, or `GENESIS` where there is none; null where the record no longer has it.
 */
export type TickProof = {
  previousHash: string | null
  before: RecordedTick | null
  ticks: readonly RecordedTick[]
  after: RecordedTick | null
}

type Sha256 = (text: string) => string

/** Whether two ticks are one and the same. */
export const sameTick = (a: RecordedTick, b: RecordedTick | undefined) =>
  b !== undefined &&
  a.symbol === b.symbol &&
  a.hash === b.hash &&
  a.seq === b.seq &&
  a.time === b.time &&
  a.price === b.price

/**
 * Whether ticks are of one symbol, each later than the one before. Numbers count a symbol's quotes, of which the record keeps the
 * last of each second: they grow, by one or more.
 */
export const isInOrder = (ticks: readonly RecordedTick[], symbol: string): boolean =>
  ticks.every((tick, index) => {
    const previous = ticks[index - 1]
    return tick.symbol === symbol && (!previous || (tick.seq > previous.seq && tick.time > previous.time))
  })

/** Whether a proof is a piece of the chain of its symbol. @param sha256 lower-case hex SHA-256 of a text's UTF-8 bytes */
export function isChain({ previousHash, before, ticks, after }: TickProof, symbol: string, sha256: Sha256): boolean {
  const stretch = [before ?? [], ticks, after ?? []].flat()
  return previousHash !== null && isInOrder(stretch, symbol) && firstBrokenLink(previousHash, stretch, sha256) === -1
}

/**
 * Whether a proof shows that this tick is on the chain of its symbol, and shows no other but its neighbours.
 *
 * @param sha256 lower-case hex SHA-256 of a text's UTF-8 bytes
 */
export const isProven = (tick: RecordedTick, proof: TickProof | undefined, symbol: string, sha256: Sha256): boolean =>
  areNeighbours([tick], proof, symbol, sha256)

/** Whether a proof shows that these ticks are on the chain of their symbol, in a row: that there is none between them. */
export const areNeighbours = (
  claimed: readonly RecordedTick[],
  proof: TickProof | undefined,
  symbol: string,
  sha256: Sha256,
): boolean =>
  proof?.ticks.length === claimed.length &&
  claimed.every((tick, at) => sameTick(tick, proof.ticks[at])) &&
  isChain(proof, symbol, sha256)

/** Whether a stretch of the chain of a symbol ends with this tick. */
export const endsWith = (tick: RecordedTick, proof: TickProof | undefined, symbol: string, sha256: Sha256): boolean =>
  proof !== undefined && sameTick(tick, proof.ticks.at(-1)) && isChain(proof, symbol, sha256)

/** Whether a proof leaves out no recorded tick between a time, in ms, and its first one. Who shows none before must show that there is none. */
export const begins = ({ before, previousHash }: TickProof, start: number): boolean =>
  before ? before.time < start : previousHash === GENESIS

/** Whether nothing was recorded from one time to another in ms, both included. */
export const isGap = (proof: TickProof, start: number, end: number): boolean =>
  proof.ticks.length === 0 && begins(proof, start) && proof.after !== null && proof.after.time > end

/** Whether the tick of a proof is the first one at or after a time in ms. */
export const isFirst = (proof: TickProof, start: number): boolean =>
  proof.ticks.length === 1 && begins(proof, start) && (proof.ticks[0]?.time ?? 0) >= start

/** The same, and no later than a price may be old. */
export const isFirstInTime = (proof: TickProof, start: number): boolean =>
  isFirst(proof, start) && (proof.ticks[0]?.time ?? 0) <= start + STALE_AFTER_MS

/**
 * Whether the tick of a proof is the first one since a time in ms that decides, of the last minute before it.
 *
 * @param decides whether a tick would have done what this one did
 */
export function isFirstThat(proof: TickProof, start: number, decides: (tick: RecordedTick) => boolean): boolean {
  const tick = proof.ticks.at(-1)
  if (!tick || tick.time < start || !begins(proof, Math.max(start, tick.time - LOOK_BACK_MS))) return false
  return decides(tick) && !proof.ticks.slice(0, -1).some((each) => each.time >= start && decides(each))
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

/** A decimal in minor units, with exactly as many decimals as the wire carries; `undefined` where it is anything else. */
export function exactly(text: string, scale: number): Minor | undefined {
  const amount = parseMoney(text.replace(/^-/, ''), scale)
  if (amount === undefined) return undefined
  const signed = text.startsWith('-') ? -amount : amount
  return formatMoney(signed, scale) === text ? signed : undefined
}

/** Whether an order says what is due of each of these fields. */
export const says = <Order extends object>(order: Order, due: Partial<Order>): boolean =>
  Object.entries(due).every(([name, value]) => order[name as keyof Order] === value)

/** Whether an order says when it ended, and only where it did. Times in ms. */
export const isSettledAt = ({ list, settledAt }: { list: number; settledAt: number | null }, from: number): boolean =>
  list === 0 ? settledAt === null : settledAt !== null && settledAt >= from
