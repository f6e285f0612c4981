import { LEVER_FEE_BPS } from './contracts.ts'
import type { LoanCycle } from './loan.ts'
import { type Pair, SPOT_FEE_BPS } from './pairs.ts'
import type { SavingsProduct } from './savings.ts'
import { type SwapTerms, swapTerms } from './swap.ts'

/*
 * What each product brings on average, fees and spreads counted, where a price is as likely to be worth more as less: in millionths of
 * what is traded, borrowed or deposited, below zero where it costs.
 */

const PPM = 1_000_000
const PPM_OF_BPS = 100

/** A contract that is opened and closed: both fees, of what it is worth each time. It has no spread, and funding is nothing between both sides. */
export const contractMean = (): number => -2 * LEVER_FEE_BPS * PPM_OF_BPS

/** A coin that is bought and sold again: the fee of both fills, and the spread once, half of it each time. Of the best level of the book alone. */
export const spotMean = ({ spreadPpm }: Pick<Pair, 'spreadPpm'>): number => -(2 * SPOT_FEE_BPS * PPM_OF_BPS + spreadPpm)

/**
 * A swap, by the value at the market's price of what is received: of a coin into USDT or back (`legs` 1), or of a coin into another (2). The fee is of
 * what passes through USDT, and the spread of each leg: `(1 − spread)(1 − fee)` of a sale, less the dearer purchase of a second leg.
 */
export function swapMean(
  legs: 1 | 2,
  { spreadBps, feeBps }: Pick<SwapTerms, 'spreadBps' | 'feeBps'> = swapTerms,
): number {
  const [spread, fee] = [spreadBps / 10_000, feeBps / 10_000]
  const sold = (1 - spread) * (1 - fee)
  return ((legs === 1 ? sold : sold / (1 + spread)) - 1) * PPM
}

/** A term of a fixed-term deposit that runs to its end: simple interest of its days, of 365 a year. */
export const savingsMean = ({ rateBps, days }: Pick<SavingsProduct, 'rateBps' | 'days'>): number =>
  (rateBps * PPM_OF_BPS * days) / 365

/** A loan that is repaid whole on its due date: each of its days bears interest on all of it. */
export const loanMean = ({ ratePpm, days }: LoanCycle): number => -ratePpm * days
