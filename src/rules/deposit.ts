import { findCurrency } from './currencies.ts'
import type { FormRule } from './form.ts'
import type { FormErrors } from './form-errors.ts'
import { isAbove, type Minor, parseMoney } from './money.ts'
import { type ChosenPhoto, type PhotoKey, photoError } from './photos.ts'

/** How paper money is asked for: coins over a network, a bank transfer, or anew where all of it is lost. */
export const depositWays = ['crypto', 'bank', 'again'] as const
export type DepositWay = (typeof depositWays)[number]

/** The least and the most of one deposit, in USDT or what it is worth in it. */
export const depositLimits = {
  crypto: { min: '10', max: '20000' },
  bank: { min: '20', max: '10000' },
} as const satisfies Partial<Record<DepositWay, { min: string; max: string }>>

/** What a person may ask for in any 24 hours, by all ways together, in USDT or what it is worth in it. */
export const DAILY_LIMIT = '20000'
export const DAILY_LIMIT_MS = 86_400_000

/** Whoever has less than this, in USDT, has lost it all. It is what the smallest option takes. */
export const LOST_BELOW = '10'

/** So much more than the limits, in basis points, the server takes of a coin: its price may have moved since they were shown. */
export const MOVED_BPS = 200n

/** What a bank transfer is paid in: one paper dollar is one USDT. */
export const BANK_CURRENCY = 'USDT'

/** What may be asked for of one currency by one way now, as decimals of it. `left`: what is left of the day's limit. */
export type DepositTerms = { min: string; max: string; left: string }

/** A deposit as it stands on the form. `amount`: a plain decimal; empty where none is entered, anything else is none. */
export type DepositForm = { currency: string; network: string; amount: string }
export type DepositKey = 'parameterError' | 'belowMinimum' | 'aboveMaximum' | 'aboveDailyLimit'

/** Judges what is asked for: the one place where an amount is right or wrong. */
export const judgeDeposit: FormRule<
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
  return { errors: {}, figures: { amount }, summary }
}

const wrong = (key: DepositKey, params: Record<string, string>) => ({
  errors: { amount: { key, params } } satisfies FormErrors<'amount', DepositKey>,
  figures: undefined,
})

export type ProofKey = 'proofRequired' | PhotoKey

/** What is wrong with the proof of a transfer before it is sent. */
export const proofError = (
  photo: ChosenPhoto | null,
): { key: ProofKey; params?: Record<string, string> } | undefined =>
  photo ? photoError(photo) : { key: 'proofRequired' }
