import { formatMoney, type Minor, parseMoney } from '../money/money.ts'
import { firstBrokenLink, GENESIS, type RecordedTick } from './chain.ts'
import { GAP_MS } from './gaps.ts'
import { STALE_AFTER_MS } from './prices.ts'

/** How long before its fill a resting order's receipt proves that no earlier tick would have filled it, in ms. */
export const LOOK_BACK_MS = 60_000

/**
 * A part of the record that ends with a tick, with its neighbours; without ticks, a gap between them. `previousHash`: of the tick before
 * `before`, or `GENESIS` if there is none; null if the record no longer has it.
 */
export type RecordStretch = {
  previousHash: string | null
  before: RecordedTick | null
  ticks: readonly RecordedTick[]
  after: RecordedTick | null
}

type Sha256 = (text: string) => string

/** Whether two ticks are identical. */
export const sameTick = (a: RecordedTick, b: RecordedTick | undefined) =>
  b !== undefined &&
  a.symbol === b.symbol &&
  a.hash === b.hash &&
  a.seq === b.seq &&
  a.time === b.time &&
  a.price === b.price

/**
 * Whether ticks are of one symbol and in order of time. Numbers count a symbol's quotes, of which the record keeps the last of each second:
 * they rise by one or more.
 */
export const isInOrder = (ticks: readonly RecordedTick[], symbol: string): boolean =>
  ticks.every((tick, index) => {
    const previous = ticks[index - 1]
    return tick.symbol === symbol && (!previous || (tick.seq > previous.seq && tick.time > previous.time))
  })

/** Whether a stretch is a part of its symbol's chain. @param sha256 lower-case hex SHA-256 of a text's UTF-8 bytes */
export function isChain(
  { previousHash, before, ticks, after }: RecordStretch,
  symbol: string,
  sha256: Sha256,
): boolean {
  const stretch = [before ?? [], ticks, after ?? []].flat()
  return previousHash !== null && isInOrder(stretch, symbol) && firstBrokenLink(previousHash, stretch, sha256) === -1
}

/**
 * Whether a stretch shows that this tick is on its symbol's chain, and contains nothing but its neighbours.
 *
 * @param sha256 lower-case hex SHA-256 of a text's UTF-8 bytes
 */
export const isRecorded = (
  tick: RecordedTick,
  stretch: RecordStretch | undefined,
  symbol: string,
  sha256: Sha256,
): boolean => areNeighbours([tick], stretch, symbol, sha256)

/** Whether a stretch shows that these ticks are consecutive on their symbol's chain. */
export const areNeighbours = (
  claimed: readonly RecordedTick[],
  stretch: RecordStretch | undefined,
  symbol: string,
  sha256: Sha256,
): boolean =>
  stretch?.ticks.length === claimed.length &&
  claimed.every((tick, at) => sameTick(tick, stretch.ticks[at])) &&
  isChain(stretch, symbol, sha256)

/** Whether a part of a symbol's chain ends with this tick. */
export const endsWith = (
  tick: RecordedTick,
  stretch: RecordStretch | undefined,
  symbol: string,
  sha256: Sha256,
): boolean => stretch !== undefined && sameTick(tick, stretch.ticks.at(-1)) && isChain(stretch, symbol, sha256)

/** Whether a stretch omits no recorded tick between a time, in ms, and its first one. A stretch without a predecessor must show that there is none. */
export const begins = ({ before, previousHash }: RecordStretch, start: number): boolean =>
  before ? before.time < start : previousHash === GENESIS

/** Whether nothing was recorded between two times in ms, both inclusive. */
export const isGap = (stretch: RecordStretch, start: number, end: number): boolean =>
  stretch.ticks.length === 0 && begins(stretch, start) && stretch.after !== null && stretch.after.time > end

/** Whether the tick of a stretch is the first one at or after a time in ms. */
export const isFirst = (stretch: RecordStretch, start: number): boolean =>
  stretch.ticks.length === 1 && begins(stretch, start) && (stretch.ticks[0]?.time ?? 0) >= start

/** The same, and not stale. */
export const isFirstInTime = (stretch: RecordStretch, start: number): boolean =>
  isFirst(stretch, start) && (stretch.ticks[0]?.time ?? 0) <= start + STALE_AFTER_MS

/**
 * Whether the tick of a stretch is the first deciding one since a time in ms, within the last minute before it.
 *
 * @param decides whether a tick would have had the same effect
 */
export function isFirstThat(stretch: RecordStretch, start: number, decides: (tick: RecordedTick) => boolean): boolean {
  const tick = stretch.ticks.at(-1)
  if (!tick || tick.time < start || !begins(stretch, Math.max(start, tick.time - LOOK_BACK_MS))) return false
  return decides(tick) && !stretch.ticks.slice(0, -1).some((each) => each.time >= start && decides(each))
}

/** A gap in the record that limited a gain, in a receipt: the margin that counted, and the deduction. Plain decimals. */
export type GapFacts = { margin: string; limited: string; before: RecordedTick; after: RecordedTick }

/** Whether stretches show that there is no tick between the two ticks of each gap. */
export const areGaps = (
  gaps: readonly GapFacts[],
  stretches: readonly RecordStretch[],
  symbol: string,
  sha256: (text: string) => string,
): boolean =>
  stretches.length === gaps.length &&
  gaps.every(({ before, after }, at) => areNeighbours([before, after], stretches[at], symbol, sha256))

/** Whether a gap is long enough, and began at or after a tick. */
export const isGapSince = ({ before, after }: GapFacts, tick: RecordedTick | null): boolean =>
  after.time - before.time > GAP_MS && before.time >= (tick?.time ?? 0)

/** A decimal in minor units, with exactly the wire's number of decimals; otherwise `undefined`. */
export function exactly(text: string, scale: number): Minor | undefined {
  const amount = parseMoney(text.replace(/^-/, ''), scale)
  if (amount === undefined) return undefined
  const signed = text.startsWith('-') ? -amount : amount
  return formatMoney(signed, scale) === text ? signed : undefined
}

/** Whether an order's fields have these expected values. */
export const says = <Order extends object>(order: Order, due: Partial<Order>): boolean =>
  Object.entries(due).every(([name, value]) => order[name as keyof Order] === value)

/** Whether an order has an end time exactly if it has ended. Times in ms. */
export const isSettledAt = ({ list, settledAt }: { list: number; settledAt: number | null }, from: number): boolean =>
  list === 0 ? settledAt === null : settledAt !== null && settledAt >= from
