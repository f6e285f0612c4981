import { instrumentOf } from '../market/instruments.ts'
import { currencyOf, findCurrency } from '../money/currencies.ts'
import { formatMoney, type Minor, mulDiv, parseMoney } from '../money/money.ts'
import type { FormRule } from '../orders/form.ts'

/**
 * The terms of a swap.
 *
 * - `spreadBps`: the spread of each leg against the user, in basis points
 * - `feeBps`: of the USDT amount
 * - `driftBps`: a quote is valid while none of its prices has moved further than this, either way
 * - `seconds`: maximum validity of a quote
 * - `min`: minimum value of a swap, as a decimal of USDT
 */
export type SwapTerms = { spreadBps: number; feeBps: number; driftBps: number; seconds: number; min: string }

/**
 * The terms on offer. `driftBps` is at most `spreadBps`: waiting within a quote can gain no more than the spread has cost, so holding a
 * quote has no option value.
 */
export const swapTerms: SwapTerms = { spreadBps: 20, feeBps: 10, driftBps: 20, seconds: 10, min: '1' }

/** All terms by which swaps were ever quoted, newest first: receipts are verified with them. */
export const swapTermsEver: readonly Pick<SwapTerms, 'spreadBps' | 'feeBps' | 'seconds' | 'min'>[] = [swapTerms]

/** The intermediate currency of every swap. */
export const SWAP_VIA = 'USDT'

/** One leg of a swap: a coin sold for USDT, or bought with it. */
export type SwapLeg = { symbol: string; side: 'sell' | 'buy' }

/** The legs of a swap, in order: two between coins. None if there is no such swap. */
export function legsOf(from: string, to: string): readonly SwapLeg[] {
  if (from === to || !findCurrency(from) || !findCurrency(to)) return []
  return [
    ...(from === SWAP_VIA ? [] : [{ symbol: `${from}${SWAP_VIA}`, side: 'sell' as const }]),
    ...(to === SWAP_VIA ? [] : [{ symbol: `${to}${SWAP_VIA}`, side: 'buy' as const }]),
  ]
}

const BPS = 10_000n

/** Whether a price is still close enough to its quote; both in minor units. */
export const isWithinDrift = (quoted: Minor, now: Minor, { driftBps }: Pick<SwapTerms, 'driftBps'>): boolean =>
  (now > quoted ? now - quoted : quoted - now) * BPS <= quoted * BigInt(driftBps)

/** A swap's amounts, in minor units. `usdt`: the intermediate amount, before its fee. `receive`: the result. */
export type SwapFigures = { amount: Minor; usdt: Minor; fee: Minor; receive: Minor }

/**
 * Calculates a swap. A coin is sold below its price by the spread, and bought above it. Each division rounds down: the fee's in the user's
 * favour; the others so that no round trip can gain by rounding, as the form says.
 *
 * @param amount in minor units of `from`
 * @param priceOf the market price of a leg's symbol, in minor units; positive
 */
export function calculateSwap(
  { from, to, amount }: { from: string; to: string; amount: Minor },
  priceOf: (symbol: string) => Minor,
  { spreadBps, feeBps }: Pick<SwapTerms, 'spreadBps' | 'feeBps'>,
): SwapFigures {
  const unit = (code: string) => 10n ** BigInt(currencyOf(code).scale)
  const priceUnit = (symbol: string) => 10n ** BigInt(instrumentOf(symbol).scale)
  const spread = BigInt(spreadBps)
  const [sell, buy] = (['sell', 'buy'] as const).map((side) => legsOf(from, to).find((leg) => leg.side === side))
  const usdt = sell
    ? mulDiv(
        amount * priceOf(sell.symbol),
        (BPS - spread) * unit(SWAP_VIA),
        unit(from) * priceUnit(sell.symbol) * BPS,
        'down',
      )
    : amount
  const fee = mulDiv(usdt, BigInt(feeBps), BPS, 'down')
  const receive = buy
    ? mulDiv(
        (usdt - fee) * unit(to),
        priceUnit(buy.symbol) * BPS,
        priceOf(buy.symbol) * (BPS + spread) * unit(SWAP_VIA),
        'down',
      )
    : usdt - fee
  return { amount, usdt, fee, receive }
}

/** The rate in `quote` per `base`, before the fee: a decimal, rounded half to even, for display only. */
export type SwapRate = { base: string; quote: string; price: string }

const RATE_SCALE = 8

