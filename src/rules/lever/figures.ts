import { findInstrument, instrumentOf } from '../market/instruments.ts'
import { findCurrency } from '../money/currencies.ts'
import { type OpenPosition, sizeOf, unrealisedAt } from '../money/equity.ts'
import { formatMoney, type Minor, parseMoney } from '../money/money.ts'
import type { RuleName } from '../profiles/terms.ts'
import { remembered } from '../remembered.ts'
import type { LeverForm } from './form.ts'
import { COLLATERAL, feesNow, type LeverDirection, type LeverFees, liquidationPrice, type Position } from './lever.ts'
import { findContract, frozenTiers, type MaintenanceTier } from './terms.ts'

/** A contract's fields for its figures: plain decimals. `dealPrice`: null until it opens; `tiers`: those frozen into it. */
export type ContractFacts = LeverFees & {
  symbol: string
  direction: LeverDirection
  currency: string
  quantity: string
  dealPrice: string | null
  margin: string
  /** What gaps in the record deducted from the open quantity's profit; absent for none. */
  limited?: string
  exposure: string
  tiers: readonly MaintenanceTier[]
  paid: string
  returned: string
}

/** The open position of a contract, in minor units; `undefined` if nothing is open. */
export function positionOf(order: ContractFacts): Position | undefined {
  const { symbol, direction, tiers } = order
  const instrument = findInstrument(symbol)
  if (!instrument || order.dealPrice === null) return undefined
  const quantity = parseMoney(order.quantity, instrument.quantityScale)
  const entry = parseMoney(order.dealPrice, instrument.scale)
  const amounts = [order.margin, order.exposure, order.limited ?? '0']
  const [margin, exposure, limited] = amounts.map((text) => parseMoney(text, scaleOf(order.currency)))
  if (!quantity || entry === undefined || margin === undefined || exposure === undefined) return undefined
  return { symbol, direction, quantity, entry, margin, tiers, exposure, ...(limited && { limited }) }
}

const scaleOf = (currency: string) => findCurrency(currency)?.scale ?? 0

/** The open position of a contract, for its valuation; `undefined` if nothing is open. */
export const openContract = remembered((order: ContractFacts): OpenPosition | undefined => {
  const position = positionOf(order)
  if (!position) return undefined
  const { symbol, direction, quantity, entry, margin, limited = 0n } = position
  const { scale, quantityScale } = instrumentOf(symbol)
  const level = liquidationPrice(position)
  const { feeBps, liquidationFeeBps } = order
  const money = (amount: Minor) => formatMoney(amount, scaleOf(order.currency))
  const [returned = 0n, paid = 0n] = [order.returned, order.paid].map((text) =>
    parseMoney(text, scaleOf(order.currency)),
  )
  return {
    ...{ symbol, feeBps, liquidationFeeBps, inverse: false },
    size: sizeOf(direction === 'long' ? quantity : -quantity, quantityScale),
    entry: formatMoney(entry, scale),
    half: formatMoney(0n, scale),
    margin: money(margin),
    limited: money(limited),
    liquidation: level === null ? null : formatMoney(level, scale),
    settled: money(returned + margin - paid),
  }
})

/**
 * Total result of a contract if the rest of it were closed at a price: after both fees, including its closed parts, and with a loss of at
 * most what was paid. In minor units of its currency; `undefined` if nothing is open.
 */
export function contractNetAt(order: ContractFacts, price: string): Minor | undefined {
  const position = openContract(order)
  return position && unrealisedAt(position, price)
}

/** Realised P&L of an ended contract: the returned amount less what was paid, as a signed decimal of its currency. */
export function contractNet({
  currency,
  paid,
  returned,
}: Pick<ContractFacts, 'currency' | 'paid' | 'returned'>): string {
  const scale = findCurrency(currency)?.scale ?? findCurrency(COLLATERAL)?.scale ?? 0
  const [back = 0n, cost = 0n] = [returned, paid].map((text) => parseMoney(text, scale))
  return formatMoney(back - cost, scale)
}

/** Total result of a contract if the rest of it were closed at a price, as a signed decimal; absent if it cannot be calculated. */
export function netIfReached(order: ContractFacts, price: string): string | undefined {
  const net = price === '' ? undefined : contractNetAt(order, price)
  return net === undefined ? undefined : formatMoney(net, scaleOf(order.currency))
}

/**
 * Whether a position would be liquidated at or before a price.
 *
 * @param level its liquidation price; absent for none
 */
export function endsBefore(
  { symbol, direction }: Pick<ContractFacts, 'symbol' | 'direction'>,
  level: string | null | undefined,
  price: string,
): boolean {
  const [end, at] = [level ?? '', price].map((text) => parseMoney(text, findInstrument(symbol)?.scale ?? 0))
  if (end === undefined || at === undefined) return false
  return direction === 'long' ? at <= end : at >= end
}

/** The contract of an order that opens at the price of its form. */
export function plannedContract(
  { symbol, direction, quantity, leverage }: Pick<LeverForm, 'symbol' | 'direction' | 'quantity' | 'leverage'>,
  { price, margin, fee, exposure }: { price: string; margin: string; fee: string; exposure: string },
  rules: RuleName = 'paper',
): ContractFacts {
  const contract = findContract(symbol)
  const scale = scaleOf(COLLATERAL)
  const [stake = 0n, cost = 0n] = [margin, fee].map((text) => parseMoney(text, scale))
  return {
    ...{ symbol, direction, quantity, margin, exposure, ...feesNow },
    tiers: contract ? frozenTiers(rules, contract, leverage) : [],
    currency: COLLATERAL,
    dealPrice: price,
    paid: formatMoney(stake + cost, scale),
    returned: formatMoney(0n, scale),
  }
}

/** An exposure, a decimal of the collateral, after changes of some of its contracts. */
export function exposureAfter(
  exposure: string,
  before: readonly { worth: string }[],
  after: readonly { worth: string }[],
): string {
  const scale = scaleOf(COLLATERAL)
  const minor = (text: string) => parseMoney(text, scale) ?? 0n
  const sum = (orders: readonly { worth: string }[]) => orders.reduce((all, { worth }) => all + minor(worth), 0n)
  return formatMoney(minor(exposure) - sum(before) + sum(after), scale)
}

/**
 * Whether a contract is counted by an exposure but is not among the newest known ones, so that its earlier notional is unknown.
 */
export const isBeyond = (
  { exposure, orders }: { exposure: string; orders: readonly { id: string; worth: string }[] },
  id: string,
): boolean =>
  orders.length > 0 &&
  parseMoney(exposureAfter(exposure, orders, []), scaleOf(COLLATERAL)) !== 0n &&
  orders.every((order) => order.id > id)
