import { type ChosenPhoto, type PhotoKey, type PhotoPurpose, photoError } from '../account/photos.ts'
import { currencyOf } from '../money/currencies.ts'
import { formatMoney, type Minor, parseMoney } from '../money/money.ts'
import type { FormRule } from '../orders/form.ts'
import type { FormErrors } from '../orders/form-errors.ts'

export const LOAN_CURRENCY = 'USDT'

/** Minimum and maximum of one loan, as decimals of its currency. */
export const loanLimits = { min: '100', max: '10000' } as const

/** Term in days, and the daily rate on the outstanding principal, in millionths. */
export type LoanCycle = { days: number; ratePpm: number }

/** The terms on offer, the shortest first. */
export const loanCycles: readonly LoanCycle[] = [
  { days: 7, ratePpm: 500 },
  { days: 14, ratePpm: 440 },
  { days: 30, ratePpm: 400 },
  { days: 60, ratePpm: 360 },
  { days: 90, ratePpm: 320 },
]

/** The loan term of this many days, or `undefined` if not offered. */
export const findLoanCycle = (days: number): LoanCycle | undefined => loanCycles.find((cycle) => cycle.days === days)

/**
 * The cost of being overdue: a rate in millionths of the outstanding principal for each day that begins after the due date, capped at a
 * share of the amount borrowed. After this many days overdue, the platform collects the debt.
 */
export const loanLateness = { latePpm: 1_000, lateCapPpm: 100_000, collectAfterDays: 3 } as const
export type LoanLateness = { latePpm: number; lateCapPpm: number; collectAfterDays: number }

/** Days before the due date on which a reminder is sent. */
export const loanReminders = [3, 1] as const

/** Retention of an application's documents after it has ended, in days of 24 hours. */
export const LOAN_DOCUMENT_DAYS = 30

/** The documents of an application, in order, each with its photograph purpose. */
export const loanDocuments = {
  house: 'loanHouse',
  income: 'loanIncome',
  statement: 'loanStatement',
  identity: 'loanIdentity',
} as const satisfies Record<string, PhotoPurpose>
export type LoanDocument = keyof typeof loanDocuments
export const loanDocumentNames = Object.keys(loanDocuments) as LoanDocument[]

const PPM = 1_000_000n
const DAYS_OF_A_YEAR = 365

/** A daily rate as simple interest for 365 days, in hundredths of a percent. */
export const yearlyBps = (ratePpm: number): number => (ratePpm * DAYS_OF_A_YEAR) / 100

/** The agreed terms: `amount` in minor units, `startMs` the time of disbursement. */
export type LoanAgreed = {
  amount: Minor
  days: number
  ratePpm: number
  latePpm: number
  lateCapPpm: number
  dayMs: number
  startMs: number
}

/**
 * The state of a loan. `principal`: outstanding principal; `counted`: charged days, including the current one; `interestMicros`,
 * `feeMicros`: the total ever charged, in millionths of a minor unit, so that partial payments neither lose nor gain by rounding;
 * `interestPaid`, `feePaid`: paid so far. All others in minor units.
 */
export type LoanStanding = {
  principal: Minor
  counted: number
  interestMicros: bigint
  interestPaid: Minor
  feeMicros: bigint
  feePaid: Minor
}

/** The debt by component, in minor units, in the order of allocation. */
export type LoanOwed = { fee: Minor; interest: Minor; principal: Minor; total: Minor }

/** The number of days of a loan that have begun at a time, in ms: 1 from its disbursement, and one more with each day. */
export const daysBegun = ({ startMs, dayMs }: Pick<LoanAgreed, 'startMs' | 'dayMs'>, nowMs: number): number =>
  nowMs < startMs ? 0 : Math.floor((nowMs - startMs) / dayMs) + 1

/**
 * A loan with every day charged that has begun at a time, in ms. A day of the term charges principal × rate, and a later day the late fee
 * instead, up to its cap.
 */
export function chargedTo(agreed: LoanAgreed, was: LoanStanding, nowMs: number): LoanStanding {
  const counted = Math.max(was.counted, daysBegun(agreed, nowMs))
  const within = (days: number) => Math.min(days, agreed.days)
  const regular = within(counted) - within(was.counted)
  const late = counted - was.counted - regular
  const fee = was.feeMicros + was.principal * BigInt(agreed.latePpm) * BigInt(late)
  const cap = agreed.amount * BigInt(agreed.lateCapPpm)
  return {
    ...was,
    counted,
    interestMicros: was.interestMicros + was.principal * BigInt(agreed.ratePpm) * BigInt(regular),
    feeMicros: fee > cap ? cap : fee,
  }
}

