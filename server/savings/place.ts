import type * as api from '../../src/api/money/savings.ts'
import type { Input } from '../../src/api/wire/call.ts'
import { Refusal, refusalOf } from '../../src/api/wire/messages.ts'
import { can } from '../../src/machines/orders/life.ts'
import { savingsMachine } from '../../src/machines/orders/savings.ts'
import { currencyOf } from '../../src/rules/money/currencies.ts'
import { formatMoney } from '../../src/rules/money/money.ts'
import { findSavingsProduct, validateSavings } from '../../src/rules/savings/savings.ts'
import { walletWithin } from '../ledger/module.ts'
import { moveOrder, orderOf, placeOrder } from '../orders/module.ts'
import type { Unit } from '../platform/unit/unit.ts'
import { savingsKind } from './kind.ts'
import type { SavingsRow } from './order.ts'
import { leftOf, takeQuota } from './quota.ts'

/**
 * Makes a fixed-term deposit, with the terms of this moment.
 *
 * @throws Refusal `productNotFound`, `wrongAmount`, `belowMinimum`, `aboveMaximum`, `quotaReached`, `insufficientBalance`
 */
export async function place(unit: Unit, userId: string, input: Input<typeof api.place>): Promise<SavingsRow> {
  const { platform, tx } = unit
  const product = findSavingsProduct(input.product)
  if (!product) throw new Refusal('productNotFound')
  const { currency, days, rateBps } = product
  const left = formatMoney(await leftOf(tx, product), currencyOf(currency).scale)
  const { available } = await walletWithin(unit, userId, currency)
  const { errors, values } = validateSavings(input, { product, left, available })
  if (!values) throw refusalOf(errors)
  await takeQuota(unit, product, values.amount)
  const now = BigInt(platform.clock.now())
  const day = BigInt(platform.config.PAPER_DAY_SECONDS) * 1_000n
  return placeOrder(unit, savingsKind, {
    user_id: userId,
    product: product.id,
    currency,
    amount: values.amount,
    days: BigInt(days),
    rate_bps: BigInt(rateBps),
    day_ms: day,
    renew: input.renew ? 1n : 0n,
    term: 1n,
    term_ms: now,
    earned: 0n,
    accepted_ms: now,
    due_ms: now + BigInt(days) * day,
  })
}

/**
 * Cancels a deposit before its term is over.
 *
 * @throws Refusal `certificateNotFound`; `orderNotCancellable` if it has ended, or its term is over; `cancelFailed`
 */
export async function cancel(unit: Unit, userId: string, { id }: Input<typeof api.cancel>): Promise<SavingsRow> {
  const order = await own(unit, userId, id)
  const event = { type: 'savings.cancel' } as const
  // Its interest is earned from then on, even if that is not processed yet.
  const isOver = order.due_ms !== null && BigInt(unit.platform.clock.now()) >= order.due_ms
  if (isOver || !can(savingsMachine, order.state, event)) throw new Refusal('orderNotCancellable')
  const cancelled = await moveOrder(unit, savingsKind, order, { event, occurrence: String(order.term) })
  if (!cancelled) throw new Refusal('cancelFailed')
  return cancelled
}

/**
 * Says whether another term begins where this one ends.
 *
 * @throws Refusal `certificateNotFound`, `savingsStatusAbnormal` if it has ended
 */
export async function choose(unit: Unit, userId: string, input: Input<typeof api.renew>): Promise<SavingsRow> {
  const order = await own(unit, userId, input.id)
  const event = { type: 'savings.choose' } as const
  if (!can(savingsMachine, order.state, event)) throw new Refusal('savingsStatusAbnormal')
  const chosen = await moveOrder(unit, savingsKind, order, { event, change: { renew: input.renew ? 1n : 0n } })
  if (!chosen) throw new Refusal('savingsStatusAbnormal')
  return chosen
}

async function own(unit: Unit, userId: string, id: string): Promise<SavingsRow> {
  const order = await orderOf(unit.tx, savingsKind, userId, id)
  if (!order) throw new Refusal('certificateNotFound')
  return order
}
