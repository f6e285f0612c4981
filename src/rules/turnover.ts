import { type Minor, mulDiv } from './money.ts'

/** How much is to be traded for what was deposited before money may leave, in basis points of it: 10,000 is once. */
export const TURNOVER_BPS = 10_000

/** What is to be traded for a deposit, rounded down, which is in the person's favour. Both in minor units of USDT. */
export const turnoverFor = (deposited: Minor): Minor => mulDiv(deposited, BigInt(TURNOVER_BPS), 10_000n, 'down')
