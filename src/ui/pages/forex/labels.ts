import type { ForexOrder } from '../../../api/trade/forex.ts'
import { forexStatus } from '../../../api/wire/status.ts'
import { dealPriceAt, pipsOf } from '../../../rules/forex/forex.ts'
import { findForexPair } from '../../../rules/forex/pairs.ts'
import type { LeverDirection } from '../../../rules/lever/lever.ts'
import { instrumentOf } from '../../../rules/market/instruments.ts'
import { formatMoney, parseMoney } from '../../../rules/money/money.ts'
import { formatPlain, formatPrice } from '../../format/format.ts'
import type { Labels } from '../orders/order-facts.ts'

/** A number of lots. */
export const lotsText = (lots: string, { t, lang }: Labels): string =>
  t('forex.count', { count: Number(lots), lots: formatPlain(lots, lang) })

/** The price at which a pair is bought or sold at a recorded price: a plain decimal, empty if that is unknown. */
export function dealAt(recorded: string, direction: LeverDirection, pair: { symbol: string; spread: string }): string {
  const { scale } = instrumentOf(pair.symbol)
  const [price, spread = 0n] = [recorded, pair.spread].map((text) => parseMoney(text, scale))
  return price ? formatMoney(dealPriceAt({ direction, spread }, price, true), scale) : ''
}

/** The distance between two prices of a pair, in pips. `sign`: with its direction. */
export function pipsText(
  { symbol, pip }: { symbol: string; pip: string },
  from: string,
  to: string,
  { t, lang }: Labels,
  options: { sign?: boolean } = {},
): string {
  const { scale } = instrumentOf(symbol)
  const [start = 0n, end = 0n, unit = 1n] = [from, to, pip].map((text) => parseMoney(text, scale))
  const distance = end - start
  const pips = pipsOf(options.sign || distance > 0n ? distance : -distance, unit)
  const decimals = pips.split('.')[1]?.length ?? 0
  return t('forex.pips', { count: Number(pips), pips: formatPrice(pips, decimals, lang, options) })
}

/** The distance between two prices of a symbol, in pips; empty if it is not traded in lots. */
export function pipsBetween(symbol: string, from: string, to: string, labels: Labels): string {
  const pair = findForexPair(symbol)
  return pair ? pipsText(pair, from, to, labels) : ''
}

type Dealt = Pick<ForexOrder, 'symbol' | 'direction' | 'dealPrice'>

/** What a position gains by a closing price, in pips with their sign; `undefined` before it opens. Rollover is not in it. */
export function profitInPips({ symbol, direction, dealPrice }: Dealt, closing: string, labels: Labels) {
  const pair = findForexPair(symbol)
  if (!pair || dealPrice === null) return undefined
  const [from, to] = direction === 'long' ? [dealPrice, closing] : [closing, dealPrice]
  return pipsText(pair, from, to, labels, { sign: true })
}

/** A day's swap points of a position, in pips with their sign. */
export function swapInPips({ symbol, swapPoints }: Pick<ForexOrder, 'symbol' | 'swapPoints'>, labels: Labels): string {
  const pair = findForexPair(symbol)
  if (!pair) return '–'
  const size = swapPoints.replace('-', '')
  const [from, to] = swapPoints.startsWith('-') ? [size, '0'] : ['0', size]
  return pipsText(pair, from, to, labels, { sign: true })
}

/** States with their own text; others are named by their status. */
const named: ReadonlySet<ForexOrder['state']> = new Set([
  ...(['cancelling', 'reached', 'cancelled', 'unexpected', 'open.changing'] as const),
])

/** A position's state, and once closed, the cause. */
export function standingText({ state, status, cause, voidReason, type }: ForexOrder, { t }: Labels): string {
  if (cause !== null) return cause === 'stopOut' ? t('forex.cause.stopOut') : t(`lever.cause.${cause}`)
  if (voidReason !== null) return t(`lever.void.${voidReason}`)
  const isResting = state === 'pending' && type !== 'market'
  if (isResting || named.has(state)) return t(`orders.result.${state}`)
  return t(`forex.status.${forexStatus[status] ?? 'inTransaction'}`)
}
