import type { ProviderEffect, ProviderWord } from '../../src/api/money/deposit.ts'
import { Refusal } from '../../src/api/wire/messages.ts'
import { depositMachine } from '../../src/machines/orders/deposit.ts'
import { can, hasEnded } from '../../src/machines/orders/life.ts'
import { currencyOf } from '../../src/rules/money/currencies.ts'
import { parseMoney } from '../../src/rules/money/money.ts'
import { moveOrder, placeOrder } from '../orders/module.ts'
import { nowSeconds } from '../platform/clock.ts'
import type { Platform } from '../platform/context.ts'
import type { Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { moneyReviewAt } from '../platform/review.ts'
import { commitFor } from '../platform/unit/group.ts'
import { commit, type Unit } from '../platform/unit/unit.ts'
import { BANK, findAccount } from './addresses.ts'
import { NEW } from './ask.ts'
import { creditOf, depositKind } from './kind.ts'
import type { DepositRow } from './order.ts'

type Account = Tables['deposit_addresses']

/** Prefix of the nonce of an operator's report, made in place of a provider's. */
export const OPERATOR = 'operator-'

/**
 * Accepts a provider's report, once per nonce, in any order.
 *
 * @throws Refusal `illegalOperation` for a used nonce
 */
export async function takeWord(platform: Platform, word: ProviderWord, nonce: string): Promise<ProviderEffect> {
  // It can only change a deposit to this account, so it runs on the account's owner.
  const userId = (await findAccount(platform.db, word.account))?.user_id
  const work = (unit: Unit) => hear(unit, word, nonce)
  const effect = await (userId === undefined ? commit(platform, work) : commitFor(platform, userId, work))
  if (effect === 'unmatched')
    platform.log.warn({ reference: word.reference }, 'a provider’s confirmation matches no deposit')
  return effect
}

/**
 * As `takeWord`, within a unit of the user concerned.
 *
 * @param meant the deposit concerned, if known; a known reference overrides it
 */
export async function hear(unit: Unit, word: ProviderWord, nonce: string, meant?: DepositRow): Promise<ProviderEffect> {
  const { reference, account, currency, amount, outcome } = word
  const known = await unit.tx.selectFrom('provider_calls').select('nonce').where('nonce', '=', nonce).executeTakeFirst()
  if (known) throw new Refusal('illegalOperation')
  const effect = await effectOf(unit, word, meant)
  const at = BigInt(nowSeconds(unit.platform.clock))
  await unit.tx
    .insertInto('provider_calls')
    .values({ nonce, at, reference, account, currency, amount, outcome, effect })
    .execute()
  return effect
}

async function effectOf(unit: Unit, word: ProviderWord, meant?: DepositRow): Promise<ProviderEffect> {
  const named = await byReference(unit.tx, word.reference)
  if (named) return aboutKnown(unit, named, word)
  const account = await findAccount(unit.tx, word.account)
  if (!account || account.currency !== word.currency) return 'unmatched'
  const announced = meant ?? (await findAnnounced(unit.tx, word))
  if (announced) return follow(unit, announced, word)
  return word.outcome === 'confirmed' ? unannounced(unit, account, word) : 'unmatched'
}

/** A deposit that the provider has reported before: the report repeats, continues or contradicts the earlier one. */
async function aboutKnown(unit: Unit, deposit: DepositRow, word: ProviderWord): Promise<ProviderEffect> {
  const { state, account, currency } = deposit
  if (account !== word.account || currency !== word.currency) return 'unmatched'
  const saidAgain =
    word.outcome === 'failed' ? state === 'failed' : state !== 'failed' && deposit.arrived === amountOf(word)
  if (saidAgain) return 'known'
  return hasEnded(depositMachine, state) ? 'unmatched' : follow(unit, deposit, word)
}

/** Applies a report to a live deposit. */
async function follow(unit: Unit, deposit: DepositRow, word: ProviderWord): Promise<ProviderEffect> {
  const { reference } = word
  if (word.outcome === 'failed') {
    await move(unit, deposit, 'deposit.refuse', { reference })
    return 'failed'
  }
  const arrived = amountOf(word)
  if (arrived === deposit.amount && can(depositMachine, deposit.state, { type: 'deposit.confirm' })) {
    const { clock } = unit.platform
    const credit = await creditOf(unit.tx, { ...deposit, arrived }, clock.now())
    await move(unit, deposit, 'deposit.confirm', { reference, arrived, ...credit })
    return 'credited'
  }
  // A repeated report with another amount goes to an operator.
  if (!can(depositMachine, deposit.state, { type: 'deposit.differ' })) return 'unmatched'
  await move(unit, deposit, 'deposit.differ', { reference, arrived, due_ms: await reviewedAt(unit, deposit, arrived) })
  return 'reviewed'
}

/** An unannounced payment: it becomes a deposit of the account's owner, under review. */
async function unannounced(unit: Unit, { user_id, address, currency, network }: Account, word: ProviderWord) {
  const amount = amountOf(word)
  const order = await placeOrder(unit, depositKind, {
    ...NEW,
    user_id,
    way: network === BANK ? 'bank' : 'crypto',
    currency,
    network: network === BANK ? null : network,
    account: address,
    amount,
    // It was not requested.
    value: 0n,
    accepted_ms: BigInt(unit.platform.clock.now()),
  })
  const change = { reference: word.reference, arrived: amount, due_ms: await reviewedAt(unit, order, amount) }
  await move(unit, order, 'deposit.differ', change)
  return 'reviewed' as const
}

async function move(
  unit: Unit,
  deposit: DepositRow,
  type: 'deposit.confirm' | 'deposit.differ' | 'deposit.refuse',
  change: Partial<DepositRow>,
): Promise<void> {
  if (!(await moveOrder(unit, depositKind, deposit, { event: { type }, change }))) {
    throw new Error(`deposit ${deposit.id} is not as it was read`)
  }
}

/**
 * When the automatic review credits a payment; `null` if only an operator may, because an operator may already have decided about it:
 * rejected a deposit of this amount before its provider reported it, or credited one in the provider's place.
 */
async function reviewedAt(unit: Unit, deposit: DepositRow, arrived: bigint): Promise<bigint | null> {
  const { tx, platform } = unit
  const named = tx.selectFrom('provider_calls').select('reference').where('nonce', 'like', `${OPERATOR}%`)
  const decided = await tx
    .selectFrom('deposits')
    .select('id')
    .where('user_id', '=', deposit.user_id)
    .where('account', '=', deposit.account)
    .where((eb) => eb.or([eb('amount', '=', arrived), eb('arrived', '=', arrived)]))
    .where((eb) =>
      eb.or([eb.and([eb('state', '=', 'failed'), eb('reference', 'is', null)]), eb('reference', 'in', named)]),
    )
    .executeTakeFirst()
  return decided ? null : moneyReviewAt(platform)
}

/** @throws Refusal `parameterError` for more decimals than the currency has, or nothing */
function amountOf({ currency, amount: text }: ProviderWord): bigint {
  const amount = parseMoney(text, currencyOf(currency).scale)
  if (!amount) throw new Refusal('parameterError', { field: 'amount' })
  return amount
}

const byReference = (db: Tx, reference: string): Promise<DepositRow | undefined> =>
  db.selectFrom('deposits').selectAll().where('reference', '=', reference).executeTakeFirst()

/** The announced deposit to this account that has no report yet: of this amount, or else the oldest. */
async function findAnnounced(db: Tx, word: ProviderWord): Promise<DepositRow | undefined> {
  const live = await db
    .selectFrom('deposits')
    .selectAll()
    .where('account', '=', word.account)
    .where('currency', '=', word.currency)
    .where('settled_ms', 'is', null)
    .where('reference', 'is', null)
    .orderBy('id')
    .execute()
  const amount = amountOf(word)
  return live.find((deposit) => deposit.amount === amount) ?? live[0]
}
