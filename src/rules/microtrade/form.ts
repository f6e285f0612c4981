import { byLoan, type Cover, freeOf } from '../money/coverage.ts'
import { findCurrency } from '../money/currencies.ts'
import { formatMoney, type Minor, parseMoney, trimZeros } from '../money/money.ts'
import type { FormRule } from '../orders/form.ts'
import { type FormErrors, hasErrors } from '../orders/form-errors.ts'
import { checkStake, type Direction, periods, profit, stakeLimits } from './microtrade.ts'

/** A period with its payout, and the stake limits in one paying currency, as decimals. */
export type PeriodTerms = { seconds: number; payoutBps: number; min: string; max: string; unit: string }

/**
 * A paying currency: the available amount, and its periods. `available` is null if only the ledger knows and checks it.
 */
export type StakeTerms = { currency: string; available: string | null; periods: readonly PeriodTerms[] }

/** A user's paying currency. `cover`: how a loan must stay covered, if there is one. */
export type CurrencyTerms = StakeTerms & { available: string; cover?: Cover | null }

/** The current terms, for every user. */
export const termsOnOffer: readonly StakeTerms[] = stakeLimits.map(({ currency, ...limits }) => ({
  currency,
  available: null,
  periods: periods.map((period) => ({ ...period, ...limits })),
}))

/** The option form. `amount`: a plain decimal; empty if nothing is entered, anything else is invalid. */
export type MicrotradeForm = {
  symbol: string
  direction: Direction
  currency: string
  seconds: number
  amount: string
}

export type MicrotradeField = 'amount' | 'seconds' | 'currency'
export type MicrotradeKey =
  | 'parameterError'
  | 'belowMinimum'
  | 'aboveMaximum'
  | 'notMultiple'
  | 'insufficientBalance'
  | 'wrongPeriod'
  | 'wrongCurrency'

/** One change of the form. */
export type MicrotradeChange =
  | { direction: Direction }
  | { seconds: number }
  | { currency: string }
  | { amount: string }

const findTerms = <T extends StakeTerms>(form: MicrotradeForm, terms: readonly T[]) => {
  const ofCurrency = terms.find(({ currency }) => currency === form.currency)
  return { ofCurrency, ofPeriod: ofCurrency?.periods.find(({ seconds }) => seconds === form.seconds) }
}

/** The form after a change. Another currency clears the amount: a hundred of one is not a hundred of another. */
export const changeMicrotrade = (form: MicrotradeForm, change: MicrotradeChange): MicrotradeForm => ({
  ...form,
  ...('currency' in change && change.currency !== form.currency && { amount: '' }),
  ...change,
})

/** The form with a currency and a period on offer: its own if they are, else the first. */
export function fitMicrotrade(form: MicrotradeForm, terms: readonly CurrencyTerms[]): MicrotradeForm {
  const ofCurrency = terms.find(({ currency }) => currency === form.currency) ?? terms[0]
  const ofPeriod = ofCurrency?.periods.find(({ seconds }) => seconds === form.seconds) ?? ofCurrency?.periods[0]
  const fitted = { ...form, seconds: ofPeriod?.seconds ?? form.seconds }
  return ofCurrency ? changeMicrotrade(fitted, { currency: ofCurrency.currency }) : fitted
}

type StakeBounds = { currency: string; min: string; max: string; unit: string }

/**
 * The largest stake that will be accepted: within the balance and the limits, and a multiple of the unit.
 *
 * @param available the available amount of the currency, as a decimal
 * @returns a decimal, or `undefined` if the balance is below the minimum
 */
export function maxStake(available: string, limits: StakeBounds): string | undefined {
  const scale = findCurrency(limits.currency)?.scale
  if (scale === undefined) return undefined
  const [have, min, max, unit] = [available, limits.min, limits.max, limits.unit].map((text) => parseMoney(text, scale))
  if (have === undefined || min === undefined || max === undefined || !unit) return undefined
  const stake = max - (max % unit) <= have ? max - (max % unit) : have - (have % unit)
  return stake < min || stake === 0n ? undefined : plain(stake, scale)
}

/** Preset stakes: the minimum and multiples of it. */
export function presetStakes({ currency, min }: Pick<StakeBounds, 'currency' | 'min'>): string[] {
  const scale = findCurrency(currency)?.scale ?? 0
  const least = parseMoney(min, scale) ?? 0n
  return [1n, 5n, 10n, 50n].map((times) => plain(least * times, scale))
}

/** Whether the available amount of a currency, less what a loan requires, reaches the smallest stake of any period. */
export const isPayable = ({ currency, available, cover, periods }: CurrencyTerms): boolean =>
  periods.some((period) => maxStake(freeOf({ currency, available }, cover), { currency, ...period }) !== undefined)

