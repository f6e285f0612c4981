import { findInstrument } from '../market/instruments.ts'
import { currencyOf } from './currencies.ts'
import { formatMoney, type Minor, mulDiv, parseMoney, parseSigned } from './money.ts'
import { type Holding, sumOf, type Valuation, valueIn } from './valuation.ts'

/** Decimals of a position's size. */
const SIZE_SCALE = 12
const CURRENCY = 'USDT'

/**
 * The fields of a position for its valuation, in plain decimals, `size` with a sign. `size`: the gain in USDT when its price rises by one,
 * negative for a short; if `inverse`, that divided by the closing price. `entry`: the opening price; `half`: half of the spread, deducted
 * at the closing price; `margin`: the margin, and maximum loss; `limited`: what price gaps deducted from its gain.
 */
export type OpenPosition = {
  symbol: string
  size: string
  entry: string
  half: string
  inverse: boolean
  margin: string
  limited: string
}

/** A user's assets and debts: wallets including reserved amounts, open positions, and debt in USDT. */
export type Holdings = { wallets: readonly Holding[]; positions: readonly OpenPosition[]; debt: string }

/** A size in a position's format. @param scale decimals of `amount`, at most 12 */
export const sizeOf = (amount: Minor, scale: number): string =>
  formatMoney(amount * 10n ** BigInt(SIZE_SCALE - scale), SIZE_SCALE)

/**
 * A position's gain at a price, negative for a loss: in minor units of USDT, rounded in the user's favour, before the closing fee. Zero for
 * an invalid price.
 */
export function gainAt(position: OpenPosition, price: string): Minor | undefined {
  const scale = findInstrument(position.symbol)?.scale ?? 0
  const size = parseSigned(position.size, SIZE_SCALE)
  const [at, entry, half] = [price, position.entry, position.half].map((text) => parseMoney(text, scale))
  const [margin, limited] = [position.margin, position.limited].map((text) =>
    parseMoney(text, currencyOf(CURRENCY).scale),
  )
  if (size === undefined || at === undefined || entry === undefined || half === undefined) return undefined
  const exit = size < 0n ? at + half : at - half
  if (margin === undefined || limited === undefined || exit <= 0n) return undefined
  const of = size * (exit - entry) * 10n ** BigInt(currencyOf(CURRENCY).scale)
  const by = 10n ** BigInt(SIZE_SCALE) * (position.inverse ? exit : 10n ** BigInt(scale))
  const gain = mulDiv(of, 1n, by, of < 0n ? 'down' : 'up') - limited
  return gain < -margin ? -margin : gain
}

/**
 * A user's net worth in USDT: wallets including reserved amounts, plus unrealised P&L, less debts. May be negative. Assets without a price
 * are left out, and named. Its parts: each wallet, the unrealised P&L of all positions, and the debt with a minus.
 *
 * @param priceOf the current price of an instrument, as a decimal; `undefined` if there is none
 */
export function equityOf(
  { wallets, positions, debt }: Holdings,
  priceOf: (symbol: string) => string | undefined,
): Valuation {
  const { scale } = currencyOf(CURRENCY)
  const { parts, estimated, unpriced } = valueIn(wallets, CURRENCY, priceOf)
  const without = new Set(unpriced)
  let gained = 0n
  for (const position of positions) {
    const gain = gainAt(position, priceOf(position.symbol) ?? '')
    if (gain === undefined) without.add(position.symbol)
    else gained += gain
  }
  const all = [...parts.map((part) => parseMoney(part, scale) ?? 0n), gained, -(parseMoney(debt, scale) ?? 0n)]
  return { ...sumOf(all, scale), estimated: estimated || positions.length > 0, unpriced: [...without] }
}
