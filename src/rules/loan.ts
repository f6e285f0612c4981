import { currencyOf } from './currencies.ts'
import type { FormRule } from './form.ts'
import type { FormErrors } from './form-errors.ts'
import { formatMoney, type Minor, parseMoney } from './money.ts'
import { type ChosenPhoto, type PhotoKey, type PhotoPurpose, photoError } from './photos.ts'

export const LOAN_CURRENCY = 'USDT'

/** The least and the most of one loan, as decimals of its currency. */
export const loanLimits = { min: '100', max: '10000' } as const

/** For how many days one may borrow, and the rate of each day on what is still owed of the principal, in millionths. */
export type LoanCycle = { days: number; ratePpm: number }

/** What is on offer, the shortest first. */
export const loanCycles: readonly LoanCycle[] = [
  { days: 7, ratePpm: 500 },
  { days: 14, ratePpm: 440 },
  { days: 30, ratePpm: 400 },
  { days: 60, ratePpm: 360 },
  { days: 90, ratePpm: 320 },
]

/** The cycle of so many days, or `undefined` where none is offered. */
export const findLoanCycle = (days: number): LoanCycle | undefined => loanCycles.find((cycle) => cycle.days === days)

/**
 * What being late costs: so many millionths of what is still owed of the principal for each day that begins after the due
 * date, and never more than so many of the amount borrowed. From the end of so many late days on, the platform takes what is owed.
 */
export const loanLateness = { latePpm: 1_000, lateCapPpm: 100_000, collectAfterDays: 3 } as const
export type LoanLateness = { latePpm: number; lateCapPpm: number; collectAfterDays: number }

/** So many days before the due date one is reminded of it. */
export const loanReminders = [3, 1] as const

/** For how long the documents of an application are kept once it has ended, in days of 24 hours. */
export const LOAN_DOCUMENT_DAYS = 30

/** The documents of an application, in the order in which they are asked for, each with what its photograph is sent for. */
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

/** What was agreed on: `amount` in minor units, `startMs` when it was paid out. */
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
 * How a loan stands. `principal`: what is still owed of it; `counted`: the days that are reckoned with, the one that runs
 * included; `interestMicros`, `feeMicros`: all that was ever charged, in millionths of a minor unit, so that nothing is lost
 * or won by paying in parts; `interestPaid`, `feePaid`: what was paid of that. All in minor units else.
 */
export type LoanStanding = {
  principal: Minor
  counted: number
  interestMicros: bigint
  interestPaid: Minor
  feeMicros: bigint
  feePaid: Minor
}

/** What is owed, in minor units, in the order in which a payment is taken for it. */
export type LoanOwed = { fee: Minor; interest: Minor; principal: Minor; total: Minor }

/** How many days of a loan have begun at a time, in ms: 1 from its payment on, and one more with each day. */
export const daysBegun = ({ startMs, dayMs }: Pick<LoanAgreed, 'startMs' | 'dayMs'>, nowMs: number): number =>
  nowMs < startMs ? 0 : Math.floor((nowMs - startMs) / dayMs) + 1

/**
 * A loan with all days charged that have begun at a time, in ms. A day of the cycle bears principal × rate, and a day after
 * it the late fee instead, up to its cap.
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
 * What a loan had cost by some moments, in ms, the earliest first: its interest and late fees, paid or not, in minor units.
 *
 * @param repaid what was paid of the principal, oldest first
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

/** What is owed of a loan as it stands: each part rounded down, in favour of the person. */
export function owedOf({ principal, interestMicros, interestPaid, feeMicros, feePaid }: LoanStanding): LoanOwed {
  const [fee, interest] = [feeMicros / PPM - feePaid, interestMicros / PPM - interestPaid]
  return { fee, interest, principal, total: fee + interest + principal }
}

/** From this version of the loan agreement on a loan must stay covered; one of an earlier version keeps its terms. */
export const COVERED_SINCE_VERSION = 4

/**
 * What is owed of a loan at the latest when the platform takes it, in minor units, where nothing is paid until then: the principal,
 * all interest, and the fee of each late day that has begun by then; or at a time (ms), where that is later.
 */
export function owedAtLatest(
  agreed: LoanAgreed & Pick<LoanLateness, 'collectAfterDays'>,
  was: LoanStanding,
  nowMs: number,
): Minor {
  const taken = agreed.startMs + (agreed.days + agreed.collectAfterDays) * agreed.dayMs
  return owedOf(chargedTo(agreed, was, Math.max(taken, nowMs))).total
}

/** What a payment is taken for: the fee first, then the interest, then the principal. It is no more than is owed. */
export function splitPayment(owed: LoanOwed, amount: Minor): LoanOwed {
  const fee = least(amount, owed.fee)
  const interest = least(amount - fee, owed.interest)
  return { fee, interest, principal: amount - fee - interest, total: amount }
}

