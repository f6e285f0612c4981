import type { Judge } from './kit/judge.ts'
import { microtradeJudge } from './microtrade/judge.ts'

/** What judges the orders of each kind, listed once. */
export const judges: readonly Judge[] = [microtradeJudge as Judge]