/** The affordable currencies first, then the others, each in their given order. */
export const payableFirst = (terms: readonly CurrencyTerms[]): readonly CurrencyTerms[] => [
  ...terms.filter(isPayable),
  ...terms.filter((each) => !isPayable(each)),
]

// An input shows `100`, not `100.000000`.
const plain = (amount: Minor, scale: number) => trimZeros(formatMoney(amount, scale))

/**
 * An order's figures, as decimals of the paying currency. `profit`: if it wins. `loss`: if it loses, the whole stake. `payout`: returned if
 * it wins.
 */
export type MicrotradeSummary = {
  stake: string
  profit: string
  loss: string
  payout: string
  currency: string
  payoutBps: number
}

/** The values of an order. `stake`: in minor units of the paying currency. */
export type MicrotradeFigures = { stake: Minor; seconds: number; payoutBps: number }

/** Validates an order: the only place where a stake is checked. */
export const validateMicrotrade: FormRule<
  MicrotradeForm,
  readonly StakeTerms[],
  MicrotradeField,
  MicrotradeKey,
  MicrotradeFigures,
  MicrotradeSummary
> = (form, terms) => {
  const { ofCurrency, ofPeriod } = findTerms(form, terms)
  const scale = findCurrency(form.currency)?.scale
  if (!ofCurrency || scale === undefined) return wrong({ currency: { key: 'wrongCurrency' } })
  if (!ofPeriod) return wrong({ seconds: { key: 'wrongPeriod' } })
  const stake = form.amount === '' ? 0n : parseMoney(form.amount, scale)
  const { currency, seconds } = form
  const { payoutBps } = ofPeriod
  const errors = stakeErrors(stake, ofCurrency, ofPeriod, scale)
  const isRight = stake !== undefined && !hasErrors(errors)
  return {
    errors,
    values: isRight ? { stake, seconds, payoutBps } : undefined,
    summary: stake ? { ...sums(stake, payoutBps, scale), currency, payoutBps } : undefined,
  }
}

/** Validates an order against the user's balance, less what a loan requires. */
export function validateMicrotradeOf(form: MicrotradeForm, terms: readonly CurrencyTerms[]) {
  const { ofCurrency } = findTerms(form, terms)
  const free = ofCurrency ? freeOf(ofCurrency, ofCurrency.cover) : '0'
  const validated = validateMicrotrade(form, ofCurrency ? [{ ...ofCurrency, available: free }] : [])
  return byLoan(validated, ofCurrency, ofCurrency?.cover, free)
}

const wrong = (errors: FormErrors<MicrotradeField, MicrotradeKey>) => ({
  errors,
  values: undefined,
  summary: undefined,
})

function sums(stake: Minor, payoutBps: number, scale: number) {
  const gain = profit(stake, payoutBps)
  const text = (amount: Minor) => formatMoney(amount, scale)
  return { stake: text(stake), profit: text(gain), loss: text(stake), payout: text(stake + gain) }
}

function stakeErrors(
  stake: Minor | undefined,
  { currency, available }: StakeTerms,
  limits: PeriodTerms,
  scale: number,
): FormErrors<'amount', MicrotradeKey> {
  const [min, max, unit] = [limits.min, limits.max, limits.unit].map((text) => parseMoney(text, scale))
  const have = available === null ? null : parseMoney(available, scale)
  if (stake === undefined || min === undefined || max === undefined || !unit || have === undefined) {
    return { amount: { key: 'parameterError', params: { field: 'amount' } } }
  }
  switch (checkStake(stake, { min, max, unit })) {
    case 'belowMinimum':
      return { amount: { key: 'belowMinimum', params: { limit: limits.min, currency } } }
    case 'aboveMaximum':
      return { amount: { key: 'aboveMaximum', params: { limit: limits.max, currency } } }
    case 'notMultiple':
      return { amount: { key: 'notMultiple', params: { unit: limits.unit, currency } } }
    case 'ok':
      return have !== null && stake > have ? { amount: { key: 'insufficientBalance' } } : {}
  }
}

/** The field of the form that an error belongs to; null for the whole order. */
export function refusedField(key: string | null): MicrotradeField | null {
  switch (key) {
    case 'parameterError':
    case 'belowMinimum':
    case 'aboveMaximum':
    case 'notMultiple':
    case 'insufficientBalance':
      return 'amount'
    case 'wrongPeriod':
      return 'seconds'
    case 'wrongCurrency':
      return 'currency'
    default:
      return null
  }
}
