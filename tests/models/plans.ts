import type { Plan, PlanDay, PlanOrder } from '../../src/api/plan.ts'

const END = 'e'.repeat(64)

/** An order of 1,000 USDT in the first tier that waits for its review, with what a test changes. */
export const planOrderOf = (id: string, change: Partial<PlanOrder> = {}): PlanOrder => ({
  id,
  state: 'pendingReview',
  version: 1,
  status: 0,
  type: 'hosting',
  plan: 'plan-1',
  tier: '1',
  end: END,
  lowPpm: 18_300,
  highPpm: 20_100,
  currency: 'USDT',
  amount: '1000.000000',
  days: 2,
  daySeconds: 86_400,
  feeBps: 100,
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
  tier: '1',
  currency: 'USDT',
  min: '500',
  max: '5000',
  lowPpm: 18_300,
  highPpm: 20_100,
  days: 2,
  daySeconds: 86_400,
  feeBps: 100,
  timesMax: 2,
  times: 0,
  participants: 3,
  participantsMax: 5_000,
  openedAt: 0,
  day: 4,
  end: END,
}

export const planDay = (day: number): PlanDay => ({ day, ratePpm: 19_000, drawnAt: 1_000, link: null })
