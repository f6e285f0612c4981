import { currencyOf } from '../money/currencies.ts'
import { formatMoney, type Minor, mulDiv, parseMoney } from '../money/money.ts'
import type { FormRule } from '../orders/form.ts'

/**
 * A fixed-term deposit on offer.
 *
 * - `id`: its name; a product never changes: a new rate is a new product
 * - `days`: length of a term
 * - `rateBps`: simple interest for 365 days, in hundredths of a percent
 * - `min`, `max`: of one deposit, as decimals of the currency
 * - `quota`: maximum sum of all running deposits
 */
export type SavingsProduct = {
  id: string
  currency: string
  days: number
  rateBps: number
  min: string
  max: string
  quota: string
}

/** The products on offer, the shortest first. */
export const savingsProducts: readonly SavingsProduct[] = [
  { id: 'USDT-7', currency: 'USDT', days: 7, rateBps: 200, min: '50', max: '50000', quota: '1000000' },
  { id: 'USDT-30', currency: 'USDT', days: 30, rateBps: 300, min: '50', max: '100000', quota: '2000000' },
  { id: 'USDT-90', currency: 'USDT', days: 90, rateBps: 375, min: '100', max: '200000', quota: '2000000' },
  { id: 'USDT-180', currency: 'USDT', days: 180, rateBps: 425, min: '100', max: '200000', quota: '1000000' },
  { id: 'USDT-365', currency: 'USDT', days: 365, rateBps: 500, min: '500', max: '500000', quota: '1000000' },
]

/** The product with this id, or `undefined` if it is no longer offered. */
export const findSavingsProduct = (id: string): SavingsProduct | undefined =>
  savingsProducts.find((product) => product.id === id)

const DAYS_OF_A_YEAR = 365n
const BPS = 10_000n

/**
 * The interest of one term: principal × rate × days / 365, also in leap years. Rounded up to the next minor unit, in the user's favour.
 */
export const savingsInterest = (amount: Minor, { rateBps, days }: { rateBps: number; days: number }): Minor =>
  mulDiv(amount * BigInt(rateBps), BigInt(days), BPS * DAYS_OF_A_YEAR, 'up')

/** A yearly rate in basis points as a daily one in millionths, rounded: for display only. */
export const dailyPpm = (rateBps: number): number => Math.round((rateBps * 100) / Number(DAYS_OF_A_YEAR))

/** A term from its start to its maturity, in ms. */
type Term = { termAt: number; maturesAt: number }

/** The part of a term that is over at a time, in ms. */
export const elapsedOf = ({ termAt, maturesAt }: Term, nowMs: number): number =>
  Math.min(Math.max(0, nowMs - termAt), maturesAt - termAt)

/** The accrued part of a term's interest at a time (ms), rounded down. It is paid only at maturity. */
export const accruedInterest = (interest: Minor, term: Term, nowMs: number): Minor =>
  mulDiv(interest, BigInt(Math.floor(elapsedOf(term, nowMs))), BigInt(term.maturesAt - term.termAt), 'down')

/** The deposit form. `amount`: a plain decimal; empty if nothing is entered, anything else is invalid. */
export type SavingsForm = { amount: string }
export type SavingsKey = 'wrongAmount' | 'belowMinimum' | 'aboveMaximum' | 'quotaReached' | 'insufficientBalance'

/** What a deposit is validated against, as decimals. `left`: of the quota; `available`: null if only the ledger knows. */
export type SavingsCircumstances = { product: SavingsProduct; left: string; available: string | null }

/** A deposit's figures, as decimals: `total` is principal plus interest of one term. */
export type SavingsSummary = { amount: string; interest: string; total: string }

/** Validates a fixed-term deposit: the only place where it is checked. */
export const validateSavings: FormRule<
  SavingsForm,
  SavingsCircumstances,
  'amount',
  SavingsKey,
  { amount: Minor; interest: Minor },
  SavingsSummary
> = ({ amount: text }, { product, left, available }) => {
  const { currency, min, max } = product
  const { scale } = currencyOf(currency)
  const amount = parseMoney(text, scale)
  if (!amount) return { errors: { amount: { key: 'wrongAmount' } }, values: undefined, summary: undefined }
  const interest = savingsInterest(amount, product)
  const summary = {
    amount: formatMoney(amount, scale),
    interest: formatMoney(interest, scale),
    total: formatMoney(amount + interest, scale),
  }
  const wrong = (key: SavingsKey, limit?: string) => ({
    errors: { amount: { key, ...(limit !== undefined && { params: { limit, currency } }) } },
    values: undefined,
    summary,
  })
  const isAbove = (limit: string) => amount > (parseMoney(limit, scale) ?? 0n)
  if (amount < (parseMoney(min, scale) ?? 0n)) return wrong('belowMinimum', min)
  if (isAbove(max)) return wrong('aboveMaximum', max)
  if (isAbove(left)) return wrong('quotaReached', left)
  if (available !== null && isAbove(available)) return wrong('insufficientBalance')
  return { errors: {}, values: { amount, interest }, summary }
}
