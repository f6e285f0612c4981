import { type Minor, mulDiv } from '../money/money.ts'
import type { LeverDirection } from './lever.ts'
import { findContract } from './terms.ts'

/*
 * What longs pay shorts of a contract, or the reverse, at each whole interval since the epoch, by the notional at opening of the open
 * quantity. The terms are frozen into an order at its acceptance.
 */

/** `hours` between payments, and the rate in millionths of the notional that longs pay shorts; if negative, shorts pay longs. */
export type Funding = { hours: number; ppm: number }

const HOUR_MS = 3_600_000

/** The funding terms of a symbol; null for none. */
export const fundingOf = (symbol: string): Funding | null => findContract(symbol)?.funding ?? null

/**
 * The first payment after a time.
 *
 * @param time ms since the epoch
 */
export const nextFunding = ({ hours }: Pick<Funding, 'hours'>, time: number): number =>
  (Math.floor(time / (hours * HOUR_MS)) + 1) * hours * HOUR_MS

/**
 * What one payment brings a position, negative if it pays, in minor units of USDT. Rounded towards zero on both sides, so that a long and a
 * short of the same notional sum to zero.
 */
export const fundingDue = ({ ppm }: Pick<Funding, 'ppm'>, direction: LeverDirection, notional: Minor): Minor =>
  mulDiv(notional, BigInt(direction === 'long' ? -ppm : ppm), 1_000_000n, 'down')

/** What one payment brings a position, in millionths of its notional, negative if it pays. */
export const fundingPpm = ({ ppm }: Pick<Funding, 'ppm'>, direction: LeverDirection): number =>
  direction === 'long' ? -ppm : ppm

const HOURS_A_YEAR = 24 * 365

/** What the payments of a year bring a position at the rate now. */
export const yearlyPpm = (funding: Funding, direction: LeverDirection): number =>
  (fundingPpm(funding, direction) * HOURS_A_YEAR) / funding.hours

/** The part of a payment that a margin can pay: at most all but its last millionth. */
export const fundingPaid = (due: Minor, margin: Minor): Minor => (due < 1n - margin ? 1n - margin : due)

/** Whether nothing is left for a payment. */
export const isDrained = (due: Minor, margin: Minor): boolean => due < 0n && margin <= 1n

/**
 * The sum of payments between two times, both exclusive, if each is paid in full.
 *
 * @param valueAt the open notional at a time, in minor units of USDT
 */
export function fundingOver(
  terms: Funding,
  direction: LeverDirection,
  [from, to]: readonly [number, number],
  valueAt: (time: number) => Minor,
): Minor {
  let sum = 0n
  for (let at = nextFunding(terms, from); at < to; at = nextFunding(terms, at)) {
    sum += fundingDue(terms, direction, valueAt(at))
  }
  return sum
}
