import { LEVER_FEE_BPS } from '../lever/terms.ts'
import type { LoanCycle } from '../loan/loan.ts'
import { type Pair, SPOT_FEE_BPS } from '../market/pairs.ts'
import type { SavingsProduct } from '../savings/savings.ts'
import { type SwapTerms, swapTerms } from '../swap/swap.ts'

/*
 * The expected value of each product after fees and spreads, if prices are as likely to rise as to fall: in millionths of the amount
 * traded, borrowed or deposited, negative for a cost.
 */

const PPM = 1_000_000
const PPM_OF_BPS = 100

/** Opening and closing a contract: both fees, each on the notional. There is no spread, and funding sums to zero over both sides. */
export const contractMean = (): number => -2 * LEVER_FEE_BPS * PPM_OF_BPS

/** Buying a coin and selling it again: the fee of both fills, and the spread, half of it each time. For the best level of the book. */
export const spotMean = ({ spreadPpm }: Pick<Pair, 'spreadPpm'>): number => -(2 * SPOT_FEE_BPS * PPM_OF_BPS + spreadPpm)

/**
 * A swap, by the market value of what is received: a coin to or from USDT (`legs` 1), or between coins (2). The fee applies to the USDT
 * amount, and the spread to each leg: `(1 − spread)(1 − fee)` for a sale, less the higher price of a second leg's purchase.
 */
export function swapMean(
  legs: 1 | 2,
  { spreadBps, feeBps }: Pick<SwapTerms, 'spreadBps' | 'feeBps'> = swapTerms,
): number {
  const [spread, fee] = [spreadBps / 10_000, feeBps / 10_000]
  const sold = (1 - spread) * (1 - fee)
  return ((legs === 1 ? sold : sold / (1 + spread)) - 1) * PPM
}

/** One full term of a fixed-term deposit: simple interest by days, 365 a year. */
export const savingsMean = ({ rateBps, days }: Pick<SavingsProduct, 'rateBps' | 'days'>): number =>
  (rateBps * PPM_OF_BPS * days) / 365

/** A loan repaid in full on its due date: every day bears interest on all of it. */
export const loanMean = ({ ratePpm, days }: LoanCycle): number => -ratePpm * days
