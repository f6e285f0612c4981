import type { Minor } from '../money/money.ts'
import { mulDiv } from '../money/money.ts'

export const directions = ['rise', 'fall'] as const
export type Direction = (typeof directions)[number]

/** A timed option's period. `payoutBps`: profit of a winning option on its stake, in basis points (8,500 is 85%). */
export type Period = { seconds: number; payoutBps: number }

/** The periods on offer. A longer one pays more. */
export const periods: readonly Period[] = [
  { seconds: 30, payoutBps: 8_500 },
  { seconds: 60, payoutBps: 8_800 },
  { seconds: 120, payoutBps: 9_000 },
  { seconds: 300, payoutBps: 9_200 },
]

/** Upper bound of every past and future period, in seconds: how long an order may need the record. */
export const PERIOD_SECONDS_MAX = 86_400

/** Stake limits of a paying currency, as decimals: minimum, maximum, and increment. */
export type StakeLimits = { currency: string; min: string; max: string; unit: string }

/** The paying currencies with their limits. */
export const stakeLimits: readonly StakeLimits[] = [
  { currency: 'USDT', min: '10', max: '5000', unit: '1' },
  { currency: 'BTC', min: '0.0002', max: '0.1', unit: '0.0001' },
  { currency: 'ETH', min: '0.005', max: '2', unit: '0.001' },
]

/** Whether a stake is within its limits; all in minor units of the paying currency. */
export function checkStake(
  amount: Minor,
  limits: { min: Minor; max: Minor; unit: Minor },
): 'ok' | 'belowMinimum' | 'aboveMaximum' | 'notMultiple' {
  if (amount < limits.min) return 'belowMinimum'
  if (amount > limits.max) return 'aboveMaximum'
  return amount % limits.unit === 0n ? 'ok' : 'notMultiple'
}

/** The outcome of a timed option: strictly above wins a rise, strictly below wins a fall, equal is drawn. */
export function outcome(direction: Direction, buyPrice: Minor, finalPrice: Minor): 'won' | 'lost' | 'drawn' {
  if (finalPrice === buyPrice) return 'drawn'
  return finalPrice > buyPrice === (direction === 'rise') ? 'won' : 'lost'
}

/** The profit of a winning option on its stake, rounded up to the next minor unit, in the user's favour. */
export const profit = (stake: Minor, payoutBps: number): Minor => mulDiv(stake, BigInt(payoutBps), 10_000n, 'up')

/** The break-even win rate, 0 to 1: `1 / (1 + payout)`, excluding draws, which refund the stake. */
export const breakEvenOf = (payoutBps: number): number => 10_000 / (10_000 + payoutBps)

/**
 * The expected value of an option that wins as often as it loses, in basis points of its stake, negative for a loss: `(payout − 1) / 2`.
 * Draws, which refund the stake, bring it closer to zero.
 */
export const meanOfOption = (payoutBps: number): number => (payoutBps - 10_000) / 2

/** The stake of an example, in any currency. */
export const EXAMPLE_STAKE = '100'

/** The expected value of an example, in the currency of its stake. */
export const meanOfExample = (payoutBps: number): number => (Number(EXAMPLE_STAKE) * meanOfOption(payoutBps)) / 10_000
