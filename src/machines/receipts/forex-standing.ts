import {
  closeLots,
  dealPriceAt,
  type ForexClosing,
  type ForexFacts,
  type ForexPosition,
  forexLimitedOver,
  rolloverOf,
  rolloversFrom,
  stopOutPrice,
} from '../../rules/forex/forex.ts'
import { LOT_SCALE, LOT_UNIT } from '../../rules/forex/pairs.ts'
import type { RecordedTick } from '../../rules/market/chain.ts'
import {
  exactly,
  type GapFacts,
  isFirst,
  isGapSince,
  type RecordStretch,
  says,
} from '../../rules/market/record-stretch.ts'
import { formatMoney, type Minor } from '../../rules/money/money.ts'
import { type ForexPartFacts, money, priceIn, scaleOf, usdt } from './forex-facts.ts'

type Order = Pick<ForexFacts, 'symbol' | 'direction'> & {
  limited: string
  parts: readonly ForexPartFacts[]
  gaps: readonly GapFacts[] | null
  closeTick: RecordedTick | null
}

/** A position as it opened, at a time in ms. */
export type Opened = ForexPosition & { openedAt: number }

/** What is open of a position at a time, with a day's rollover, and those it had: their number, and their sum. */
export type Standing = ForexPosition & { limited: Minor; night: Minor; nights: number; swap: Minor }

const lotsOf = ({ lots }: Pick<ForexPartFacts, 'lots'>) => exactly(lots, LOT_SCALE) ?? 0n

/** Whether the parts are lots in steps, each later than the one before, and leave some of the position. */
export function areParts({ parts, closeTick }: Order, { lots, openedAt }: Opened): boolean {
  const unit = exactly(LOT_UNIT, LOT_SCALE) ?? 1n
  let [left, time] = [lots, openedAt]
  for (const part of parts) {
    const closed = lotsOf(part)
    if (closed <= 0n || closed % unit !== 0n || part.tick.time <= time) return false
    left -= closed
    time = part.tick.time
  }
  return left > 0n && (closeTick === null || parts.length === 0 || closeTick.time > time)
}

/** What is open of a position after these parts and gaps, and after its rollovers until a time, exclusive, in ms. */
export function standingAt(
  position: Opened,
  { parts, gaps }: { parts: readonly ForexPartFacts[]; gaps: readonly GapFacts[] },
  until: number,
): Standing {
  const passed = { nights: 0, swap: 0n, from: position.openedAt }
  const waiting = [...gaps]
  let open: ForexPosition & { limited: Minor } = { ...position, limited: 0n }
  const pass = (time: number, gapsUntil = time) => {
    const { nights, swap } = rolloversFrom(
      { night: rolloverOf(open, open.entry), initial: open.margin },
      passed.from,
      time,
    )
    passed.nights += nights
    passed.swap += swap
    open = { ...open, margin: open.margin + swap }
    for (let gap = waiting[0]; gap && gap.after.time <= gapsUntil; gap = waiting[0]) {
      waiting.shift()
      open = { ...open, limited: open.limited + (money(gap.limited) ?? 0n) }
    }
  }
  for (const part of parts) {
    pass(part.tick.time)
    const { rest } = closeLots(open, lotsOf(part), open.entry)
    open = { ...rest, limited: rest.limited ?? 0n }
    // A rollover at that very moment is charged to what is left.
    passed.from = part.tick.time - 1
  }
  pass(until, Number.POSITIVE_INFINITY)
  const { nights, swap } = passed
  return { ...open, night: rolloverOf(open, open.entry), nights, swap }
}

/** What is open of a position as a tick of this time, in ms, finds it. */
export const standingBefore = ({ parts, gaps }: Order, position: Opened, time: number): Standing =>
  standingAt(
    position,
    {
      parts: parts.filter(({ tick }) => tick.time < time),
      gaps: (gaps ?? []).filter(({ after }) => after.time <= time),
    },
    time,
  )

/** Whether the amounts deducted by gaps match the margin at each gap, and their sum the order. */
export function isLimited(order: Order, position: Opened, openTick: RecordedTick): boolean {
  const { symbol, closeTick, parts } = order
  const gaps = order.gaps ?? []
  for (const [number, gap] of gaps.entries()) {
    const { before, after } = gap
    const earlier = parts.filter(({ tick }) => tick.time < after.time)
    const at = standingAt(position, { parts: earlier, gaps: gaps.slice(0, number) }, after.time)
    const [from, to] = [before, after].map(({ price }) => priceIn(symbol, price))
    if (from === undefined || to === undefined) return false
    const taken = forexLimitedOver(at, from, to)
    const agrees = gap.margin === usdt(at.margin) && gap.limited === usdt(taken) && taken > 0n
    const since = gaps[number - 1]?.after ?? openTick
    if (!agrees || !isGapSince(gap, since) || after.time > (closeTick?.time ?? after.time)) return false
  }
  return order.limited === usdt(standingAt(position, { parts, gaps }, position.openedAt).limited)
}

/** Whether a part was closed by the first tick since its request, which did not stop the position out. */
export function isReducing(
  order: Order,
  position: Opened,
  part: ForexPartFacts,
  stretch: RecordStretch | undefined,
): boolean {
  const { since, tick } = part
  const level = stopOutPrice(standingBefore(order, position, tick.time))
  const price = priceIn(order.symbol, tick.price) ?? 0n
  const isDry = level !== null && (order.direction === 'long' ? price <= level : price >= level)
  return stretch !== undefined && isFirst(stretch, since) && !isDry
}

/** The result of each part, or `undefined` if one differs from its tick and its shares. */
export function closingsOf(order: Order, position: Opened): ForexClosing[] | undefined {
  const closings = order.parts.map((part) => {
    const before = standingBefore(order, position, part.tick.time)
    const exit = dealPriceAt(before, priceIn(order.symbol, part.tick.price) ?? 0n, false)
    const closing = closeLots(before, lotsOf(part), exit)
    const { initial, margin, limited } = closing.part
    const due = { initial, margin, profit: closing.profit, returned: closing.payout, shortfall: closing.shortfall }
    const texts = Object.fromEntries(Object.entries({ ...due, limited }).map(([name, sum]) => [name, usdt(sum)]))
    const closePrice = formatMoney(exit, scaleOf(order.symbol))
    return says(part, { ...texts, closePrice }) ? closing : undefined
  })
  return closings.every((closing) => closing !== undefined) ? closings : undefined
}
