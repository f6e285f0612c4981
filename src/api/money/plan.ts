import * as v from 'valibot'
import { statesOf } from '../../machines/orders/life.ts'
import { planMachine } from '../../machines/orders/plan.ts'
import { defineCall } from '../wire/call.ts'
import * as f from '../wire/fields.ts'
import { page } from '../wire/page.ts'

declare module '../wire/events.ts' {
  interface EventBodies {
    plan: PlanOrder
  }
}

/**
 * An order of a hosting plan. `amount`: the hosting quantity, its principal; `dayIncome`: the result of its last day; `total`: what all its
 * days came to; `fee`: what ending early costs, zero where it is not ended early. Days count from 1 and are the plan's: `firstDay` and
 * `lastDay` are null until it is approved. `lockedUntil`: when it ends, unless it is ended early. `end`: of the plan's chain, as it was
 * published when the order was made: the links of its days lead there. `lowPpm`, `highPpm`: the range that its days are drawn by, in
 * millionths a day.
 */
export const planOrder = v.object({
  id: f.id,
  state: v.picklist(statesOf(planMachine)),
  /** Rises by one with each change: the higher one is newer. */
  version: v.number(),
  status: v.number(),
  type: v.literal('hosting'),
  plan: f.id,
  tier: v.string(),
  end: f.hash,
  lowPpm: v.number(),
  highPpm: v.number(),
  currency: f.currency,
  amount: f.amount,
  days: v.number(),
  daySeconds: v.number(),
  feeBps: v.number(),
  firstDay: v.nullable(v.number()),
  lastDay: v.nullable(v.number()),
  daysAccrued: v.number(),
  dayIncome: f.signedAmount,
  total: f.signedAmount,
  fee: f.amount,
  appliedAt: f.millis,
  startsAt: v.nullable(f.millis),
  lockedUntil: v.nullable(f.millis),
  settledAt: v.nullable(f.millis),
})
export type PlanOrder = v.InferOutput<typeof planOrder>

/** `end`: the published end of the plan's chain. `day`: the one that runs now. `times`: how often the user has taken the tier. */
export const project = defineCall({
  path: 'project',
  token: true,
  compressed: true,
  summary: 'The open hosting plans, one for each tier on offer.',
  input: f.nothing,
  output: v.array(
    v.object({
      id: f.id,
      tier: v.string(),
      currency: f.currency,
      min: f.amount,
      max: f.amount,
      lowPpm: v.number(),
      highPpm: v.number(),
      days: v.number(),
      daySeconds: v.number(),
      feeBps: v.number(),
      timesMax: v.nullable(v.number()),
      times: v.number(),
      participants: v.number(),
      participantsMax: v.number(),
      openedAt: f.millis,
      day: v.number(),
      end: f.hash,
    }),
  ),
})

export type Plan = v.InferOutput<typeof project.output>[number]

export const order = defineCall({
  method: 'POST',
  path: 'project/order',
  token: true,
  once: true,
  summary: 'Joins a hosting plan, starting with its next day whose rate is not drawn yet.',
  input: v.object({
    requestId: f.requestId,
    pid: v.optional(v.pipe(v.string(), v.maxLength(64)), ''),
    amount: f.decimal,
  }),
  output: planOrder,
})

export const orders = defineCall({
  path: 'project/orders',
  token: true,
  ours: true,
  compressed: true,
  summary: 'The user’s hosting plan orders, newest first.',
  input: v.object({
    id: v.optional(f.id),
    ...page,
  }),
  output: v.array(planOrder),
})

export const terminate = defineCall({
  method: 'POST',
  path: 'project/terminate',
  token: true,
  once: true,
  ours: true,
  summary: 'Ends an order early: it receives its share of the current day and pays the fee of its terms.',
  input: v.object({ requestId: f.requestId, id: f.id }),
  output: planOrder,
})

/** `link`: null until every order has its part of the day. */
export const days = defineCall({
  path: 'project/days',
  token: true,
  ours: true,
  compressed: true,
  summary: 'The drawn days of a plan, newest first, each with its rate and the hash chain link that proves it.',
  input: v.object({ pid: f.id, before: v.optional(f.count(1, 1_000)), limit: v.optional(f.count(1, 400), 100) }),
  output: v.array(v.object({ day: v.number(), ratePpm: v.number(), drawnAt: f.millis, link: v.nullable(f.hash) })),
})
export type PlanDay = v.InferOutput<typeof days.output>[number]
