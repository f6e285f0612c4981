import { depositJudge } from './deposit/judge.ts'
import { forexJudge } from './forex/judge.ts'
import type { Judge } from './kit/judge.ts'
import { leverJudge } from './lever/judge.ts'
import { loanJudge } from './loan/judge.ts'
import { microtradeJudge } from './microtrade/judge.ts'
import { planJudge } from './plan/judge.ts'
import { priceAlertJudge } from './price-alerts/judge.ts'
import { savingsJudge } from './savings/judge.ts'
import { spotJudge } from './spot/judge.ts'
import { strategyJudge } from './strategy/judge.ts'
import { swapJudge } from './swap/judge.ts'
import { withdrawalJudge } from './withdrawal/judge.ts'

/** What judges the orders of each kind, listed once. */
export const judges: readonly Judge[] = [
  priceAlertJudge as Judge,
  microtradeJudge as Judge,
  leverJudge as Judge,
  spotJudge as Judge,
  forexJudge as Judge,
  strategyJudge as Judge,
  depositJudge as Judge,
  withdrawalJudge as Judge,
  swapJudge as Judge,
  savingsJudge as Judge,
  planJudge as Judge,
  loanJudge as Judge,
]
