import type { cancel, out } from '../../src/api/money/withdrawal.ts'
import type { Input } from '../../src/api/wire/call.ts'
import { Refusal, refusalOf } from '../../src/api/wire/messages.ts'
import { can } from '../../src/machines/orders/life.ts'
import { withdrawalMachine } from '../../src/machines/orders/withdrawal.ts'
import { findCurrency } from '../../src/rules/money/currencies.ts'
import {
  validateWithdrawal,
  WITHDRAWAL_FEE_BPS,
  WITHDRAWAL_MIN_USDT,
  withdrawnUpTo,
} from '../../src/rules/withdrawal/withdrawal.ts'
import { walletWithin } from '../ledger/module.ts'
import { highestTickSince } from '../market/module.ts'
import { moveOrder, nulls, ownOrder, placeOrder } from '../orders/module.ts'
import { moneyReviewAt } from '../platform/review.ts'
import type { Unit } from '../platform/unit/unit.ts'
import { addressIn } from './addresses.ts'
import { offeredSince, priceOf, requireConditions, termsOf } from './conditions.ts'
import { withdrawalKind } from './kind.ts'
import type { WithdrawalRow } from './order.ts'

/**
 * Withdraws: checks all requirements and current terms again, and holds the amount until a decision. The minimum of a coin uses its highest
 * recorded price of the last 15 minutes, so that what the page offered is still accepted.
 *
 * @throws Refusal of each requirement; `wrongCurrency`, `userWalletNotFound`, `noWithdrawalAddress`, `wrongNetwork`, `addressWaits`,
 *   `belowMinimum`, `exceedsHeld`, `insufficientAccountBalance`, `tradingClosed`
 */
export async function withdraw(unit: Unit, userId: string, input: Input<typeof out>): Promise<WithdrawalRow> {
  const { platform } = unit
  const at = { platform, reads: unit }
  const { currency, addressId } = input
  if (!findCurrency(currency)) throw new Refusal('wrongCurrency')
  await requireConditions(at, userId)
  const tick = await priceOf(at, currency)
  const highest = tick && (await highestTickSince(unit, tick.symbol, offeredSince(platform)))
  const wallet = await walletWithin(unit, userId, currency)
  if (wallet.version === 0) throw new Refusal('userWalletNotFound')
  const terms = await termsOf(unit, userId, wallet, { tick, highest })
  const [limits] = terms.currencies
  const amount = input.upTo && limits ? withdrawnUpTo(input.amount, limits) : input.amount
  const { errors, values } = validateWithdrawal({ ...input, amount }, terms)
  if (!values) throw refusalOf(errors)
  const to = await addressIn(unit, userId, addressId)
  if (!to) throw new Refusal('noWithdrawalAddress')
  const now = platform.clock.now()
  const { PAYOUT_SECONDS } = platform.config
  return placeOrder(unit, withdrawalKind, {
    user_id: userId,
    currency,
    amount: values.amount,
    fee: values.fee,
    fee_bps: BigInt(WITHDRAWAL_FEE_BPS),
    min_usdt: WITHDRAWAL_MIN_USDT,
    ...to,
    price_seq: highest?.seq ?? null,
    accepted_ms: BigInt(now),
    due_ms: moneyReviewAt(platform),
    pace_ms: BigInt(PAYOUT_SECONDS * 1000),
    ...nulls('approved_ms left_value sent_ms reason'),
  })
}

/**
 * Cancels an undecided withdrawal.
 *
 * @throws Refusal `dataNotFound`, `orderNotCancellable`
 */
export async function cancelWithdrawal(
  unit: Unit,
  userId: string,
  { id }: Pick<Input<typeof cancel>, 'id'>,
): Promise<WithdrawalRow> {
  const order = await ownOrder(unit, withdrawalKind, userId, id)
  if (!order) throw new Refusal('dataNotFound')
  const event = { type: 'withdrawal.cancel' } as const
  if (!can(withdrawalMachine, order.state, event)) throw new Refusal('orderNotCancellable')
  const moved = await moveOrder(unit, withdrawalKind, order, { event })
  if (!moved) throw new Refusal('orderNotCancellable')
  return moved
}
