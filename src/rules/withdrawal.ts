import { isSentOn } from './coin-networks.ts'
import { currencyOf, findCurrency } from './currencies.ts'
import type { FormRule } from './form.ts'
import { type FormErrors, hasErrors } from './form-errors.ts'
import { instrumentOf } from './instruments.ts'
import { formatMoney, type Minor, mulDiv, parseMoney, type Rounding, trimZeros } from './money.ts'
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from './password-length.ts'
import { codeErrors, type ProofKey } from './proof.ts'

/** What one withdrawal is at least, in USDT or its worth. */
export const WITHDRAWAL_MIN_USDT = 30n
/** What of it is kept, in basis points: 10 is 0.1%. */
export const WITHDRAWAL_FEE_BPS = 10
/** Within how many hours of its approval it arrives. */
export const WITHDRAWAL_ARRIVES_HOURS = 24

/** The fee within an amount, rounded down, which is in the person's favour. In minor units. */
export const withdrawalFee = (amount: Minor): Minor => mulDiv(amount, BigInt(WITHDRAWAL_FEE_BPS), 10_000n, 'down')

/**
 * How much of a currency is worth an amount of USDT, both in minor units.
 *
 * @param price of the currency in USDT, in minor units of its instrument's price; of USDT itself it is not asked
 * @throws RangeError where the platform has no such currency, or the price is none
 */
export function amountWorth(currency: string, usdt: Minor, price: Minor | null, rounding: Rounding): Minor {
  if (currency === 'USDT') return usdt
  const unit = 10n ** BigInt(currencyOf(currency).scale + instrumentOf(`${currency}USDT`).scale)
  return mulDiv(usdt, unit, (price ?? 0n) * 10n ** BigInt(currencyOf('USDT').scale), rounding)
}

/** The least that may be withdrawn of a currency: 30 USDT, or what is worth no less; in minor units. Given and thrown as above. */
export const leastWithdrawal = (currency: string, price: Minor | null): Minor =>
  amountWorth(currency, WITHDRAWAL_MIN_USDT * 10n ** BigInt(currencyOf('USDT').scale), price, 'up')

/**
 * What may be withdrawn of a currency, as decimals. `available` and `balance`, what is held included, are null where only
 * the ledger knows. `min` is null where no price says what 30 USDT are of it. `own`: what is one’s own of all that one has, in
 * this currency; null where one owes nothing.
 */
export type WithdrawalLimits = {
  currency: string
  available: string | null
  balance: string | null
  min: string | null
  own: string | null
}

export type WithdrawalTerms = {
  currencies: readonly WithdrawalLimits[]
  /** The address book. `usableAt`: from when on money may go there, in seconds since the epoch. */
  addresses: readonly { id: string; network: string; usableAt: number }[]
  /** Whether an authenticator's code is asked for. */
  authenticator: boolean
  /** The time, in seconds since the epoch. */
  now: number
}

/** A withdrawal as it stands on the page. `amount`: a plain decimal; empty where none is entered. */
export type WithdrawalForm = {
  currency: string
  addressId: string
  amount: string
  payPassword: string
  code: string
}
export type WithdrawalField = keyof WithdrawalForm
export type WithdrawalKey =
  | 'wrongCurrency'
  | 'noWithdrawalAddress'
  | 'wrongNetwork'
  | 'addressWaits'
  | 'parameterError'
  | 'belowMinimum'
  | 'exceedsHeld'
  | 'insufficientAccountBalance'
  | 'loanOpen'
  | 'tradingClosed'
  | 'passwordLength'
  | 'authenticatorCodeRequired'
  | 'wrongAuthenticatorCode'

/** What is taken and sent on, in minor units of the currency: `receives` and `fee` are `amount`. */
export type WithdrawalFigures = { amount: Minor; fee: Minor; receives: Minor }
/** The same as decimals. */
export type WithdrawalSummary = { currency: string; amount: string; fee: string; receives: string }

type Rule<Field extends WithdrawalField, Form> = FormRule<
  Form,
  WithdrawalTerms,
  Field,
  WithdrawalKey,
  WithdrawalFigures,
  WithdrawalSummary
>

type Terms = Pick<WithdrawalForm, 'currency' | 'addressId' | 'amount'>

/** Judges what is withdrawn, and where to: all but the proof that goes with it. */
export const judgeWithdrawal: Rule<keyof Terms, Terms> = (form, terms) => {
  const limits = terms.currencies.find(({ currency }) => currency === form.currency)
  const scale = findCurrency(form.currency)?.scale
  if (!limits || scale === undefined) {
    return { errors: { currency: { key: 'wrongCurrency' } }, figures: undefined, summary: undefined }
  }
  const amount = form.amount === '' ? 0n : parseMoney(form.amount, scale)
  const errors = { ...addressErrors(form, terms), ...amountErrors(amount, limits, scale) }
  const figures =
    amount === undefined || amount === 0n
      ? undefined
      : { amount, fee: withdrawalFee(amount), receives: amount - withdrawalFee(amount) }
  return {
    errors,
    figures: figures && !hasErrors(errors) ? figures : undefined,
    summary: figures && {
      currency: form.currency,
      amount: formatMoney(figures.amount, scale),
      fee: formatMoney(figures.fee, scale),
      receives: formatMoney(figures.receives, scale),
    },
  }
}

