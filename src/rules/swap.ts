import { currencyOf, findCurrency } from './currencies.ts'
import type { FormRule } from './form.ts'
import { instrumentOf } from './instruments.ts'
import { formatMoney, type Minor, mulDiv, parseMoney } from './money.ts'

/**
 * By which terms is swapped.
 *
 * - `spreadBps`: how far on each leg its price is from the market's, against whoever swaps, in basis points
 * - `feeBps`: of what passes through USDT
 * - `driftBps`: a quote holds while no price of it has moved further than that, either way
 * - `seconds`: for how long a quote holds at most
 * - `min`: the least that a swap is worth, as a decimal of USDT
 */
export type SwapTerms = { spreadBps: number; feeBps: number; driftBps: number; seconds: number; min: string }

/**
 * The terms on offer. `driftBps` is at most `spreadBps`: whoever waits for a better moment within a quote can gain no more
 * by the wait than the spread has taken, so that holding a quote is worth nothing.
 */
export const swapTerms: SwapTerms = { spreadBps: 20, feeBps: 10, driftBps: 20, seconds: 10, min: '1' }

/** What every swap goes through. */
export const SWAP_VIA = 'USDT'

/** One half of a swap: a coin sold for USDT, or bought with it. */
export type SwapLeg = { symbol: string; side: 'sell' | 'buy' }

/** The legs of a swap, one after the other: two between coins. None where there is no such swap. */
export function legsOf(from: string, to: string): readonly SwapLeg[] {
  if (from === to || !findCurrency(from) || !findCurrency(to)) return []
  return [
    ...(from === SWAP_VIA ? [] : [{ symbol: `${from}${SWAP_VIA}`, side: 'sell' as const }]),
    ...(to === SWAP_VIA ? [] : [{ symbol: `${to}${SWAP_VIA}`, side: 'buy' as const }]),
  ]
}

const BPS = 10_000n

/** Whether a price is still so near to the one of a quote that the quote holds; both in minor units. */
export const isWithinDrift = (quoted: Minor, now: Minor, { driftBps }: Pick<SwapTerms, 'driftBps'>): boolean =>
  (now > quoted ? now - quoted : quoted - now) * BPS <= quoted * BigInt(driftBps)

/**
 * What a swap comes to, in minor units. `usdt`: what passes through USDT, before the fee of it. `receive`: what arrives.
 */
export type SwapFigures = { amount: Minor; usdt: Minor; fee: Minor; receive: Minor }

/**
 * Reckons a swap. A coin is sold below its price by the spread, and bought above it. Each division rounds down: the fee's
 * in favour of whoever swaps; the others' so that no way round through rounding gains anything, which the form says.
 *
 * @param amount in minor units of `from`
 * @param priceOf the market's price of a leg's symbol, in minor units; above zero
 */
export function reckonSwap(
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

/** How many of `quote` one of `base` is swapped at, before the fee: a decimal, rounded half to even for reading alone. */
export type SwapRate = { base: string; quote: string; price: string }

const RATE_SCALE = 8

/** The rate of a swap: of the coin in USDT, or between coins of what is given in what is received. */
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

/** A swap as it stands on the form. `amount`: a plain decimal of `from`; empty where none is entered, anything else is none. */
export type SwapForm = { from: string; to: string; amount: string }

export type SwapField = 'amount' | 'from' | 'to'
export type SwapKey = 'wrongCurrency' | 'parameterError' | 'belowMinimum' | 'insufficientFundBalance'

/**
 * What is known when a swap is judged. `available`: of `from`, as a decimal; null where only the ledger knows. `prices`: the
 * market's, as decimals by symbol; one that is missing leaves figures and summary out.
 */
export type SwapCircumstances = SwapTerms & {
  available: string | null
  prices: Readonly<Record<string, string>>
}

/** What a swap comes to, as decimals: `fee` in USDT, `spreadBps` over its legs. */
export type SwapSummary = { amount: string; receive: string; fee: string; spreadBps: number; rate: SwapRate }

/** Judges a swap: the one place where it is right or wrong. */
export const judgeSwap: FormRule<SwapForm, SwapCircumstances, SwapField, SwapKey, SwapFigures, SwapSummary> = (
  { from, to, amount: text },
  { available, prices, min, ...terms },
) => {
  const none = { figures: undefined, summary: undefined }
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
  const figures = reckonSwap({ from, to, amount }, priceOf, terms)
  const via = currencyOf(SWAP_VIA).scale
  const tooLittle =
    figures.usdt < (parseMoney(min, via) ?? 0n) || figures.receive === 0n
      ? { amount: { key: 'belowMinimum' as const, params: { limit: min, currency: SWAP_VIA } } }
      : {}
  const errors = { ...tooMuch, ...tooLittle }
  return {
    errors,
    figures: Object.keys(errors).length === 0 ? figures : undefined,
    summary: {
      amount: formatMoney(amount, scale),
      receive: formatMoney(figures.receive, currencyOf(to).scale),
      fee: formatMoney(figures.fee, via),
      spreadBps: terms.spreadBps * legs.length,
      rate: rateOf({ from, to }, priceOf, terms),
    },
  }
}

/** One change of the form. `turn`: what is given and what is received change places. */
export type SwapChange = { from: string } | { to: string } | { amount: string } | { turn: true }

/**
 * The form after a change. Another currency to give clears the amount: a hundred of one is not a hundred of another. Where both
 * would be the same, they change places.
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
