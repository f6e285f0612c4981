import { findForexPair } from '../forex/pairs.ts'

/*
 * The simulated market must have the drift that rollover rates imply: a currency with a higher interest rate must fall by as much, or
 * holding it would be paid for nothing.
 */

/** The least share of the total rollover cost of both sides that each side pays. */
const LEAST_SHARE = 1 / 8

/**
 * A pair's drift per rollover at which neither a long nor a short is paid, in units of its price; 0 without rollover. The drift closest to
 * zero that leaves each side to pay at least an eighth of the total.
 */
export function gainByRollover(symbol: string): number {
  const { swap } = findForexPair(symbol) ?? {}
  if (!swap) return 0
  const [least, most] = [Number(swap.short), -Number(swap.long)]
  const slack = (most - least) * LEAST_SHARE
  return Math.min(Math.max(0, least + slack), most - slack)
}