function addressErrors(
  { currency, addressId }: Terms,
  { addresses, now }: WithdrawalTerms,
): FormErrors<'addressId', WithdrawalKey> {
  const address = addresses.find(({ id }) => id === addressId)
  if (!address) return { addressId: { key: 'noWithdrawalAddress' } }
  if (!isSentOn(currency, address.network)) return { addressId: { key: 'wrongNetwork' } }
  return address.usableAt > now ? { addressId: { key: 'addressWaits' } } : {}
}

function amountErrors(
  amount: Minor | undefined,
  { currency, available, balance, min, own }: WithdrawalLimits,
  scale: number,
): FormErrors<'amount', WithdrawalKey> {
  const wrong = (key: WithdrawalKey, params: Record<string, string> = {}) => ({ amount: { key, params } })
  const least = min === null ? null : parseMoney(min, scale)
  if (amount === undefined || least === undefined) return wrong('parameterError', { field: 'amount' })
  if (least === null) return wrong('tradingClosed')
  if (amount < least) return wrong('belowMinimum', { limit: plain(least, scale), currency })
  const [free, all] = [available, balance].map((text) => (text === null ? null : parseMoney(text, scale)))
  if (all != null && amount > all) return wrong('exceedsHeld')
  if (free != null && amount > free) return wrong('insufficientAccountBalance')
  const most = own === null ? null : parseMoney(own, scale)
  if (most != null && amount > most) return wrong('loanOpen', { limit: plain(most, scale), currency })
  return {}
}

/** What is wrong with the proof of a withdrawal before it is sent. */
export const withdrawalProofErrors = (
  form: Pick<WithdrawalForm, 'payPassword' | 'code'>,
  { authenticator }: Pick<WithdrawalTerms, 'authenticator'>,
): FormErrors<'payPassword' | 'code', ProofKey> => ({
  ...(form.payPassword.length < PASSWORD_LENGTH_MIN || form.payPassword.length > PASSWORD_LENGTH_MAX
    ? { payPassword: { key: 'passwordLength' as const } }
    : {}),
  ...(authenticator ? codeErrors(form) : {}),
})

/**
 * All that may be withdrawn of a currency, as an amount field holds it: all that is available, as far as it is one’s own.
 * Undefined where that is less than the least, or no price says what that is: no amount would be taken.
 */
export const mostWithdrawal = ({ currency, available, min, own }: WithdrawalLimits): string | undefined => {
  const { scale } = currencyOf(currency)
  const most = freeMinor({ currency, available, own })
  return min === null || most < (parseMoney(min, scale) ?? 0n) ? undefined : plain(most, scale)
}

/** How much of what is available may leave, as a decimal: as far as it is one’s own. */
export const freeWithdrawal = (limits: Pick<WithdrawalLimits, 'currency' | 'available' | 'own'>): string =>
  plain(freeMinor(limits), currencyOf(limits.currency).scale)

function freeMinor({ currency, available, own }: Pick<WithdrawalLimits, 'currency' | 'available' | 'own'>): Minor {
  const { scale } = currencyOf(currency)
  const free = parseMoney(available ?? '0', scale) ?? 0n
  const most = own === null ? free : (parseMoney(own, scale) ?? 0n)
  return most < free ? most : free
}

/** Whether an amount is all that may be withdrawn of its currency: then it is a ceiling, and where less may leave, less does. */
export const isMostWithdrawal = (
  { currency, amount }: Pick<WithdrawalForm, 'currency' | 'amount'>,
  { currencies }: Pick<WithdrawalTerms, 'currencies'>,
): boolean => {
  const limits = currencies.find((each) => each.currency === currency)
  return amount !== '' && limits !== undefined && mostWithdrawal(limits) === amount
}

/** As much of an amount as may be withdrawn; the amount itself where none would be taken. Both as decimals. */
export function withdrawnUpTo(amount: string, limits: WithdrawalLimits): string {
  const { scale } = currencyOf(limits.currency)
  const [asked, most] = [amount, mostWithdrawal(limits)].map((text) => text && parseMoney(text, scale))
  return asked && most && most < asked ? plain(most, scale) : amount
}

// An input shows `100`, not `100.000000`.
const plain = (amount: Minor, scale: number) => trimZeros(formatMoney(amount, scale))

const proofRefused: Readonly<Record<string, 'payPassword' | 'code'>> = {
  wrongPayPassword: 'payPassword',
  authenticatorCodeRequired: 'code',
  wrongAuthenticatorCode: 'code',
}

/** The field of the proof of a withdrawal, or of a new address, that a refusal belongs to, or null where it is of neither. */
export const refusedPayProofField = (key: string | null): 'payPassword' | 'code' | null =>
  proofRefused[key ?? ''] ?? null

const fieldsRefused: Readonly<Record<string, WithdrawalField>> = {
  ...proofRefused,
  wrongCurrency: 'currency',
  noWithdrawalAddress: 'addressId',
  wrongNetwork: 'addressId',
  addressWaits: 'addressId',
  belowMinimum: 'amount',
  negativeAmount: 'amount',
  exceedsHeld: 'amount',
  insufficientAccountBalance: 'amount',
  loanOpen: 'amount',
  tradingClosed: 'amount',
}

/** The field of a withdrawal that a refusal belongs to, or null where it concerns the whole. */
export const refusedWithdrawalField = (key: string | null): WithdrawalField | null => fieldsRefused[key ?? ''] ?? null

/** What must be so before someone withdraws, in the order in which it is asked. */
export const withdrawalConditions = ['verified', 'payPassword', 'noReview', 'noTrades', 'turnover', 'address'] as const
export type WithdrawalCondition = (typeof withdrawalConditions)[number]

/** The longest label of an address, in characters. */
export const LABEL_LENGTH_MAX = 40
