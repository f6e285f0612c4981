import { findContract } from './contracts.ts'
import type { LeverDirection } from './lever.ts'
import { type Minor, mulDiv } from './money.ts'

/*
 * What longs pay shorts of a contract from time to time, or the other way round: at each whole interval since the epoch, by what the open
 * quantity was worth when it opened. The terms are frozen into an order as it is accepted.
 */

/** `hours` between two payments, and the millionths of the worth that longs pay shorts each time; below zero shorts pay longs. */
export type Funding = { hours: number; ppm: number }

const HOUR_MS = 3_600_000

/** What is charged on a symbol; null where nothing is. */
export const fundingOf = (symbol: string): Funding | null => findContract(symbol)?.funding ?? null

/**
 * The first payment after a moment.
 *
 * @param time ms since the epoch
 */
export const nextFunding = ({ hours }: Pick<Funding, 'hours'>, time: number): number =>
  (Math.floor(time / (hours * HOUR_MS)) + 1) * hours * HOUR_MS

/**
 * What one payment brings a position, below zero where it pays, in minor units of USDT. Rounded towards zero, whoever pays: a long and a
 * short of the same worth come to nothing together.
 */
export const fundingDue = ({ ppm }: Pick<Funding, 'ppm'>, direction: LeverDirection, worth: Minor): Minor =>
  mulDiv(worth, BigInt(direction === 'long' ? -ppm : ppm), 1_000_000n, 'down')

/** What of that a margin can pay: all but its last millionth. */
export const fundingPaid = (due: Minor, margin: Minor): Minor => (due < 1n - margin ? 1n - margin : due)

/** Whether there is nothing left that a payment could be charged to. */
export const isDrained = (due: Minor, margin: Minor): boolean => due < 0n && margin <= 1n

/**
 * What the payments between two moments, both excluded, come to where each is paid whole.
 *
 * @param worthAt of what was open at a moment, in minor units of USDT
 */
export function fundingOver(
  terms: Funding,
  direction: LeverDirection,
  [from, to]: readonly [number, number],
  worthAt: (time: number) => Minor,
): Minor {
  let sum = 0n
  for (let at = nextFunding(terms, from); at < to; at = nextFunding(terms, at)) {
    sum += fundingDue(terms, direction, worthAt(at))
  }
  return sum
}