/** The rate of a swap: of the coin in USDT, or between coins of the given one in the received one. */
export function rateOf(
  { from, to }: { from: string; to: string },
  priceOf: (symbol: string) => Minor,
  { spreadBps }: Pick<SwapTerms, 'spreadBps'>,
): SwapRate {
  const spread = BigInt(spreadBps)
  const [first, second] = legsOf(from, to)
  if (!first) throw new RangeError(`no swap of ${from} for ${to}`)
  const scaleOf = ({ symbol }: SwapLeg) => BigInt(instrumentOf(symbol).scale)
  const at = (leg: SwapLeg) => priceOf(leg.symbol) * (leg.side === 'sell' ? BPS - spread : BPS + spread)
  const ratio = second
    ? mulDiv(
        at(first) * 10n ** scaleOf(second),
        10n ** BigInt(RATE_SCALE),
        at(second) * 10n ** scaleOf(first),
        'halfEven',
      )
    : mulDiv(at(first), 10n ** BigInt(RATE_SCALE), BPS * 10n ** scaleOf(first), 'halfEven')
  const [base, quote] = second ? [from, to] : first.side === 'sell' ? [from, to] : [to, from]
  return { base, quote, price: formatMoney(ratio, RATE_SCALE) }
}

/** The swap form. `amount`: a plain decimal of `from`; empty if nothing is entered, anything else is invalid. */
export type SwapForm = { from: string; to: string; amount: string }

export type SwapField = 'amount' | 'from' | 'to'
export type SwapKey = 'wrongCurrency' | 'parameterError' | 'belowMinimum' | 'insufficientFundBalance'

/**
 * What a swap is validated against. `available`: of `from`, as a decimal; null if only the ledger knows. `prices`: market prices, as
 * decimals by symbol; without one, figures and summary are absent.
 */
export type SwapCircumstances = SwapTerms & {
  available: string | null
  prices: Readonly<Record<string, string>>
}

/** A swap's figures, as decimals: `fee` in USDT, `spreadBps` over its legs. */
export type SwapSummary = { amount: string; receive: string; fee: string; spreadBps: number; rate: SwapRate }

/** Validates a swap: the only place where it is checked. */
export const validateSwap: FormRule<SwapForm, SwapCircumstances, SwapField, SwapKey, SwapFigures, SwapSummary> = (
  { from, to, amount: text },
  { available, prices, min, ...terms },
) => {
  const none = { values: undefined, summary: undefined }
  const legs = legsOf(from, to)
  if (legs.length === 0) {
    return { errors: { [findCurrency(from) && from !== SWAP_VIA ? 'to' : 'from']: { key: 'wrongCurrency' } }, ...none }
  }
  const { scale } = currencyOf(from)
  const amount = parseMoney(text, scale)
  if (!amount) return { errors: { amount: { key: 'parameterError', params: { field: 'amount' } } }, ...none }
  const have = available === null ? null : (parseMoney(available, scale) ?? 0n)
  const tooMuch = have !== null && amount > have ? { amount: { key: 'insufficientFundBalance' } as const } : {}

  const found = legs.map(
    ({ symbol }) => [symbol, parseMoney(prices[symbol] ?? '', instrumentOf(symbol).scale)] as const,
  )
  if (found.some(([, price]) => !price)) return { errors: tooMuch, ...none }
  const known = new Map(found)
  const priceOf = (symbol: string) => known.get(symbol) ?? 0n
  const values = calculateSwap({ from, to, amount }, priceOf, terms)
  const via = currencyOf(SWAP_VIA).scale
  const tooLittle =
    values.usdt < (parseMoney(min, via) ?? 0n) || values.receive === 0n
      ? { amount: { key: 'belowMinimum' as const, params: { limit: min, currency: SWAP_VIA } } }
      : {}
  const errors = { ...tooMuch, ...tooLittle }
  return {
    errors,
    values: Object.keys(errors).length === 0 ? values : undefined,
    summary: {
      amount: formatMoney(amount, scale),
      receive: formatMoney(values.receive, currencyOf(to).scale),
      fee: formatMoney(values.fee, via),
      spreadBps: terms.spreadBps * legs.length,
      rate: rateOf({ from, to }, priceOf, terms),
    },
  }
}

/** One change of the form. `turn`: swaps the given and the received currency. */
export type SwapChange = { from: string } | { to: string } | { amount: string } | { turn: true }

/**
 * The form after a change. Another currency to give clears the amount: a hundred of one is not a hundred of another. If both would be the
 * same, they are exchanged.
 */
export function changeSwap(form: SwapForm, change: SwapChange): SwapForm {
  const { from, to } = form
  if ('turn' in change) return { from: to, to: from, amount: '' }
  if ('from' in change) {
    if (change.from === from) return form
    return { from: change.from, to: change.from === to ? from : to, amount: '' }
  }
  if ('to' in change && change.to === from) return { from: to, to: from, amount: '' }
  return { ...form, ...change }
}
