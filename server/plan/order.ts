import type { PlanOrder } from '../../src/api/money/plan.ts'
import { metaOf } from '../../src/machines/orders/life.ts'
import { planMachine } from '../../src/machines/orders/plan.ts'
import { currencyOf } from '../../src/rules/money/currencies.ts'
import { formatMoney, type Minor } from '../../src/rules/money/money.ts'
import type { OrderRow } from '../orders/module.ts'

/** An order of a hosting plan, with what it needs of the plan: when that opened, and how long a day of it is. */
export type PlanOrderRow = OrderRow & {
  state: PlanOrder['state']
  plan_id: string
  tier: string
  amount: bigint
  days: bigint
  day_ms: bigint
  opened_ms: bigint
  /** The end of the plan's chain, as it was published when the order was made. */
  chain_end: string
  /** The range that its days are drawn by, in millionths, as the plan opened with it. */
  low_ppm: bigint
  high_ppm: bigint
  fee_bps: bigint
  first_day: bigint | null
  last_day: bigint | null
  /** The day whose part it has next. */
  next_day: bigint | null
  day_income: bigint
  total: bigint
  fee: bigint
}

declare module '../platform/database/tables.ts' {
  interface Tables {
    plan_orders: PlanOrderRow
  }
}

type Days = { opened_ms: bigint; day_ms: bigint }

/** When a day of a plan is over, in ms. Days count from 1, and are the same for all. */
export const endOfDay = ({ opened_ms, day_ms }: Days, day: bigint): bigint => opened_ms + day * day_ms

/** The day of a plan that runs at a time, in ms; 1 before it opened. */
export const dayAt = ({ opened_ms, day_ms }: Days, ms: bigint): bigint =>
  ms < opened_ms ? 1n : (ms - opened_ms) / day_ms + 1n

/** An order of a plan as the wire carries it. */
export function toWire(row: PlanOrderRow): PlanOrder {
  const money = (amount: Minor) => formatMoney(amount, currencyOf(row.currency).scale)
  const { first_day, last_day, next_day } = row
  return {
    id: row.id,
    state: row.state,
    version: Number(row.version),
    status: metaOf(planMachine, row.state).status,
    type: 'hosting',
    plan: row.plan_id,
    tier: row.tier,
    end: row.chain_end,
    lowPpm: Number(row.low_ppm),
    highPpm: Number(row.high_ppm),
    currency: row.currency,
    amount: money(row.amount),
    days: Number(row.days),
    daySeconds: Number(row.day_ms / 1_000n),
    feeBps: Number(row.fee_bps),
    firstDay: first_day === null ? null : Number(first_day),
    lastDay: last_day === null ? null : Number(last_day),
    daysAccrued: first_day === null || next_day === null ? 0 : Number(next_day - first_day),
    dayIncome: money(row.day_income),
    total: money(row.total),
    fee: money(row.fee),
    appliedAt: Number(row.accepted_ms),
    startsAt: first_day === null ? null : Number(endOfDay(row, first_day - 1n)),
    lockedUntil: last_day === null ? null : Number(endOfDay(row, last_day)),
    settledAt: row.settled_ms === null ? null : Number(row.settled_ms),
  }
}
