import type { PlanOrder } from '../../../api/money/plan.ts'
import { currencyOf } from '../../../rules/money/currencies.ts'
import { type Minor, parseSigned } from '../../../rules/money/money.ts'
import { PLAN_CURRENCY, planIncome } from '../../../rules/plan/plan.ts'

export const { scale } = currencyOf(PLAN_CURRENCY)

/** An amount of a plan, in minor units. */
export const minorOf = (amount: string): Minor => parseSigned(amount, scale) ?? 0n

/** The income of an order so far, after its fee for ending early. */
export const incomeOf = ({ total, fee }: Pick<PlanOrder, 'total' | 'fee'>): Minor => minorOf(total) - minorOf(fee)

/** Principal and income of orders. */
export const hosted = (orders: readonly PlanOrder[]): { principal: Minor; income: Minor } =>
  orders.reduce(
    ({ principal, income }, order) => ({
      principal: principal + minorOf(order.amount),
      income: income + incomeOf(order),
    }),
    { principal: 0n, income: 0n },
  )

/** The number of days that an order still takes part in. */
export const daysLeft = ({ days, daysAccrued, firstDay, lastDay }: PlanOrder): number =>
  firstDay === null || lastDay === null ? days : lastDay - firstDay + 1 - daysAccrued

/** The loss if each remaining day is the worst possible. */
export const canBeLost = (order: PlanOrder): Minor =>
  -planIncome(minorOf(order.amount), -order.lowPpm) * BigInt(daysLeft(order))
