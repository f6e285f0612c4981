import type { again, chargeReq } from '../../src/api/money/deposit.ts'
import type { Input } from '../../src/api/wire/call.ts'
import { Refusal, refusalOf } from '../../src/api/wire/messages.ts'
import { BANK_CURRENCY, validateDeposit } from '../../src/rules/deposit/deposit.ts'
import { currencyOf, findCurrency } from '../../src/rules/money/currencies.ts'
import { parseMoney } from '../../src/rules/money/money.ts'
import { valueNow } from '../market/module.ts'
import { moveOrder, nulls, placeOrder } from '../orders/module.ts'
import { moneyReviewAt } from '../platform/review.ts'
import type { Unit } from '../platform/unit/unit.ts'
import { claimPhoto } from '../uploads/module.ts'
import { accountFor, BANK, networkFor } from './addresses.ts'
import { depositKind } from './kind.ts'
import { againFor, termsNow } from './limits.ts'
import type { DepositRow } from './order.ts'
import { sendPaper } from './paper.ts'

/** The empty columns of a new deposit. */
export const NEW = nulls('network proof_id reference arrived credited_value reason counted_ms due_ms')

/**
 * Announces a deposit, and lets the paper network or the paper bank carry it out.
 *
 * @throws Refusal `wrongCurrency`, `wrongNetwork`, `parameterError`, `belowMinimum`, `aboveMaximum`, `aboveDailyLimit`, `tradingClosed` if
 *   the coin has never had a price, `proofRequired`, `receiptNotFound`
 */
export async function announce(unit: Unit, userId: string, input: Input<typeof chargeReq>): Promise<DepositRow> {
  const { platform } = unit
  const { way, currency, proof } = input
  const now = platform.clock.now()
  if (!findCurrency(currency) || (way === 'bank' && currency !== BANK_CURRENCY)) throw new Refusal('wrongCurrency')
  const network = way === 'crypto' ? networkFor(currency, input.network) : null
  const terms = await termsNow(unit, userId, way, currency)
  if (!terms) throw new Refusal('tradingClosed')
  const { errors, values } = validateDeposit(input, terms)
  if (!values) throw refusalOf(errors)
  if (way === 'bank') {
    if (proof === undefined) throw new Refusal('proofRequired')
    await claimProof(unit, userId, proof)
  }
  const { amount } = values
  const { CONFIRMATION_SECONDS, REVIEW_SECONDS } = platform.config
  const counted = network && BigInt(now + network.confirmations * CONFIRMATION_SECONDS * 1_000)
  const due = counted ?? moneyReviewAt(platform)
  const account = await accountFor(unit, { userId, currency, network: network?.code ?? BANK })
  const order = await placeOrder(unit, depositKind, {
    ...NEW,
    user_id: userId,
    way,
    currency,
    network: network?.code ?? null,
    account,
    amount,
    value: (await valueNow(unit, { currency, amount }))?.value ?? 0n,
    proof_id: way === 'bank' ? (proof ?? null) : null,
    counted_ms: counted,
    accepted_ms: BigInt(now),
    due_ms: due,
  })
  sendPaper(unit, order, Number(counted ?? now + REVIEW_SECONDS * 1_000))
  return order
}

/** @throws Refusal `receiptNotFound` if the photograph is another user's, of another purpose, or was submitted before */
async function claimProof(unit: Unit, userId: string, proof: string): Promise<void> {
  try {
    await claimPhoto(unit, userId, proof, { purpose: 'paymentProof' })
  } catch (error) {
    throw error instanceof Refusal && error.key === 'dataNotFound' ? new Refusal('receiptNotFound') : error
  }
}

/**
 * Credits new paper money to a user who has lost everything.
 *
 * @throws Refusal `notAllLost`; `parameterError` if another amount is offered now
 */
export async function beginAgain(unit: Unit, userId: string, asked: Input<typeof again>): Promise<DepositRow> {
  const { platform, tx } = unit
  const amount = await againFor(platform, { db: tx, reads: unit }, userId)
  if (amount === 0n) throw new Refusal('notAllLost')
  if (parseMoney(asked.amount, currencyOf('USDT').scale) !== amount) {
    throw new Refusal('parameterError', { field: 'amount' })
  }
  const now = BigInt(platform.clock.now())
  const order = await placeOrder(unit, depositKind, {
    ...NEW,
    user_id: userId,
    way: 'again',
    currency: 'USDT',
    account: 'again',
    amount,
    value: amount,
    arrived: amount,
    credited_value: amount,
    accepted_ms: now,
  })
  // Its own reference: no provider reports it.
  const change = { reference: `again-${order.id}` }
  const given = await moveOrder(unit, depositKind, order, { event: { type: 'deposit.confirm' }, change })
  if (!given) throw new Error(`deposit ${order.id} is not as it was placed`)
  return given
}
