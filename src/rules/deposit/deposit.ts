import { type ChosenPhoto, type PhotoKey, photoError } from '../account/photos.ts'
import { findCurrency } from '../money/currencies.ts'
import { isAbove, type Minor, parseMoney } from '../money/money.ts'
import type { FormRule } from '../orders/form.ts'
import type { FormErrors } from '../orders/form-errors.ts'

/** Ways to request paper money: coins over a network, a bank transfer, or a restart after losing everything. */
export const depositWays = ['crypto', 'bank', 'again'] as const
export type DepositWay = (typeof depositWays)[number]

/** Minimum and maximum of one deposit, in USDT or its equivalent. */
export const depositLimits = {
  crypto: { min: '10', max: '20000' },
  bank: { min: '20', max: '10000' },
} as const satisfies Partial<Record<DepositWay, { min: string; max: string }>>

/** Maximum requested by one user in any 24 hours, over all ways, in USDT or its equivalent. */
export const DAILY_LIMIT = '20000'
export const DAILY_LIMIT_MS = 86_400_000

/** A user with less than this, in USDT, has lost everything. It is the smallest stake of an option. */
export const LOST_BELOW = '10'

/** Tolerance of the limits for coins on the server, in basis points: the price may have moved since they were shown. */
export const MOVED_BPS = 200n

/** The currency of a bank transfer: one paper dollar is one USDT. */
export const BANK_CURRENCY = 'USDT'

/** The current limits of a currency and way, as decimals. `left`: what is left of the day's limit. */
export type DepositTerms = { min: string; max: string; left: string }

/** The deposit form. `amount`: a plain decimal; empty if nothing is entered, anything else is invalid. */
export type DepositForm = { currency: string; network: string; amount: string }
export type DepositKey = 'parameterError' | 'belowMinimum' | 'aboveMaximum' | 'aboveDailyLimit'

/** Validates a deposit request: the only place where its amount is checked. */
export const validateDeposit: FormRule<
  Pick<DepositForm, 'currency' | 'amount'>,
  DepositTerms,
  'amount',
  DepositKey,
  { amount: Minor },
  { amount: string }
> = ({ currency, amount: text }, terms) => {
  const scale = findCurrency(currency)?.scale
  const amount = scale === undefined ? undefined : parseMoney(text, scale)
  if (!amount) return { ...wrong('parameterError', { field: 'amount' }), summary: undefined }
  const summary = { amount: text }
  if (isAbove(text, terms.left)) return { ...wrong('aboveDailyLimit', { limit: terms.left, currency }), summary }
  if (isAbove(text, terms.max)) return { ...wrong('aboveMaximum', { limit: terms.max, currency }), summary }
  if (isAbove(terms.min, text)) return { ...wrong('belowMinimum', { limit: terms.min, currency }), summary }
  return { errors: {}, values: { amount }, summary }
}

const wrong = (key: DepositKey, params: Record<string, string>) => ({
  errors: { amount: { key, params } } satisfies FormErrors<'amount', DepositKey>,
  values: undefined,
})

export type ProofKey = 'proofRequired' | PhotoKey

/** Errors of a transfer's proof, before it is sent. */
export const proofError = (
  photo: ChosenPhoto | null,
): { key: ProofKey; params?: Record<string, string> } | undefined =>
  photo ? photoError(photo) : { key: 'proofRequired' }
