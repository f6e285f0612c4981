import { findCurrency } from './currencies.ts'
import type { FormErrors } from './form-errors.ts'
import { checkStake, type Direction, profit } from './microtrade.ts'
import { formatMoney, type Minor, parseMoney } from './money.ts'

/** A period on offer with what it pays, and what may be staked on it in one paying currency, as decimals. */
export type PeriodTerms = { seconds: number; payoutBps: number; min: string; max: string; unit: string }

/** A paying currency: what is available of it, and the periods it pays for. */
export type CurrencyTerms = { currency: string; available: string; periods: readonly PeriodTerms[] }

/** The order as it stands on the sheet. `amount` is the text as typed. */
export type OptionForm = {
  symbol: string
  direction: Direction
  currency: string
  seconds: number
  amount: string
}

export type OptionField = 'amount' | 'seconds' | 'currency'
export type OptionKey =
  | 'parameterError'
  | 'belowMinimum'
  | 'aboveMaximum'
  | 'notMultiple'
  | 'insufficientBalance'
  | 'wrongPeriod'
  | 'wrongCurrency'

/** One change of the form. */
export type OptionChange =
  | { direction: Direction }
  | { seconds: number }
  | { currency: string }
  | { amount: string }
  | { amount: 'max' }

/** An amount as a person types it, as a plain decimal: `007.` is `7`, `.5` is `0.5`. What is no such thing stays as it is. */
export const stakeText = (text: string): string => {
  const trimmed = text.trim().replace(/\.$/, '')
  return (trimmed.startsWith('.') ? `0${trimmed}` : trimmed).replace(/^0+(?=\d)/, '')
}

const findTerms = (form: OptionForm, terms: readonly CurrencyTerms[]) => {
  const ofCurrency = terms.find(({ currency }) => currency === form.currency)
  return { ofCurrency, ofPeriod: ofCurrency?.periods.find(({ seconds }) => seconds === form.seconds) }
}

/** The form after a change. Another currency clears the amount: a hundred of one is not a hundred of another. */
export function changeOption(form: OptionForm, change: OptionChange, terms: readonly CurrencyTerms[]): OptionForm {
  if ('currency' in change) return { ...form, ...change, amount: change.currency === form.currency ? form.amount : '' }
  if (!('amount' in change) || change.amount !== 'max') return { ...form, ...change }
  const { ofCurrency, ofPeriod } = findTerms(form, terms)
  if (!ofCurrency || !ofPeriod) return form
  return { ...form, amount: maxStake(ofCurrency.available, { currency: ofCurrency.currency, ...ofPeriod }) ?? '' }
}

/** The form with a currency and a period that are on offer: those it has, where they are, or else the first. */
export function fitOption(form: OptionForm, terms: readonly CurrencyTerms[]): OptionForm {
  const ofCurrency = terms.find(({ currency }) => currency === form.currency) ?? terms[0]
  const ofPeriod = ofCurrency?.periods.find(({ seconds }) => seconds === form.seconds) ?? ofCurrency?.periods[0]
  const fitted = { ...form, seconds: ofPeriod?.seconds ?? form.seconds }
  return ofCurrency ? changeOption(fitted, { currency: ofCurrency.currency }, terms) : fitted
}

/**
 * The largest stake that is sure to be accepted: within the balance and the limits, and a multiple of the unit.
 *
 * @param available what is available of the currency, as a decimal
 * @returns a decimal, or `undefined` where the balance does not reach the minimum
 */
export function maxStake(
  available: string,
  limits: { currency: string; min: string; max: string; unit: string },
): string | undefined {
  const scale = findCurrency(limits.currency)?.scale
  if (scale === undefined) return undefined
  const [have, min, max, unit] = [available, limits.min, limits.max, limits.unit].map((text) => parseMoney(text, scale))
  if (have === undefined || min === undefined || max === undefined || !unit) return undefined
  const stake = max - (max % unit) <= have ? max - (max % unit) : have - (have % unit)
  return stake < min || stake === 0n ? undefined : plain(stake, scale)
}

// An input shows `100`, not `100.000000`.
const plain = (amount: Minor, scale: number) => {
  const text = formatMoney(amount, scale)
  return scale === 0 ? text : text.replace(/\.?0+$/, '')
}

/** What is wrong with the order as it stands, judged as the server will judge it. */
export function optionErrors(form: OptionForm, terms: readonly CurrencyTerms[]): FormErrors<OptionField, OptionKey> {
  const { ofCurrency, ofPeriod } = findTerms(form, terms)
  const scale = findCurrency(form.currency)?.scale
  if (!ofCurrency || scale === undefined) return { currency: { key: 'wrongCurrency' } }
  if (!ofPeriod) return { seconds: { key: 'wrongPeriod' } }
  const { currency } = form
  const [min, max, unit] = [ofPeriod.min, ofPeriod.max, ofPeriod.unit].map((text) => parseMoney(text, scale))
  const available = parseMoney(ofCurrency.available, scale)
  const typed = stakeText(form.amount)
  const amount = typed === '' ? 0n : parseMoney(typed, scale)
  if (amount === undefined || min === undefined || max === undefined || !unit || available === undefined) {
    return { amount: { key: 'parameterError' } }
  }
  switch (checkStake(amount, { min, max, unit })) {
    case 'belowMinimum':
      return { amount: { key: 'belowMinimum', params: { limit: ofPeriod.min, currency } } }
    case 'aboveMaximum':
      return { amount: { key: 'aboveMaximum', params: { limit: ofPeriod.max, currency } } }
    case 'notMultiple':
      return { amount: { key: 'notMultiple', params: { unit: ofPeriod.unit, currency } } }
    case 'ok':
      return amount > available ? { amount: { key: 'insufficientBalance' } } : {}
  }
}

/**
 * What the order comes to, as decimals of the paying currency. `profit`: gained if won. `loss`: gone if lost, which is
 * the whole stake. `payout`: what comes back if won.
 */
export type OptionSummary = {
  stake: string
  profit: string
  loss: string
  payout: string
  currency: string
  payoutBps: number
}

/** The order's summary, or `undefined` where no positive amount or no such terms stand on the form. */
export function optionSummary(form: OptionForm, terms: readonly CurrencyTerms[]): OptionSummary | undefined {
  const { ofPeriod } = findTerms(form, terms)
  const scale = findCurrency(form.currency)?.scale
  const stake = scale === undefined ? undefined : parseMoney(stakeText(form.amount), scale)
  if (scale === undefined || !ofPeriod || !stake) return undefined
  const gain = profit(stake, ofPeriod.payoutBps)
  return {
    stake: formatMoney(stake, scale),
    profit: formatMoney(gain, scale),
    loss: formatMoney(stake, scale),
    payout: formatMoney(stake + gain, scale),
    currency: form.currency,
    payoutBps: ofPeriod.payoutBps,
  }
}

/** The field of the form that a refusal belongs to, or null where it concerns the order as a whole. */
export function refusedField(key: string | null): OptionField | null {
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
