/** The names of the profiles, as RULES has them. */
export const ruleNames = ['paper', 'eu-retail'] as const
export type RuleName = (typeof ruleNames)[number]

/** Classes of markets with a leverage cap of their own. `other`: shares and everything else; no market here is in it. */
export type MarketClass = 'majorPair' | 'minorPair' | 'gold' | 'commodity' | 'other' | 'crypto'

/**
 * The rules that a server follows in addition to the terms of its products. Orders keep the rules of their acceptance.
 *
 * - `leverageMax`: the highest leverage of a new order, by class; null for the products' own limits
 * - `closeOutBps`: a leveraged position is closed once at most this part of its initial margin is left; null for the products' own levels
 * - `timedOptions`: whether they are sold
 * - `lossWarning`: each leveraged ticket shows the share of accounts that lost money here; `elsewhere`: those at other providers, in percent,
 *   shown where nobody has used leverage here. Null for no warning
 */
export type Profile = {
  leverageMax: Readonly<Record<MarketClass, number>> | null
  closeOutBps: number | null
  timedOptions: boolean
  lossWarning: { elsewhere: readonly [low: number, high: number] } | null
}
