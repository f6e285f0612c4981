import { type Minor, mulDiv } from './money.ts'

/** Trading volume required per deposit before a withdrawal, in basis points: 10,000 is once. */
export const TURNOVER_BPS = 10_000

/** The required trading volume of a deposit, rounded down in the user's favour. Both in minor units of USDT. */
export const turnoverFor = (deposited: Minor): Minor => mulDiv(deposited, BigInt(TURNOVER_BPS), 10_000n, 'down')