const least = (a: Minor, b: Minor): Minor => (a < b ? a : b)

/** A loan after a payment that was split. */
export const paidInto = (was: LoanStanding, { fee, interest, principal }: LoanOwed): LoanStanding => ({
  ...was,
  principal: was.principal - principal,
  interestPaid: was.interestPaid + interest,
  feePaid: was.feePaid + fee,
})

/** What a loan costs that is repaid on its due date, and what being late adds at most: in minor units, rounded down. */
export function loanCost(amount: Minor, { days, ratePpm }: LoanCycle, { latePpm, lateCapPpm }: LoanLateness) {
  const share = (ppm: number, times = 1) => (amount * BigInt(ppm) * BigInt(times)) / PPM
  const interest = share(ratePpm, days)
  const lateMost = share(lateCapPpm)
  return { interest, total: amount + interest, lateDay: share(latePpm), lateMost, most: amount + interest + lateMost }
}

/** An application as it stands on the form. `amount`: a plain decimal; empty where none is entered, anything else is none. */
export type LoanForm = { amount: string; days: number }
export type LoanKey = 'wrongAmount' | 'wrongCycle' | 'belowMinimum' | 'aboveMaximum' | 'loanLimitReached'

/** What is known when an application is judged. `left`: of what one may ask for in a day, as a decimal. */
export type LoanTerms = LoanLateness & { min: string; max: string; left: string; cycles: readonly LoanCycle[] }

/** What a loan comes to, as decimals. */
export type LoanSummary = {
  amount: string
  interest: string
  total: string
  lateDay: string
  lateMost: string
  most: string
  yearlyBps: number
}

/** Judges what is applied for: the one place where it is right or wrong. */
export const judgeLoan: FormRule<
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
  if (!cycle) return { errors: { days: { key: 'wrongCycle' } }, figures: undefined, summary: undefined }
  if (!amount) return { errors: { amount: { key: 'wrongAmount' } }, figures: undefined, summary: undefined }
  const cost = loanCost(amount, cycle, terms)
  const money = (value: Minor) => formatMoney(value, scale)
  const summary = {
    amount: money(amount),
    interest: money(cost.interest),
    total: money(cost.total),
    lateDay: money(cost.lateDay),
    lateMost: money(cost.lateMost),
    most: money(cost.most),
    yearlyBps: yearlyBps(cycle.ratePpm),
  }
  const wrong = (key: LoanKey, limit: string) => ({
    errors: { amount: { key, params: { limit, currency: LOAN_CURRENCY } } },
    figures: undefined,
    summary,
  })
  if (amount < minor(terms.min)) return wrong('belowMinimum', terms.min)
  if (amount > minor(terms.max)) return wrong('aboveMaximum', terms.max)
  if (amount > minor(terms.left)) return wrong('loanLimitReached', terms.left)
  return { errors: {}, figures: { amount, cycle }, summary }
}

export type LoanPaperKey = PhotoKey | 'documentRequired' | 'agreementRequired'

/** What is wrong with what goes along with an application, before it is sent. */
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
 * The interest that a payment spares, in minor units, rounded down: that of the days of the cycle that have not begun, on
 * what it repays of the principal.
 */
export const interestSpared = (
  principal: Minor,
  { days, daysCounted, ratePpm }: { days: number; daysCounted: number; ratePpm: number },
): Minor => (principal * BigInt(ratePpm) * BigInt(Math.max(days - daysCounted, 0))) / PPM

/** A repayment as it stands on the form. `all`: whatever is owed when it arrives; `amount` is not asked then. */
export type RepaymentForm = { amount: string; all: boolean }
export type RepaymentKey = 'wrongAmount' | 'aboveMaximum' | 'insufficientBalance'

/** What is known when a repayment is judged. `owed` in minor units; `available` a decimal, null where only the ledger knows. */
export type RepaymentTerms = { owed: LoanOwed; available: string | null }

/** What a repayment is taken for, and what is owed after it, as decimals. */
export type RepaymentSummary = { amount: string; fee: string; interest: string; principal: string; left: string }

/** Judges a repayment: the one place where it is right or wrong. */
export const judgeRepayment: FormRule<
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
  if (!amount) return { errors: wrong('wrongAmount'), figures: undefined, summary: undefined }
  if (amount > owed.total) {
    const limit = { limit: money(owed.total), currency: LOAN_CURRENCY }
    return { errors: wrong('aboveMaximum', limit), figures: undefined, summary: undefined }
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
    return { errors: wrong('insufficientBalance'), figures: undefined, summary }
  }
  return { errors: {}, figures: { ...split, settles: amount === owed.total }, summary }
}
