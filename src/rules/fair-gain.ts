import { findContract, LEVER_FEE_BPS } from './contracts.ts'
import { findForexPair } from './forex-pairs.ts'

/*
 * A market that is made of chance must move as what is on offer supposes: a currency that bears more interest than another falls by as much, or else whoever
 * holds it is paid for nothing.
 */

/** Of what the two sides of a pair pay for a night together, so much at least is paid by each. */
const LEAST_SHARE = 1 / 8

/**
 * What a pair gains by a night for which neither who is long nor who is short is paid, in units of its price; 0 where no nights are
 * charged. Of all such gains the nearest to none that leaves each side to pay an eighth of both.
 */
export function gainByNight(symbol: string): number {
  const { swap } = findForexPair(symbol) ?? {}
  if (!swap) return 0
  const [least, most] = [Number(swap.short), -Number(swap.long)]
  const slack = (most - least) * LEAST_SHARE
  return Math.min(Math.max(0, least + slack), most - slack)
}

/** The most that a symbol may gain in a week, in log: less than the fees of a contract, which bears no nights and lasts a week. */
export const gainMostAWeek = (symbol: string): number =>
  findContract(symbol) ? (0.9 * 2 * LEVER_FEE_BPS) / 10_000 : Number.POSITIVE_INFINITY
