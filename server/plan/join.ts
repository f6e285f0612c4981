import { sql } from 'kysely'
import type * as api from '../../src/api/money/plan.ts'
import type { Input } from '../../src/api/wire/call.ts'
import { Refusal, refusalOf } from '../../src/api/wire/messages.ts'
import { can } from '../../src/machines/orders/life.ts'
import { planMachine } from '../../src/machines/orders/plan.ts'
import { PLAN_CURRENCY, PLAN_DAYS, PLAN_FEE_BPS, planFee, validatePlan } from '../../src/rules/plan/plan.ts'
import { walletWithin } from '../ledger/module.ts'
import { moveOrder, nulls, placeOrder, requireOrder, zeros } from '../orders/module.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { moneyReviewAt } from '../platform/review.ts'
import type { Unit } from '../platform/unit/unit.ts'
import { planKind } from './kind.ts'
import { dayAt, endOfDay, type PlanOrderRow } from './order.ts'
import { joinPlan } from './participants.ts'
import { firstDayAt, tierOf, withheldIn } from './plans.ts'

/** How often a user has ordered each tier, without rejected orders; unused tiers are omitted. */
export async function timesOf(db: Db | Tx, userId: string): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ tier: string; times: bigint }>`select tier, count(*) as times from plan_orders
    where user_id = ${userId} and state <> 'failed' group by tier`.execute(db)
  return new Map(rows.map(({ tier, times }) => [tier, Number(times)]))
}

/**
 * Orders a hosting plan.
 *
 * @throws Refusal `pidRequired`, `projectNotFound`, `projectStatusError`, `wrongAmount`, `belowMinimum`, `aboveMaximum`,
 *   `insufficientBalance`, `timesReached`, `participantsReached`
 */
export async function join(unit: Unit, userId: string, input: Input<typeof api.order>): Promise<PlanOrderRow> {
  const { platform, tx } = unit
  if (input.pid === '') throw new Refusal('pidRequired')
  const plan = await tx.selectFrom('plans').selectAll().where('id', '=', input.pid).executeTakeFirst()
  if (!plan) throw new Refusal('projectNotFound')
  const tier = tierOf(plan)
  const now = BigInt(platform.clock.now())
  const review = BigInt(platform.config.REVIEW_SECONDS) * 1_000n
  // It must end within the chain, even after the longest review.
  const ends = firstDayAt(plan, now + review) + BigInt(tier.days)
  if (plan.closed_ms !== null || ends > BigInt(PLAN_DAYS) || (await withheldIn(tx)).has(plan.tier)) {
    throw new Refusal('projectStatusError')
  }
  const { available } = await walletWithin(unit, userId, PLAN_CURRENCY)
  const { errors, values } = validatePlan(input, { tier, feeBps: PLAN_FEE_BPS, available })
  if (!values) throw refusalOf(errors)
  if (tier.timesMax !== null && ((await timesOf(tx, userId)).get(tier.id) ?? 0) >= tier.timesMax) {
    throw new Refusal('timesReached', { limit: String(tier.timesMax) })
  }
  await joinPlan(unit, plan)
  return placeOrder(unit, planKind, {
    user_id: userId,
    plan_id: plan.id,
    tier: tier.id,
    currency: PLAN_CURRENCY,
    amount: values.amount,
    days: BigInt(tier.days),
    day_ms: plan.day_ms,
    opened_ms: plan.opened_ms,
    chain_end: plan.chain_end,
    low_ppm: plan.low_ppm,
    high_ppm: plan.high_ppm,
    fee_bps: BigInt(PLAN_FEE_BPS),
    ...nulls('first_day last_day next_day'),
    ...zeros('day_income total fee'),
    accepted_ms: now,
    due_ms: moneyReviewAt(platform),
  })
}

/**
 * Ends an order early. It takes part in the current day, whose rate is unknown, and in none after it.
 *
 * @throws Refusal `dataNotFound`; `orderNotCancellable` if it is under review, has ended, or ends with this day anyway
 */
export async function terminate(unit: Unit, userId: string, id: string): Promise<PlanOrderRow> {
  const order = await requireOrder(unit.tx, planKind, userId, id)
  const event = { type: 'plan.terminate' } as const
  const { next_day, last_day } = order
  if (next_day === null || last_day === null || !can(planMachine, order.state, event)) {
    throw new Refusal('orderNotCancellable')
  }
  const now = BigInt(unit.platform.clock.now())
  const plan = await unit.tx.selectFrom('plans').selectAll().where('id', '=', order.plan_id).executeTakeFirstOrThrow()
  const today = dayAt(plan, now)
  const running = today > plan.drawn ? today : plan.drawn + 1n
  // An order whose first day has not begun takes part in none.
  const last = next_day > running ? next_day - 1n : running
  if (last >= last_day) throw new Refusal('orderNotCancellable')
  const terminated = await moveOrder(unit, planKind, order, {
    event,
    change: {
      last_day: last,
      fee: planFee(order.amount, Number(order.fee_bps)),
      due_ms: next_day > last ? now : endOfDay(order, next_day),
    },
  })
  if (!terminated) throw new Refusal('cancelFailed')
  return terminated
}
