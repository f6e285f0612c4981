import * as api from '../../src/api/money/loan.ts'
import { Refusal } from '../../src/api/wire/messages.ts'
import { LOAN_CURRENCY, LOAN_DOCUMENT_DAYS, loanReminders, yearlyBps } from '../../src/rules/loan/loan.ts'
import { currencyOf } from '../../src/rules/money/currencies.ts'
import { formatMoney, type Minor } from '../../src/rules/money/money.ts'
import { knownBefore } from '../kyc/module.ts'
import { inForceNow, LOAN_AGREEMENT } from '../news/module.ts'
import { ordersOf, requireOrder } from '../orders/module.ts'
import { type Route, route } from '../platform/http/route.ts'
import type { CallLimit } from '../platform/http/rules.ts'
import { moneyReviewSeconds } from '../platform/review.ts'
import { readFrom } from '../platform/unit/defer.ts'
import { active, thawed } from '../user/module.ts'
import { apply, repay, termsOf, whyNot } from './apply.ts'
import { loanKind } from './kind.ts'
import { toWire } from './order.ts'
import { statisticsOf } from './sums.ts'

/** Limits: each application and payment leaves rows that are never deleted. */
const applyLimit: CallLimit = { name: 'loans', per: 'user', points: 20, seconds: 86_400 }
const repayLimit: CallLimit = { name: 'repayments', per: 'user', points: 60, seconds: 3_600 }

/** The calls of loans. */
export const loanRoutes: readonly Route[] = [
  route(api.config, async ({ platform, session, lang }) => {
    const { cycles, ...terms } = await termsOf(platform, readFrom(platform), session.userId)
    const agreement = await inForceNow(platform, lang, LOAN_AGREEMENT)
    if (!agreement) throw new Refusal('configurationError')
    const { slug, title, version, hash, date } = agreement
    return {
      currency: LOAN_CURRENCY,
      ...terms,
      cycles: cycles.map((cycle) => ({ ...cycle, yearlyBps: yearlyBps(cycle.ratePpm) })),
      reminders: [...loanReminders],
      documentDays: LOAN_DOCUMENT_DAYS,
      daySeconds: platform.config.PAPER_DAY_SECONDS,
      reviewSeconds: moneyReviewSeconds(platform.config),
      agreement: { slug, title, version, hash, date },
      refusal: await whyNot(platform, session.userId),
    }
  }),

  route(api.statistics, ({ platform, session }) => statisticsOf(platform, session.userId)),

  route(api.submit, {
    limits: [applyLimit],
    // Borrowing requires identity verification, whatever the operator's setting.
    needs: [active, knownBefore('withdrawal')],
    handle: async ({ unit, session, input, lang }) => toWire(await apply(unit, session.userId, input, lang)),
  }),

  route(api.order, async ({ platform: { db }, session, input: { id, list, before, limit } }) =>
    (
      await ordersOf(
        db,
        loanKind,
        session.userId,
        { before, where: { id }, ...(list !== undefined && { ended: list === 1 }) },
        limit,
      )
    ).map(toWire),
  ),

  route(api.repayment, {
    limits: [repayLimit],
    // Days and fees continue while an account is locked, so its debt can be repaid.
    needs: [thawed],
    handle: async ({ unit, session, input }) => toWire(await repay(unit, session.userId, input)),
  }),

  route(api.payments, async ({ platform: { db }, session, input: { id, before, limit } }) => {
    const order = await requireOrder(db, loanKind, session.userId, id)
    const money = (amount: Minor) => formatMoney(amount, currencyOf(order.currency).scale)
    let payments = db.selectFrom('loan_payments').selectAll().where('loan_id', '=', id)
    if (before !== undefined) payments = payments.where('number', '<', BigInt(before))
    const found = await payments.orderBy('number', 'desc').limit(limit).execute()
    return found.map(({ number, at_ms, by_whom, fee, interest, principal }) => ({
      number: Number(number),
      at: Number(at_ms),
      by: by_whom,
      amount: money(fee + interest + principal),
      fee: money(fee),
      interest: money(interest),
      principal: money(principal),
    }))
  }),
]
