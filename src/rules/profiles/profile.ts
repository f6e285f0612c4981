import type { Instrument } from '../market/instruments.ts'
import { mulDiv } from '../money/money.ts'
import { euRetail } from './eu-retail.ts'
import { paper } from './paper.ts'
import type { MarketClass, Profile, RuleName } from './terms.ts'

const profiles: Readonly<Record<RuleName, Profile>> = { paper, 'eu-retail': euRetail }

export const profileOf = (name: RuleName): Profile => profiles[name]

/** A pair of two of these currencies is a major one. */
const MAJOR: readonly string[] = ['USD', 'EUR', 'JPY', 'GBP', 'CAD', 'CHF']

export function marketClassOf({ kind, base, quote }: Pick<Instrument, 'kind' | 'base' | 'quote'>): MarketClass {
  if (kind === 'crypto') return 'crypto'
  if (kind === 'metal') return base === 'XAU' ? 'gold' : 'commodity'
  return MAJOR.includes(base) && MAJOR.includes(quote) ? 'majorPair' : 'minorPair'
}

/** The highest of a product's leverages that a profile allows on a market. */
export function cappedLeverage(
  leverage: number,
  instrument: Pick<Instrument, 'kind' | 'base' | 'quote'>,
  rules: RuleName,
): number {
  const caps = profileOf(rules).leverageMax
  return caps === null ? leverage : Math.min(leverage, caps[marketClassOf(instrument)])
}

/**
 * The maintenance margin rate that closes a position at a profile's level, in basis points of the notional:
 * rounded up, and never below the product's own.
 *
 * @param ownBps the product's own rate
 */
export function closeOutRate(ownBps: number, leverage: number, rules: RuleName): number {
  const { closeOutBps } = profileOf(rules)
  if (closeOutBps === null) return ownBps
  return Math.max(ownBps, Number(mulDiv(BigInt(closeOutBps), 1n, BigInt(leverage), 'up')))
}
