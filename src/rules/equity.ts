import { currencyOf } from './currencies.ts'
import { findInstrument } from './instruments.ts'
import { formatMoney, type Minor, mulDiv, parseMoney } from './money.ts'
import { type Holding, type Valuation, valueIn } from './valuation.ts'

/** Decimals of a position's size. */
const SIZE_SCALE = 12
const CURRENCY = 'USDT'

/**
 * A position as its value needs it, in plain decimals, `size` with a sign. `size`: what it gains in USDT where its price rises by one, below
 * zero of a short; where `inverse`, that over the price at which it closes. `entry`: the price at which it was opened; `half`: of the
 * spread, to the worse of the price at which it closes; `margin`: what stands behind it, and the most that it loses; `limited`: what gaps in
 * prices took from its gain.
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

/** All that a person has: what is in their wallets, reserved amounts included, what they have open, and what they owe in USDT. */
export type Holdings = { wallets: readonly Holding[]; positions: readonly OpenPosition[]; debt: string }

const signed = (text: string, scale: number): Minor | undefined => {
  const size = parseMoney(text.replace('-', ''), scale)
  return size === undefined || !text.startsWith('-') ? size : -size
}

/** A size, as a position carries it. @param scale decimals of `amount`, at most 12 */
export const sizeOf = (amount: Minor, scale: number): string =>
  formatMoney(amount * 10n ** BigInt(SIZE_SCALE - scale), SIZE_SCALE)

/**
 * What a position has gained at a price, below zero where it has lost: in minor units of USDT, rounded in the person's favour, and
 * before the fee of closing. Nothing where the price makes no sense.
 */
export function gainAt(position: OpenPosition, price: string): Minor | undefined {
  const scale = findInstrument(position.symbol)?.scale ?? 0
  const size = signed(position.size, SIZE_SCALE)
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
 * A person's net worth in USDT: wallets, with what is reserved, and what open positions have gained, less what is owed. It may be below
 * zero. What has no price yet is left out, and named.
 *
 * @param priceOf the price now of an instrument, as a decimal; `undefined` where there is none
 */
export function equityOf(
  { wallets, positions, debt }: Holdings,
  priceOf: (symbol: string) => string | undefined,
): Valuation {
  const { scale } = currencyOf(CURRENCY)
  const { total, estimated, unpriced } = valueIn(wallets, CURRENCY, priceOf)
  const without = new Set(unpriced)
  let sum = (parseMoney(total, scale) ?? 0n) - (parseMoney(debt, scale) ?? 0n)
  for (const position of positions) {
    const gain = gainAt(position, priceOf(position.symbol) ?? '')
    if (gain === undefined) without.add(position.symbol)
    else sum += gain
  }
  return { total: formatMoney(sum, scale), estimated: estimated || positions.length > 0, unpriced: [...without] }
}
