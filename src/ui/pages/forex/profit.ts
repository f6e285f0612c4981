import type { ForexOrder } from '../../../api/trade/forex.ts'
import { forexPositionOf } from '../../../rules/forex/close.ts'
import { dealPriceAt, FOREX_COLLATERAL, type ForexFacts, unitsOf } from '../../../rules/forex/forex.ts'
import { LOT_SCALE } from '../../../rules/forex/pairs.ts'
import { instrumentOf } from '../../../rules/market/instruments.ts'
import { currencyOf } from '../../../rules/money/currencies.ts'
import { type OpenPosition, sizeOf, unrealisedAt } from '../../../rules/money/equity.ts'
import { formatMoney, type Minor, parseMoney, parseSigned } from '../../../rules/money/money.ts'
import { remembered } from '../../../rules/remembered.ts'

/** The closing price of a position at a recorded price, as a decimal; `undefined` before it opens. */
export function closingPriceAt(order: ForexFacts, price: string): string | undefined {
  const position = forexPositionOf(order)
  const { scale } = instrumentOf(order.symbol)
  const recorded = parseMoney(price, scale)
  return position && recorded !== undefined ? formatMoney(dealPriceAt(position, recorded, false), scale) : undefined
}

/** An open position, for its valuation; `undefined` before it opens. */
const openForex = remembered((order: ForexFacts): OpenPosition | undefined => {
  const position = forexPositionOf(order)
  if (!position) return undefined
  const { symbol, direction, via, rate, margin, limited = 0n } = position
  const { base, scale } = instrumentOf(symbol)
  const usdt = currencyOf(FOREX_COLLATERAL)
  const money = (amount: Minor) => formatMoney(amount, usdt.scale)
  const [initial = 0n, returned = 0n] = [order.initial, order.returned ?? ''].map((text) =>
    parseMoney(text, usdt.scale),
  )
  const units = direction === 'long' ? unitsOf(position) : -unitsOf(position)
  return {
    symbol,
    size: via === null ? sizeOf(units, 0) : sizeOf(units * (rate ?? 0n), instrumentOf(via).scale),
    entry: formatMoney(position.entry, scale),
    half: formatMoney(position.spread / 2n, scale),
    inverse: via === null && base === 'USD',
    margin: money(margin),
    limited: money(limited),
    ...{ feeBps: 0, liquidation: null, liquidationFeeBps: 0 },
    settled: money(returned + margin - initial),
  }
})

/** Total result of a position closed at a recorded price: with spread, rollover and its closed parts. */
export function forexNetAt(order: ForexFacts, price: string): Minor | undefined {
  const position = openForex(order)
  return position && unrealisedAt(position, price)
}

/** The same as a signed decimal; absent if it cannot be calculated. */
export function netIfClosed(order: ForexFacts, price: string): string | undefined {
  const net = forexNetAt(order, price)
  return net === undefined ? undefined : formatMoney(net, currencyOf(FOREX_COLLATERAL).scale)
}

type Closed = Pick<ForexOrder['parts'][number], 'lots' | 'profit' | 'returned' | 'shortfall'>

/** The last close of an ended position: its totals less its partial closes. */
export function lastClose(order: Pick<ForexOrder, keyof Closed | 'parts' | 'closePrice' | 'limited'>) {
  const rest = (name: keyof Closed) => {
    const scale = name === 'lots' ? LOT_SCALE : currencyOf(FOREX_COLLATERAL).scale
    const sums = order.parts.reduce((left, part) => left - (parseSigned(part[name], scale) ?? 0n), 0n)
    return formatMoney((parseSigned(order[name], scale) ?? 0n) + sums, scale)
  }
  const { closePrice, limited } = order
  return {
    ...{ closePrice, limited, lots: rest('lots'), profit: rest('profit') },
    ...{ returned: rest('returned'), shortfall: rest('shortfall') },
  }
}

/** Realised P&L of an ended position: the returned amount less its margin, as a signed decimal. */
export function forexNet({ initial, returned }: { initial: string; returned: string }): string {
  const { scale } = currencyOf(FOREX_COLLATERAL)
  return formatMoney((parseMoney(returned, scale) ?? 0n) - (parseMoney(initial, scale) ?? 0n), scale)
}

/** A planned order: terms of the pair, and the price and margin at which it would open. */
type Planned = {
  form: Pick<ForexFacts, 'symbol' | 'direction' | 'lots'>
  pair: Pick<ForexFacts, 'lot' | 'leverage' | 'spread' | 'stopOutBps' | 'via' | 'rate' | 'currency'>
  summary: { price: string; margin: string }
}

/** Total result of a planned order that opens as its form shows and closes at a recorded price; absent if it cannot be calculated. */
export function netIfForexReached({ form, pair, summary }: Planned, price: string): string | undefined {
  const { symbol, direction, lots } = form
  const { lot, leverage, spread, stopOutBps, via, rate, currency } = pair
  const { margin } = summary
  const terms = { symbol, direction, lots, lot, leverage, spread, stopOutBps, via, rate, currency, swapPoints: '0' }
  return netIfClosed({ ...terms, dealPrice: summary.price, initial: margin, margin }, price)
}

/** What the rollovers of a year bring by today's, in millionths of the notional, negative for a charge. For display only. */
export const nightsPpm = ({ night, worth }: { night: string; worth: string }): number =>
  ((Number(night) * 365) / Number(worth)) * 1_000_000 || 0
