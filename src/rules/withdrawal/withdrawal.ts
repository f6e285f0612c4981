import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '../account/password-length.ts'
import { codeErrors, type ProofKey } from '../account/proof.ts'
import { instrumentOf } from '../market/instruments.ts'
import { isSentOn } from '../money/coin-networks.ts'
import { currencyOf, findCurrency } from '../money/currencies.ts'
import { formatMoney, type Minor, mulDiv, parseMoney, type Rounding, trimZeros } from '../money/money.ts'
import type { FormRule } from '../orders/form.ts'
import { type FormErrors, hasErrors } from '../orders/form-errors.ts'

/** Minimum withdrawal, in USDT or its equivalent. */
export const WITHDRAWAL_MIN_USDT = 30n
/** Withdrawal fee, in basis points: 10 is 0.1%. */
export const WITHDRAWAL_FEE_BPS = 10
/** Maximum hours from approval to arrival. */
export const WITHDRAWAL_ARRIVES_HOURS = 24

/** The fee included in an amount, rounded down in the user's favour. In minor units. */
export const withdrawalFee = (amount: Minor): Minor => mulDiv(amount, BigInt(WITHDRAWAL_FEE_BPS), 10_000n, 'down')

/**
 * The amount of a currency with the value of an amount of USDT, both in minor units.
 *
 * @param price of the currency in USDT, in minor units of its instrument's price; ignored for USDT itself
 * @throws RangeError for an unknown currency, or an invalid price
 */
export function amountOfValue(currency: string, usdt: Minor, price: Minor | null, rounding: Rounding): Minor {
  if (currency === 'USDT') return usdt
  const unit = 10n ** BigInt(currencyOf(currency).scale + instrumentOf(`${currency}USDT`).scale)
  return mulDiv(usdt, unit, (price ?? 0n) * 10n ** BigInt(currencyOf('USDT').scale), rounding)
}

/** The minimum withdrawal of a currency: 30 USDT, or at least the equivalent; in minor units. Parameters and errors as above. */
export const leastWithdrawal = (currency: string, price: Minor | null): Minor =>
  amountOfValue(currency, WITHDRAWAL_MIN_USDT * 10n ** BigInt(currencyOf('USDT').scale), price, 'up')

/**
 * The withdrawal limits of a currency, as decimals. `available` and `balance`, which includes held amounts, are null if only the ledger
 * knows. `min` is null if no price gives the equivalent of 30 USDT. `own`: the user's own part of all assets, in this currency; null
 * without debts.
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
  /** The address book. `usableAt`: from when on an address can be used, in seconds since the epoch. */
  addresses: readonly { id: string; network: string; usableAt: number }[]
  /** Whether an authenticator code is required. */
  authenticator: boolean
  /** The current time, in seconds since the epoch. */
  now: number
}

/** The withdrawal form. `amount`: a plain decimal; empty if nothing is entered. */
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

/** The amounts of a withdrawal, in minor units of the currency: `receives` plus `fee` is `amount`. */
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

/** Validates a withdrawal's amount and address, without its proof. */
export const validateWithdrawal: Rule<keyof Terms, Terms> = (form, terms) => {
  const limits = terms.currencies.find(({ currency }) => currency === form.currency)
  const scale = findCurrency(form.currency)?.scale
  if (!limits || scale === undefined) {
    return { errors: { currency: { key: 'wrongCurrency' } }, values: undefined, summary: undefined }
  }
  const amount = form.amount === '' ? 0n : parseMoney(form.amount, scale)
  const errors = { ...addressErrors(form, terms), ...amountErrors(amount, limits, scale) }
  const values =
    amount === undefined || amount === 0n
      ? undefined
      : { amount, fee: withdrawalFee(amount), receives: amount - withdrawalFee(amount) }
  return {
    errors,
    values: values && !hasErrors(errors) ? values : undefined,
    summary: values && {
      currency: form.currency,
      amount: formatMoney(values.amount, scale),
      fee: formatMoney(values.fee, scale),
      receives: formatMoney(values.receives, scale),
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

/** Errors of a withdrawal's proof, before it is sent. */
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
 * The maximum withdrawal of a currency, in an amount field's format: all that is available and the user's own. Undefined if that is below
 * the minimum, or the minimum is unknown: no amount would be accepted.
 */
export const mostWithdrawal = ({ currency, available, min, own }: WithdrawalLimits): string | undefined => {
  const { scale } = currencyOf(currency)
  const most = freeMinor({ currency, available, own })
  return min === null || most < (parseMoney(min, scale) ?? 0n) ? undefined : plain(most, scale)
}

/** How much of the available amount may be withdrawn, as a decimal: only the user's own money. */
export const freeWithdrawal = (limits: Pick<WithdrawalLimits, 'currency' | 'available' | 'own'>): string =>
  plain(freeMinor(limits), currencyOf(limits.currency).scale)

function freeMinor({ currency, available, own }: Pick<WithdrawalLimits, 'currency' | 'available' | 'own'>): Minor {
  const { scale } = currencyOf(currency)
  const free = parseMoney(available ?? '0', scale) ?? 0n
  const most = own === null ? free : (parseMoney(own, scale) ?? 0n)
  return most < free ? most : free
}

/** Whether an amount is the maximum withdrawal of its currency: then it is a ceiling, and reduced if less may be withdrawn. */
export const isMostWithdrawal = (
  { currency, amount }: Pick<WithdrawalForm, 'currency' | 'amount'>,
  { currencies }: Pick<WithdrawalTerms, 'currencies'>,
): boolean => {
  const limits = currencies.find((each) => each.currency === currency)
  return amount !== '' && limits !== undefined && mostWithdrawal(limits) === amount
}

/** An amount reduced to the maximum withdrawal; unchanged if none would be accepted. Both as decimals. */
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

/** The field of a withdrawal's proof, or of a new address, that an error belongs to; null for neither. */
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

/** The field of a withdrawal that an error belongs to; null for the whole form. */
export const refusedWithdrawalField = (key: string | null): WithdrawalField | null => fieldsRefused[key ?? ''] ?? null

/** The requirements of a withdrawal, in order. */
export const withdrawalConditions = ['verified', 'payPassword', 'noReview', 'noTrades', 'turnover', 'address'] as const
export type WithdrawalCondition = (typeof withdrawalConditions)[number]

/** Maximum length of an address label, in characters. */
export const LABEL_LENGTH_MAX = 40
