import { loan as wire } from '../../src/api/money/loan.ts'
import type { Step } from '../../src/machines/orders/life.ts'
import { loanMachine } from '../../src/machines/orders/loan.ts'
import { LOAN_CURRENCY, loanReminders, owedOf, splitPayment } from '../../src/rules/loan/loan.ts'
import { currencyOf } from '../../src/rules/money/currencies.ts'
import { parseMoney } from '../../src/rules/money/money.ts'
import { amountIn, type Message, tellUser } from '../inbox/module.ts'
import { walletOf } from '../ledger/module.ts'
import { type Move, mover, type OrderKind, type Posting } from '../orders/module.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import type { Unit } from '../platform/unit/unit.ts'
import { charge, dayAfter, type LoanRow, mustCover, standingAt, take, toWire } from './order.ts'

/** A loan as the order kernel knows it. It holds nothing: the user may use the borrowed money. */
export const loanKind: OrderKind<LoanRow> = {
  name: 'loan',
  table: 'loans',
  machine: loanMachine,
  wire,
  toWire,
  due: inTime,
  mustCover,
  postings,
  extras: async (unit, order, step, occurrence) => {
    await notePayment(unit, order, step)
    const message = messageOf(order, step, occurrence)
    if (message) await tellUser(unit, order.user_id, message)
  },
}

/** The due steps: the paper reviewer approves, each day is charged when it begins, and an overdue debt is collected as agreed. */
async function inTime(db: Db | Tx, order: LoanRow, upToMs: number): Promise<Move<LoanRow> | undefined> {
  if (order.state !== 'pendingReview') return onDay(db, order, upToMs)
  // A locked or frozen account gets no payment: the loan waits for an operator, or for the account.
  const { status } = await db
    .selectFrom('users')
    .select('status')
    .where('id', '=', order.user_id)
    .executeTakeFirstOrThrow()
  return status === 'active' ? approval(order, upToMs) : undefined
}

/** The approval of an application at a time, in ms: its disbursement, and the start of its first day. */
export function approval(order: LoanRow, nowMs: number): Move<LoanRow> {
  const paidOut = { ...order, start_ms: BigInt(nowMs), principal: order.amount }
  const { start_ms } = paidOut
  return {
    event: { type: 'loan.approve' },
    change: { start_ms, ...charge(paidOut, standingAt(paidOut, nowMs)) },
    notBefore: start_ms,
  }
}

async function onDay(db: Db | Tx, order: LoanRow, upToMs: number): Promise<Move<LoanRow> | undefined> {
  const standing = standingAt(order, upToMs)
  const change = charge(order, standing)
  const left = Number(order.days) - standing.counted + 1
  if (order.state === 'paidOut') {
    if (left <= 0) return { event: { type: 'loan.lapse' }, occurrence: LAPSE, change }
    const reminded = loanReminders.filter((days) => days >= left).length
    return BigInt(reminded) > order.reminded
      ? { event: { type: 'loan.remind' }, occurrence: REMINDER, change: { ...change, reminded: BigInt(reminded) } }
      : { event: { type: 'loan.accrue' }, change }
  }
  const isCollected = -left >= Number(order.collect_after_days)
  if (!isCollected) return { event: { type: 'loan.accrue' }, change }
  if (await isBehind(db, order, upToMs)) return undefined
  const wallet = await walletOf(db, order.user_id, order.currency)
  const available = parseMoney(wallet?.available ?? '0', currencyOf(order.currency).scale) ?? 0n
  const owed = owedOf(standing)
  const amount = available < owed.total ? available : owed.total
  if (amount === 0n) return { event: { type: 'loan.accrue' }, change }
  return {
    event: { type: amount === owed.total ? 'loan.collectAll' : 'loan.collect' },
    occurrence: String(order.payments + 1n),
    change: {
      ...change,
      ...take(order, standing, { split: splitPayment(owed, amount), by: 'platform', atMs: upToMs }),
    },
  }
}

const LAPSE = 'lapse'
const REMINDER = 'remind'

/** Whether another loan of the same user is collected first: one after the other, the oldest first. */
async function isBehind(db: Db | Tx, { user_id, id }: LoanRow, upToMs: number): Promise<boolean> {
  const older = await db
    .selectFrom('loans')
    .select('id')
    .where('user_id', '=', user_id)
    .where('state', '=', 'overdue')
    .where('due_ms', '<=', BigInt(upToMs))
    .where('id', '<', id)
    .limit(1)
    .executeTakeFirst()
  return older !== undefined
}

function postings(order: LoanRow): Record<string, () => Posting> {
  const { amount, last_fee: fees, last_interest: interest, last_principal: loans } = order
  const move = mover(order)
  const back = () => move({ available: -(fees + interest + loans), fees, interest, loans })
  return {
    payOut: () => move({ loans: -amount, available: amount }),
    repay: back,
    collect: back,
  }
}

/** Stores each payment with its allocation. */
async function notePayment(unit: Unit, order: LoanRow, { postings: steps }: Step): Promise<void> {
  const by_whom = steps.includes('repay') ? 'user' : steps.includes('collect') ? 'platform' : undefined
  if (!by_whom) return
  await unit.tx
    .insertInto('loan_payments')
    .values({
      loan_id: order.id,
      number: order.payments,
      at_ms: order.last_ms,
      by_whom,
      fee: order.last_fee,
      interest: order.last_interest,
      principal: order.last_principal,
    })
    .execute()
}

/** The message to its owner after a transition. */
function messageOf(order: LoanRow, { postings: steps }: Step, occurrence: string | undefined): Message | undefined {
  const currency = LOAN_CURRENCY
  const wire = toWire(order)
  const owed = amountIn(currency, owedNow(order))
  if (steps.includes('payOut')) {
    const total = parseMoney(wire.dueSum, currencyOf(currency).scale) ?? 0n
    const amounts = { amount: amountIn(currency, order.amount), total: amountIn(currency, total), currency }
    return { kind: 'loan', key: 'loanPaidOut', params: { ...amounts, days: String(order.days) } }
  }
  if (order.state === 'refused') return { kind: 'loan', key: 'loanRefused', params: { reason: order.reason ?? '' } }
  if (order.state === 'settled') {
    return { kind: 'loan', key: 'loanSettled', params: { amount: amountIn(currency, order.paid), currency } }
  }
  if (steps.includes('collect')) {
    const taken = order.last_fee + order.last_interest + order.last_principal
    return {
      kind: 'loan',
      key: 'loanCollected',
      params: { amount: amountIn(currency, taken), left: owed, currency },
    }
  }
  if (occurrence === LAPSE) return { kind: 'loan', key: 'loanLate', params: { amount: owed, currency } }
  if (occurrence !== REMINDER) return undefined
  const days = String(order.days - order.counted + 1n)
  return { kind: 'loan', key: 'loanDueSoon', params: { days, amount: owed, currency } }
}

/** The stored debt. */
export const owedNow = (order: LoanRow) => owedOf(standingAt(order, Number(dayAfter(order, 0)))).total
