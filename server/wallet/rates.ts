import type { Rate } from '../../src/api/money/worth.ts'
import type { Quote } from '../../src/api/wire/quotes.ts'
import { instrumentOf } from '../../src/rules/market/instruments.ts'
import { formatMoney, mulDiv, parseMoney } from '../../src/rules/money/money.ts'

/** Decimals of a reference rate. */
const SCALE = 8
const UNIT = 10n ** BigInt(SCALE)

/**
 * What a US dollar is in other currencies, by the last prices of the forex pairs that quote it. A rate that is the inverse
 * of a price is rounded down.
 */
export const ratesOf = (quotes: readonly Quote[]): Rate[] =>
  quotes.flatMap(({ symbol, price, time }) => {
    const { kind, base, quote, scale } = instrumentOf(symbol)
    const minor = parseMoney(price, scale)
    if (kind !== 'forex' || !minor) return []
    const one = 10n ** BigInt(scale)
    if (base === 'USD') return [{ currency: quote, rate: formatMoney(mulDiv(minor, UNIT, one, 'down'), SCALE), time }]
    if (quote === 'USD') return [{ currency: base, rate: formatMoney(mulDiv(one, UNIT, minor, 'down'), SCALE), time }]
    return []
  })
