import { sql } from 'kysely'
import { planOrder as wire } from '../../src/api/money/plan.ts'
import { planMachine } from '../../src/machines/orders/plan.ts'
import { leastOfPlan, PLAN_DAYS, planFee, planIncome } from '../../src/rules/plan/plan.ts'
import { amountIn, type Message } from '../inbox/module.ts'
import { type Move, mover, type OrderKind, type Posting } from '../orders/module.ts'
import { compiled } from '../platform/database/compiled.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { eachOf, toJson } from '../platform/database/rows.ts'
import { readTogether } from '../platform/database/together.ts'
import { invitersOf, payReferral } from '../user/module.ts'
import { endOfDay, type PlanOrderRow, toWire } from './order.ts'
import { beginIn, leavePlan } from './participants.ts'
import { firstDayAt } from './plans.ts'

/** An order of a hosting plan as the order kernel knows it. */
export const planKind: OrderKind<PlanOrderRow> = {
  name: 'plan',
  table: 'plan_orders',
  machine: planMachine,
  wire,
  toWire,
  // The result of its days is held with the principal until it ends.
  holds: sql`select id, user_id, currency, amount + total as amount from plan_orders where settled_ms is null`,
  due: onDay,
  atLeast,
  postings,
  message,
  alsoPays: invitersOf,
  extras: async (unit, order, { postings: steps }, occurrence) => {
    const { id, user_id: userId, currency, plan_id } = order
    if (order.settled_ms !== null) leavePlan(unit, plan_id)
    if (order.state === 'inProgress' && order.first_day !== null && !steps.includes('accrue')) {
      beginIn(unit, plan_id, order.first_day)
    }
    if (steps.includes('accrue')) {
      await payReferral(unit, userId, { currency, income: order.day_income, cause: `${id} ${occurrence}` })
    }
  },
}

/** The message to its owner: its result, or a rejection. */
function message({ state, currency, amount, total, fee }: PlanOrderRow): Message | undefined {
  const params = { amount: amountIn(currency, amount), currency }
  if (state === 'failed') return { kind: 'plan', key: 'planRefused', params }
  if (state !== 'ended') return undefined
  const out = amountIn(currency, amount + total - fee)
  return { kind: 'plan', key: 'planEnded', params: { ...params, total: out } }
}

function atLeast({ amount, total, fee, fee_bps, days, last_day, next_day, low_ppm }: PlanOrderRow): bigint {
  const left = last_day === null || next_day === null ? days : last_day - next_day + 1n
  const cost = fee > 0n ? fee : planFee(amount, Number(fee_bps))
  return leastOfPlan({ amount, total, fee: cost, daysLeft: left, lowPpm: Number(low_ppm) })
}

/** The due steps: the paper reviewer approves, each day is accrued at its rate, and after the last one it ends. */
async function onDay(db: Db | Tx, order: PlanOrderRow, upToMs: number): Promise<Move<PlanOrderRow> | undefined> {
  if (order.state === 'pendingReview') return approval(db, order, BigInt(upToMs))
  const { next_day, last_day, plan_id, amount, total } = order
  if (next_day === null || last_day === null) throw new Error(`plan order ${order.id} has no days`)
  if (next_day > last_day) return { event: { type: 'plan.end' } }
  const rate = await rateOf(db, `${plan_id} ${next_day}`)
  if (rate === undefined) return undefined
  const income = planIncome(amount, Number(rate))
  const next = next_day + 1n
  return {
    event: { type: 'plan.accrue' },
    occurrence: String(next_day),
    change: {
      day_income: income,
      total: total + income,
      next_day: next,
      due_ms: endOfDay(order, next > last_day ? last_day : next),
    },
  }
}

/** The rates of drawn days, by plan and number; concurrent reads share one statement. */
const rateOf = readTogether(async (db: Db | Tx, days) => {
  const rows = await ratesOf(db, toJson(days.map((day) => day.split(' '))))
  return new Map(rows.map(({ plan_id, day, rate_ppm }) => [`${plan_id} ${day}`, rate_ppm]))
})

const ratesOf = compiled(
  (db: Db | Tx, days: string) => sql<{ plan_id: string; day: bigint; rate_ppm: bigint }>`
    select plan_id, day, rate_ppm from plan_days
    where (plan_id, day) in (
      select asked.value ->> 0, cast(asked.value ->> 1 as bigint) from ${eachOf(db, days)} as asked
    )`,
)

/** Approves an order at the record's current time: it begins with the next day whose rate is unknown. */
export async function approval(db: Db | Tx, order: PlanOrderRow, nowMs: bigint): Promise<Move<PlanOrderRow>> {
  const plan = await db.selectFrom('plans').selectAll().where('id', '=', order.plan_id).executeTakeFirstOrThrow()
  const first = firstDayAt(plan, nowMs)
  // Its days would lie beyond the chain's end, and never be drawn.
  if (first + order.days - 1n > BigInt(PLAN_DAYS)) return { event: { type: 'plan.refuse' } }
  return {
    event: { type: 'plan.approve' },
    change: {
      first_day: first,
      next_day: first,
      last_day: first + order.days - 1n,
      due_ms: endOfDay(order, first),
    },
  }
}

function postings(order: PlanOrderRow): Record<string, () => Posting> {
  const { amount, total, fee, day_income: income } = order
  const move = mover(order)
  const out = amount + total - fee
  return {
    holdPrincipal: () => move({ available: -amount, held: amount }),
    returnPrincipal: () => move({ held: -amount, available: amount }),
    accrue: () => move({ plans: -income, held: income }),
    takeFee: () => move({ held: -fee, fees: fee }),
    payOut: () => move({ held: -out, available: out }),
  }
}
