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
 * at the closing price; `margin`: the margin, and maximum loss; `limited`: what price gaps deducted from its gain; `feeBps`: the closing fee, of
 * the notional. From `liquidation` on it is liquidated, at `liquidationFeeBps` more; null: for all that is left. `settled`: the part of its P&L
 * that the wallet has already: fees, rollover and funding paid, and the results of closed parts.
 */
export type OpenPosition = {
  symbol: string
  size: string
  entry: string
  half: string
  inverse: boolean
  margin: string
  limited: string
  feeBps: number
  liquidation: string | null
  liquidationFeeBps: number | null
  settled: string
}

/** The same with its initial margin, for the account's margin level. */
export type MarginPosition = OpenPosition & { initial: string }

/** A user's assets and debts: wallets including reserved amounts, open positions, and debt in USDT. */
export type Holdings = { wallets: readonly Holding[]; positions: readonly OpenPosition[]; debt: string }

/** A size in a position's format. @param scale decimals of `amount`, at most 12 */
export const sizeOf = (amount: Minor, scale: number): string =>
  formatMoney(amount * 10n ** BigInt(SIZE_SCALE - scale), SIZE_SCALE)

const money = (text: string): Minor | undefined => parseSigned(text, currencyOf(CURRENCY).scale)
const BPS = 10_000n

/**
 * What closing a position at a price would add to its margin, negative for a loss: in minor units of USDT, after the closing fee, and never
 * below minus the margin. The profit is rounded in the user's favour. `undefined` for an invalid price.
 */
export function gainAt(position: OpenPosition, price: string): Minor | undefined {
  const { inverse, feeBps, liquidationFeeBps } = position
  const scale = findInstrument(position.symbol)?.scale ?? 0
  const size = parseSigned(position.size, SIZE_SCALE)
  const [at, entry, half] = [price, position.entry, position.half].map((text) => parseMoney(text, scale))
  const [margin, limited] = [money(position.margin), money(position.limited)]
  if (size === undefined || at === undefined || entry === undefined || half === undefined) return undefined
  const exit = size < 0n ? at + half : at - half
  if (margin === undefined || limited === undefined || exit <= 0n) return undefined
  const unit = 10n ** BigInt(currencyOf(CURRENCY).scale)
  const by = 10n ** BigInt(SIZE_SCALE) * (inverse ? exit : 10n ** BigInt(scale))
  const of = size * (exit - entry) * unit
  const left = margin + mulDiv(of, 1n, by, of < 0n ? 'down' : 'up') - limited
  if (left <= 0n) return -margin
  const notional = mulDiv((size < 0n ? -size : size) * exit * unit, 1n, by, 'down')
  const feeOf = (bps: number) => mulDiv(notional, BigInt(bps), BPS, 'down')
  const rest = left - least(feeOf(feeBps), left)
  const level = position.liquidation === null ? undefined : parseMoney(position.liquidation, scale)
  const isLiquidated = level !== undefined && (size < 0n ? at >= level : at <= level)
  const fee = isLiquidated ? least(liquidationFeeBps === null ? rest : feeOf(liquidationFeeBps), rest) : 0n
  return rest - fee - margin
}

const least = (one: Minor, other: Minor): Minor => (one < other ? one : other)

/**
 * The unrealised P&L of a position at a price, in minor units of USDT: its result if it were closed now, after the fees paid and the
 * closing fee. Every place that shows the P&L of an open position calculates it here. `undefined` for an invalid price.
 */
export function unrealisedAt(position: OpenPosition, price: string): Minor | undefined {
  const gain = gainAt(position, price)
  return gain === undefined ? undefined : gain + (money(position.settled) ?? 0n)
}

const totalOf = (amounts: readonly string[]): string =>
  formatMoney(
    amounts.reduce((sum, amount) => sum + (money(amount) ?? 0n), 0n),
    currencyOf(CURRENCY).scale,
  )

/** The margin of all positions together, as a decimal of USDT. */
export const marginOf = (positions: readonly Pick<OpenPosition, 'margin'>[]): string =>
  totalOf(positions.map(({ margin }) => margin))

/** The initial margin of all positions together, as a decimal of USDT. */
export const initialOf = (positions: readonly Pick<MarginPosition, 'initial'>[]): string =>
  totalOf(positions.map(({ initial }) => initial))

/**
 * A user's net worth in USDT: wallets including reserved amounts, plus what closing all positions would add, less debts. May be negative.
 * Assets without a price are left out, and named. Its parts: each wallet, the gain of all positions, and the debt with a minus.
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
