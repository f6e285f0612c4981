import { fundingDue, fundingOver, isDrained, nextFunding } from '../../rules/lever/funding.ts'
import {
  COLLATERAL,
  leverFeeOf,
  limitedOver,
  maintenanceOf,
  marginOf,
  notionalOf,
  type Position,
  settlementOf,
} from '../../rules/lever/lever.ts'
import type { RecordedTick } from '../../rules/market/chain.ts'
import { findInstrument } from '../../rules/market/instruments.ts'
import { exactly, isGapSince, says } from '../../rules/market/record-stretch.ts'
import { currencyOf } from '../../rules/money/currencies.ts'
import { formatMoney, type Minor, mulDiv } from '../../rules/money/money.ts'
import type { Order } from './lever-facts.ts'

/** A close of a position or of a part. `isLast`: nothing is left after it. */
export type Lot = Position & { isLast: boolean }

/** The totals of a contract. `open`: what is left of it, and `worth` the notional of that at the opening price; amounts in minor units of the collateral. */
export type LeverSums = {
  lots: readonly Lot[]
  open: Required<Position>
  worth: Minor
  maintenance: Minor
  profit: Minor
  fees: Minor
  returned: Minor
  isWhole: boolean
  won: boolean
}

const { scale } = currencyOf(COLLATERAL)
const money = (text: string) => exactly(text, scale)
const usdt = (amount: Minor) => formatMoney(amount, scale)

/**
 * Calculates an order's totals from its ticks and terms; `undefined` if an amount of a close, a gap or its funding differs. The record has no time of
 * added margin: the margin of a part, or at a gap, is only bounded.
 *
 * @param whole the quantity that was ordered, in minor units
 */
export function sumsOf(order: Order, openTick: RecordedTick, whole: Minor): LeverSums | undefined {
  const { symbol, direction, leverage, feeBps, liquidationFeeBps, tiers } = order
  const instrument = findInstrument(symbol)
  const priceOf = (tick: RecordedTick) => exactly(tick.price, instrument?.scale ?? 0)
  const quantityOf = (text: string) => exactly(text, instrument?.quantityScale ?? 0)
  const [entry, paid, openFee] = [priceOf(openTick), money(order.paid), money(order.openFee)]
  const [exposure, funding] = [money(order.exposure), money(order.funding)]
  if (entry === undefined || paid === undefined || exposure === undefined || funding === undefined) return undefined
  const notional = notionalOf(symbol, whole, entry)
  const initial = marginOf(notional, leverage)
  if (openFee !== leverFeeOf(notional, feeBps) || paid - openFee < initial || exposure < 0n) return undefined
  const sums = { left: whole, margin: paid - openFee + funding, limited: 0n, profit: 0n, fees: 0n, returned: 0n }
  const at = (quantity: Minor, margin: Minor, limited: Minor) => ({
    ...{ symbol, direction, tiers, entry, exposure, quantity, margin, limited },
  })
  const gaps = [...(order.gaps ?? [])]
  /** What the gaps up to a time deducted, as far as it follows from what was open there. */
  const passGaps = (until: number): boolean => {
    for (let gap = gaps[0]; gap && gap.after.time <= until; gap = gaps[0]) {
      gaps.shift()
      const margin = money(gap.margin)
      const [before, after] = [gap.before, gap.after].map(priceOf)
      if (margin === undefined || before === undefined || after === undefined) return false
      const taken = limitedOver(at(sums.left, margin, sums.limited), before, after)
      // Added margin is on no record, and funding may have deducted some.
      const least = marginOf(notionalOf(symbol, sums.left, entry), leverage) + (funding < 0n ? funding : 0n)
      const agrees = quantityOf(gap.quantity) === sums.left && gap.limited === usdt(taken) && taken > 0n
      if (!isGapSince(gap, openTick) || !agrees || margin < least || margin > sums.margin) return false
      sums.limited += taken
    }
    return true
  }
  const lots: Lot[] = []
  for (const fill of order.fills) {
    const [quantity, margin, price] = [quantityOf(fill.quantity), money(fill.margin), priceOf(fill.tick)]
    if (!passGaps(fill.tick.time) || !quantity || margin === undefined || price === undefined) return undefined
    if (quantity > sums.left || margin < 0n) return undefined
    const limited = mulDiv(sums.limited, quantity, sums.left, 'down')
    const lot = { ...at(quantity, margin, limited), isLast: quantity === sums.left }
    const due = settlementOf(lot, price, fill.cause, { feeBps, liquidationFeeBps })
    const { profit, fee, liquidationFee, payout: returned, shortfall } = due
    const texts = { profit, fee, liquidationFee, returned, shortfall, limited }
    if (!says(fill, Object.fromEntries(Object.entries(texts).map(([name, amount]) => [name, usdt(amount)]))))
      return undefined
    sums.left -= quantity
    sums.margin -= margin
    sums.limited -= limited
    sums.profit += profit
    sums.fees += fee
    sums.returned += returned
    lots.push(lot)
  }
  const isWhole = sums.left === 0n
  if (!passGaps(Number.POSITIVE_INFINITY) || sums.margin < 0n || (isWhole && sums.margin !== 0n)) return undefined
  if (!isFunded(order, openTick, whole, entry, funding, sums.margin)) return undefined
  const open = notionalOf(symbol, sums.left, entry)
  return {
    ...{ lots, worth: open, isWhole, profit: sums.profit, fees: sums.fees, returned: sums.returned },
    open: at(sums.left, sums.margin, sums.limited),
    maintenance: maintenanceOf({ tiers }, open, exposure),
    won: sums.returned >= paid,
  }
}

/**
 * Whether the funding matches its terms and what was open at each payment. What a margin could not pay was not charged: that is less, and
 * never more.
 */
function isFunded(
  order: Order,
  openTick: RecordedTick,
  whole: Minor,
  entry: Minor,
  claimed: Minor,
  margin: Minor,
): boolean {
  const { symbol, direction, fundingTerms: terms, nextFundingAt: next, fills } = order
  if (!terms) return claimed === 0n && next === null
  const quantityScale = findInstrument(symbol)?.quantityScale ?? 0
  const valueAt = (time: number) => {
    const closed = fills
      .filter(({ tick }) => tick.time <= time)
      .map((fill) => exactly(fill.quantity, quantityScale) ?? 0n)
    return notionalOf(
      symbol,
      closed.reduce((left, quantity) => left - quantity, whole),
      entry,
    )
  }
  const now = valueAt(Number.POSITIVE_INFINITY)
  const until = order.list === 1 ? fills.at(-1)?.tick.time : next
  if (order.list === 1 ? next !== null : next !== null && nextFunding(terms, next - 1) !== next) return false
  if (until === null || until === undefined) return isDrained(fundingDue(terms, direction, now), margin)
  const due = fundingOver(terms, direction, [openTick.time, until], valueAt)
  return due < 0n ? claimed >= due && claimed <= 0n : claimed === due
}
