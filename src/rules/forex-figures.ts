import { currencyOf } from './currencies.ts'
import { dealPriceAt, FOREX_COLLATERAL, type ForexPosition, settleForex } from './forex.ts'
import { LOT_SCALE } from './forex-pairs.ts'
import { instrumentOf } from './instruments.ts'
import type { LeverDirection } from './lever.ts'
import { formatMoney, type Minor, parseMoney } from './money.ts'

/** What a position says of itself, as its figures need it: plain decimals. `dealPrice`: null until it opens; `swapPoints` is signed. */
export type ForexFacts = {
  symbol: string
  direction: LeverDirection
  currency: string
  lots: string
  lot: number
  leverage: number
  spread: string
  swapPoints: string
  via: string | null
  rate: string | null
  dealPrice: string | null
  initial: string
  margin: string
  /** What gaps in the record took from its profit; nothing where it is left out. */
  limited?: string
}

/** A signed decimal in minor units; zero for what is none. */
export const signedMinor = (text: string, scale: number): Minor => {
  const size = parseMoney(text.replace('-', ''), scale) ?? 0n
  return text.startsWith('-') ? -size : size
}

/** The open position that an order says; `undefined` before it opens. */
export function forexPositionOf(order: ForexFacts): ForexPosition | undefined {
  const { symbol, direction, via } = order
  const { scale } = instrumentOf(symbol)
  const entry = parseMoney(order.dealPrice ?? '', scale)
  if (entry === undefined) return undefined
  const money = (text: string) => parseMoney(text, currencyOf(FOREX_COLLATERAL).scale) ?? 0n
  return {
    ...{ symbol, direction, via, entry },
    lots: parseMoney(order.lots, LOT_SCALE) ?? 0n,
    lot: BigInt(order.lot),
    leverage: BigInt(order.leverage),
    spread: parseMoney(order.spread, scale) ?? 0n,
    swap: signedMinor(order.swapPoints, scale),
    rate: via === null ? null : (parseMoney(order.rate ?? '', instrumentOf(via).scale) ?? null),
    margin: money(order.margin),
    initial: money(order.initial),
    limited: money(order.limited ?? '0'),
  }
}

/** What would come back of a position if it were closed at a recorded price, in minor units of USDT: an estimate, for it closes at a later one. */
export function expectedAt(order: ForexFacts, price: string): Minor | undefined {
  const position = forexPositionOf(order)
  const recorded = parseMoney(price, instrumentOf(order.symbol).scale)
  if (!position || recorded === undefined) return undefined
  return settleForex(position, dealPriceAt(position, recorded, false)).payout
}

/** What a position would gain or lose in all if it were closed at a recorded price: with the spread and what its nights came to. */
export function forexNetAt(order: ForexFacts, price: string): Minor | undefined {
  const expected = expectedAt(order, price)
  return expected === undefined
    ? undefined
    : expected - (parseMoney(order.initial, currencyOf(FOREX_COLLATERAL).scale) ?? 0n)
}

/** What an ended position gained or lost: what came back less its margin, as a signed decimal. */
export function forexNet({ initial, returned }: { initial: string; returned: string }): string {
  const { scale } = currencyOf(FOREX_COLLATERAL)
  return formatMoney((parseMoney(returned, scale) ?? 0n) - (parseMoney(initial, scale) ?? 0n), scale)
}

/** What an order comes to, as its form says: terms of the pair, and the price and margin at which it would open. */
type Planned = {
  form: Pick<ForexFacts, 'symbol' | 'direction' | 'lots'>
  pair: Pick<ForexFacts, 'lot' | 'leverage' | 'spread' | 'via' | 'rate' | 'currency'>
  summary: { price: string; margin: string }
}

/** What an order would gain or lose in all if it opened as its form says, and closed at a recorded price: nothing where that cannot be told. */
export function netIfForexReached({ form, pair, summary }: Planned, price: string): string | undefined {
  const { symbol, direction, lots } = form
  const { lot, leverage, spread, via, rate, currency } = pair
  const { margin } = summary
  const terms = { symbol, direction, lots, lot, leverage, spread, via, rate, currency, swapPoints: '0' }
  const net = forexNetAt({ ...terms, dealPrice: summary.price, initial: margin, margin }, price)
  return net === undefined ? undefined : formatMoney(net, currencyOf(FOREX_COLLATERAL).scale)
}
