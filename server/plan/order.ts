import { type PlanOrder, planOrder } from '../../src/api/money/plan.ts'
import { planMachine } from '../../src/machines/orders/plan.ts'
import { type OrderRow, wireOf } from '../orders/module.ts'

/** An order of a hosting plan, with the plan's opening time and length of a day. */
export type PlanOrderRow = OrderRow & {
  state: PlanOrder['state']
  plan_id: string
  tier: string
  amount: bigint
  days: bigint
  day_ms: bigint
  opened_ms: bigint
  /** The end of the plan's chain, as published when the order was placed. */
  chain_end: string
  /** The range of its days' rates, in millionths, fixed when the plan opened. */
  low_ppm: bigint
  high_ppm: bigint
  fee_bps: bigint
  first_day: bigint | null
  last_day: bigint | null
  /** The next day to accrue. */
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

/** The end of a plan's day, in ms. Days count from 1, and are the same for all orders. */
export const endOfDay = ({ opened_ms, day_ms }: Days, day: bigint): bigint => opened_ms + day * day_ms

/** The day of a plan at a time, in ms; 1 before it opened. */
export const dayAt = ({ opened_ms, day_ms }: Days, ms: bigint): bigint =>
  ms < opened_ms ? 1n : (ms - opened_ms) / day_ms + 1n

/** An order of a plan as the wire carries it. */
export const toWire = wireOf<PlanOrderRow, PlanOrder>(planOrder, planMachine, {
  type: () => 'hosting',
  plan: 'plan_id',
  end: 'chain_end',
  daySeconds: ({ day_ms }) => day_ms / 1_000n,
  daysAccrued: ({ first_day, next_day }) => (first_day === null || next_day === null ? 0 : next_day - first_day),
  appliedAt: 'accepted_ms',
  startsAt: (row) => (row.first_day === null ? null : endOfDay(row, row.first_day - 1n)),
  lockedUntil: (row) => (row.last_day === null ? null : endOfDay(row, row.last_day)),
})
