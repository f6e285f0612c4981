import { expect } from 'vitest'
import type { Plan, PlanDay, PlanOrder } from '../../../src/api/money/plan.ts'
import { findPlanTier, PLAN_FEE_BPS } from '../../../src/rules/plan/plan.ts'

const { id: tier, lowPpm, highPpm, days, ...bounds } = findPlanTier('1') ?? expect.fail('no tier')
const END = 'e'.repeat(64)

/** An order of 1,000 USDT in the first tier under review, with a test's changes. */
export const planOrderOf = (id: string, change: Partial<PlanOrder> = {}): PlanOrder => ({
  id,
  state: 'pendingReview',
  version: 1,
  status: 0,
  type: 'hosting',
  plan: 'plan-1',
  ...{ tier, lowPpm, highPpm, days },
  end: END,
  currency: 'USDT',
  amount: '1000.000000',
  daySeconds: 86_400,
  feeBps: PLAN_FEE_BPS,
  firstDay: null,
  lastDay: null,
  daysAccrued: 0,
  dayIncome: '0.000000',
  total: '0.000000',
  fee: '0.000000',
  appliedAt: 1_000,
  startsAt: null,
  lockedUntil: null,
  settledAt: null,
  ...change,
})

export const openPlan: Plan = {
  id: 'plan-1',
  ...{ tier, lowPpm, highPpm, days, ...bounds },
  currency: 'USDT',
  daySeconds: 86_400,
  feeBps: PLAN_FEE_BPS,
  times: 0,
  participants: 3,
  openedAt: 0,
  day: 4,
  end: END,
}

export const planDay = (day: number): PlanDay => ({ day, ratePpm: 19_000, drawnAt: 1_000, link: null })
