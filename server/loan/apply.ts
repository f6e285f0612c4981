import type { LoanOffer, repayment, submit } from '../../src/api/money/loan.ts'
import type { Input } from '../../src/api/wire/call.ts'
import type { Lang } from '../../src/api/wire/fields.ts'
import { Refusal, refusalOf } from '../../src/api/wire/messages.ts'
import { can } from '../../src/machines/orders/life.ts'
import { loanMachine } from '../../src/machines/orders/loan.ts'
import {
  LOAN_CURRENCY,
  type LoanTerms,
  loanCycles,
  loanDocumentNames,
  loanDocuments,
  loanLateness,
  loanLimits,
  owedOf,
  validateLoan,
  validateRepayment,
} from '../../src/rules/loan/loan.ts'
import { currencyOf } from '../../src/rules/money/currencies.ts'
import { formatMoney } from '../../src/rules/money/money.ts'
import { requireKnown } from '../kyc/module.ts'
import { walletWithin } from '../ledger/module.ts'
import { documentInForce, keepAgreements, LOAN_AGREEMENT } from '../news/module.ts'
import { moveOrder, nulls, placeOrder, requireOrder, zeros } from '../orders/module.ts'
import { leftOfPaper } from '../paper-limit.ts'
import type { Platform } from '../platform/context.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { moneyReviewAt } from '../platform/review.ts'
import { type Reads, readFrom } from '../platform/unit/defer.ts'
import type { Unit } from '../platform/unit/unit.ts'
import { claimPhoto } from '../uploads/module.ts'
import { loanKind } from './kind.ts'
import { type LoanRow, standingAt, take } from './order.ts'

/** The terms of an application at this moment. */
export async function termsOf(
  { modules }: Pick<Platform, 'modules'>,
  reads: Reads,
  userId: string,
): Promise<LoanTerms> {
  const left = await leftOfPaper(modules, reads, userId)
  return {
    ...loanLimits,
    ...loanLateness,
    cycles: loanCycles,
    left: formatMoney(left, currencyOf(LOAN_CURRENCY).scale),
  }
}

/** Why a user's existing loans prevent an application; null if they do not. */
async function hinderedBy(
  db: Db | Tx,
  userId: string,
  nowMs: number,
): Promise<'alreadyApplied' | 'loanOverdue' | null> {
  const open = await db
    .selectFrom('loans')
    .selectAll()
    .where('user_id', '=', userId)
    .where('settled_ms', 'is', null)
    .execute()
  // A loan is overdue from its due date on, even if that is not processed yet.
  const isLate = (row: LoanRow) => row.start_ms !== null && standingAt(row, nowMs).counted > Number(row.days)
  if (open.some(isLate)) return 'loanOverdue'
  return open.some(({ state }) => state === 'pendingReview') ? 'alreadyApplied' : null
}

/** The first reason why a user cannot apply now; null if there is none. */
export async function whyNot(platform: Platform, userId: string): Promise<LoanOffer['refusal']> {
  const { db, clock } = platform
  return (await unknownBy(readFrom(platform), userId)) ?? hinderedBy(db, userId, clock.now())
}

async function unknownBy(reads: Reads, userId: string): Promise<'verifyNameFirst' | 'realNameFailed' | null> {
  try {
    await requireKnown(reads, userId)
    return null
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.key === 'realNameFailed' ? 'realNameFailed' : 'verifyNameFirst'
  }
}

/** The empty columns of a new loan. */
const NEW = {
  ...nulls('start_ms reason'),
  ...zeros('principal counted interest_micros interest_paid fee_micros fee_paid reminded payments'),
  ...zeros('collections paid last_ms last_fee last_interest last_principal'),
}

/**
 * Applies for a loan. The photographs must be the user's own, each uploaded for its purpose; the consent is stored with its text.
 *
 * @throws Refusal `wrongCycle`, `wrongAmount`, `belowMinimum`, `aboveMaximum`, `loanLimitReached`, `loanOverdue`, `alreadyApplied`,
 *   `agreementRequired` if the hash is of no agreement in force, `dataNotFound` for a photograph
 */
export async function apply(unit: Unit, userId: string, input: Input<typeof submit>, lang: Lang): Promise<LoanRow> {
  const { platform, tx } = unit
  const now = platform.clock.now()
  const { errors, values } = validateLoan(input, await termsOf(platform, unit, userId))
  if (!values) throw refusalOf(errors)
  const hindered = await hinderedBy(tx, userId, now)
  if (hindered) throw new Refusal(hindered)
  const agreement = await documentInForce(platform, lang, LOAN_AGREEMENT, input.agreement)
  if (!agreement) throw new Refusal('agreementRequired')
  await keepAgreements(unit, userId, [agreement])
  for (const name of loanDocumentNames) await claimPhoto(unit, userId, input[name], { purpose: loanDocuments[name] })
  const { PAPER_DAY_SECONDS } = platform.config
  return placeOrder(unit, loanKind, {
    ...NEW,
    user_id: userId,
    currency: LOAN_CURRENCY,
    amount: values.amount,
    days: BigInt(values.cycle.days),
    rate_ppm: BigInt(values.cycle.ratePpm),
    late_ppm: BigInt(loanLateness.latePpm),
    late_cap_ppm: BigInt(loanLateness.lateCapPpm),
    collect_after_days: BigInt(loanLateness.collectAfterDays),
    day_ms: BigInt(PAPER_DAY_SECONDS) * 1_000n,
    agreement_version: BigInt(agreement.version),
    agreement_hash: agreement.hash,
    house_id: input.house,
    income_id: input.income,
    statement_id: input.statement,
    identity_id: input.identity,
    documents: 1n,
    accepted_ms: BigInt(now),
    due_ms: moneyReviewAt(platform),
  })
}

/**
 * Repays a loan, partly or in full.
 *
 * @throws Refusal `dataNotFound`; `orderStatusError` if it has no debt; `wrongAmount`, `aboveMaximum`, `insufficientBalance`;
 *   `tradeStatusAbnormal` after a concurrent change
 */
export async function repay(unit: Unit, userId: string, { id, amount }: Input<typeof repayment>): Promise<LoanRow> {
  const order = await requireOrder(unit.tx, loanKind, userId, id)
  if (!can(loanMachine, order.state, { type: 'loan.pay' })) throw new Refusal('orderStatusError')
  const now = unit.platform.clock.now()
  const standing = standingAt(order, now)
  const { available } = await walletWithin(unit, userId, order.currency)
  const form = { amount: amount ?? '', all: amount === undefined }
  const { errors, values } = validateRepayment(form, { owed: owedOf(standing), available })
  if (!values) throw refusalOf(errors)
  const repaid = await moveOrder(unit, loanKind, order, {
    event: { type: values.settles ? 'loan.settle' : 'loan.pay' },
    occurrence: String(order.payments + 1n),
    change: take(order, standing, { split: values, by: 'user', atMs: now }),
  })
  if (!repaid) throw new Refusal('tradeStatusAbnormal')
  return repaid
}