/**
 * The total cost of a loan at some times, in ms, the earliest first: interest and late fees, paid or not, in minor units.
 *
 * @param repaid repayments of the principal, oldest first
 */
export function chargedBy(
  agreed: LoanAgreed,
  repaid: readonly { atMs: number; principal: Minor }[],
  moments: readonly number[],
): Minor[] {
  let next = 0
  let standing: LoanStanding = {
    principal: agreed.amount,
    counted: 0,
    ...{ interestMicros: 0n, interestPaid: 0n, feeMicros: 0n, feePaid: 0n },
  }
  return moments.map((atMs) => {
    for (let each = repaid[next]; each && each.atMs <= atMs; each = repaid[++next]) {
      standing = chargedTo(agreed, standing, each.atMs)
      standing = { ...standing, principal: standing.principal - each.principal }
    }
    standing = chargedTo(agreed, standing, atMs)
    return standing.interestMicros / PPM + standing.feeMicros / PPM
  })
}

/** The current debt of a loan: each component rounded down, in the user's favour. */
export function owedOf({ principal, interestMicros, interestPaid, feeMicros, feePaid }: LoanStanding): LoanOwed {
  const [fee, interest] = [feeMicros / PPM - feePaid, interestMicros / PPM - interestPaid]
  return { fee, interest, principal, total: fee + interest + principal }
}

/** From this version of the loan agreement on a loan must stay covered; older ones keep their terms. */
export const COVERED_SINCE_VERSION = 4

/**
 * The debt of a loan at its collection, in minor units, if nothing is paid until then: principal, all interest, and the fee of each day
 * overdue by then; or at a later time (ms).
 */
export function owedAtLatest(
  agreed: LoanAgreed & Pick<LoanLateness, 'collectAfterDays'>,
  was: LoanStanding,
  nowMs: number,
): Minor {
  const taken = agreed.startMs + (agreed.days + agreed.collectAfterDays) * agreed.dayMs
  return owedOf(chargedTo(agreed, was, Math.max(taken, nowMs))).total
}

/** Allocates a payment: first the fee, then the interest, then the principal. At most the debt. */
export function splitPayment(owed: LoanOwed, amount: Minor): LoanOwed {
  const fee = least(amount, owed.fee)
  const interest = least(amount - fee, owed.interest)
  return { fee, interest, principal: amount - fee - interest, total: amount }
}

const least = (a: Minor, b: Minor): Minor => (a < b ? a : b)

/** A loan after an allocated payment. */
export const paidInto = (was: LoanStanding, { fee, interest, principal }: LoanOwed): LoanStanding => ({
  ...was,
  principal: was.principal - principal,
  interestPaid: was.interestPaid + interest,
  feePaid: was.feePaid + fee,
})

/** The cost of a loan that is repaid on its due date, the maximum late fee, and the maximum cost: in minor units, rounded down. */
export function loanCost(amount: Minor, { days, ratePpm }: LoanCycle, { latePpm, lateCapPpm }: LoanLateness) {
  const share = (ppm: number, times = 1) => (amount * BigInt(ppm) * BigInt(times)) / PPM
  const interest = share(ratePpm, days)
  const lateMost = share(lateCapPpm)
  return { interest, total: amount + interest, lateDay: share(latePpm), lateMost, mostCost: interest + lateMost }
}

/** The loan form. `amount`: a plain decimal; empty if nothing is entered, anything else is invalid. */
export type LoanForm = { amount: string; days: number }
export type LoanKey = 'wrongAmount' | 'wrongCycle' | 'belowMinimum' | 'aboveMaximum' | 'loanLimitReached'

/** What an application is validated against. `left`: of the daily limit of paper money, as a decimal. */
export type LoanTerms = LoanLateness & { min: string; max: string; left: string; cycles: readonly LoanCycle[] }

/** A loan's figures, as decimals. */
export type LoanSummary = {
  amount: string
  interest: string
  total: string
  lateDay: string
  lateMost: string
  mostCost: string
  yearlyBps: number
}

/** Validates a loan application: the only place where it is checked. */
export const validateLoan: FormRule<
  LoanForm,
  LoanTerms,
  'amount' | 'days',
  LoanKey,
  { amount: Minor; cycle: LoanCycle },
  LoanSummary
> = ({ amount: text, days }, terms) => {
  const { scale } = currencyOf(LOAN_CURRENCY)
  const minor = (decimal: string) => parseMoney(decimal, scale) ?? 0n
  const cycle = terms.cycles.find((each) => each.days === days)
  const amount = parseMoney(text, scale)
  if (!cycle) return { errors: { days: { key: 'wrongCycle' } }, values: undefined, summary: undefined }
  if (!amount) return { errors: { amount: { key: 'wrongAmount' } }, values: undefined, summary: undefined }
  const cost = loanCost(amount, cycle, terms)
  const money = (value: Minor) => formatMoney(value, scale)
  const summary = {
    amount: money(amount),
    interest: money(cost.interest),
    total: money(cost.total),
    lateDay: money(cost.lateDay),
    lateMost: money(cost.lateMost),
    mostCost: money(cost.mostCost),
    yearlyBps: yearlyBps(cycle.ratePpm),
  }
  const wrong = (key: LoanKey, limit: string) => ({
    errors: { amount: { key, params: { limit, currency: LOAN_CURRENCY } } },
    values: undefined,
    summary,
  })
  if (amount < minor(terms.min)) return wrong('belowMinimum', terms.min)
  if (amount > minor(terms.max)) return wrong('aboveMaximum', terms.max)
  if (amount > minor(terms.left)) return wrong('loanLimitReached', terms.left)
  return { errors: {}, values: { amount, cycle }, summary }
}

export type LoanPaperKey = PhotoKey | 'documentRequired' | 'agreementRequired'

/** Errors of an application's documents, before they are sent. */
export function loanPaperErrors(
  photos: Readonly<Record<LoanDocument, ChosenPhoto | null>>,
  agreed: boolean,
): FormErrors<LoanDocument | 'agreed', LoanPaperKey> {
  const wrong = loanDocumentNames.flatMap((name) => {
    const photo = photos[name]
    const error = photo ? photoError(photo) : { key: 'documentRequired' as const }
    return error ? [[name, error] as const] : []
  })
  return { ...Object.fromEntries(wrong), ...(!agreed && { agreed: { key: 'agreementRequired' } }) }
}

/**
 * The interest saved by a payment, in minor units, rounded down: of the days of the term that have not begun, on the principal it repays.
 */
export const interestSpared = (
  principal: Minor,
  { days, daysCounted, ratePpm }: { days: number; daysCounted: number; ratePpm: number },
): Minor => (principal * BigInt(ratePpm) * BigInt(Math.max(days - daysCounted, 0))) / PPM

/** The repayment form. `all`: the whole debt at arrival; `amount` is then ignored. */
export type RepaymentForm = { amount: string; all: boolean }
export type RepaymentKey = 'wrongAmount' | 'aboveMaximum' | 'insufficientBalance'

/** What a repayment is validated against. `owed` in minor units; `available` a decimal, null if only the ledger knows. */
export type RepaymentTerms = { owed: LoanOwed; available: string | null }

/** The allocation of a repayment, and the remaining debt, as decimals. */
export type RepaymentSummary = { amount: string; fee: string; interest: string; principal: string; left: string }

/** Validates a repayment: the only place where it is checked. */
export const validateRepayment: FormRule<
  RepaymentForm,
  RepaymentTerms,
  'amount',
  RepaymentKey,
  LoanOwed & { settles: boolean },
  RepaymentSummary
> = ({ amount: text, all }, { owed, available }) => {
  const { scale } = currencyOf(LOAN_CURRENCY)
  const money = (value: Minor) => formatMoney(value, scale)
  const amount = all ? owed.total : parseMoney(text, scale)
  const wrong = (key: RepaymentKey, params?: Record<string, string>) => ({ amount: { key, ...(params && { params }) } })
  if (!amount) return { errors: wrong('wrongAmount'), values: undefined, summary: undefined }
  if (amount > owed.total) {
    const limit = { limit: money(owed.total), currency: LOAN_CURRENCY }
    return { errors: wrong('aboveMaximum', limit), values: undefined, summary: undefined }
  }
  const split = splitPayment(owed, amount)
  const summary = {
    amount: money(amount),
    fee: money(split.fee),
    interest: money(split.interest),
    principal: money(split.principal),
    left: money(owed.total - amount),
  }
  if (available !== null && amount > (parseMoney(available, scale) ?? 0n)) {
    return { errors: wrong('insufficientBalance'), values: undefined, summary }
  }
  return { errors: {}, values: { ...split, settles: amount === owed.total }, summary }
}
