import type { FormErrors } from '../orders/form-errors.ts'
import { currencyOf } from './currencies.ts'
import { formatMoney, type Minor, parseMoney, trimZeros } from './money.ts'

/** The currency that covers loans: coins may lose all their value, so they cover nothing. */
export const COVER_CURRENCY = 'USDT'

/**
 * What covers a user's loans, in minor units of USDT. `available`: in the wallet; `least`: the least that their plans and fixed terms
 * return; any other open order may lose all that it holds. `due`: the maximum debt of covered loans by the time of their collection, 0
 * without one.
 */
export type Coverage = { available: Minor; least: Minor; due: Minor }

/** How much may still be put at risk, in minor units: the least available funds less the debt. Undefined if nothing must be covered. */
export const riskRoomOf = ({ available, least, due }: Coverage): Minor | undefined =>
  due === 0n ? undefined : atLeastNothing(available + least - due)

/**
 * How much may still be hosted or withdrawn, in minor units: the user's own money in the wallets. Money already in plans and fixed terms
 * does not count, so that borrowed money cannot be hosted, in whatever order a user borrows, hosts and withdraws.
 *
 * @param coins the value of available coins
 */
export const ownRoomOf = ({ available, due }: Coverage, coins: Minor): Minor | undefined =>
  due === 0n ? undefined : atLeastNothing(available + coins - due)

const atLeastNothing = (amount: Minor): Minor => (amount > 0n ? amount : 0n)

/**
 * What a form needs, in addition to the wallet, to calculate how much it can use while a loan must stay covered, as decimals of USDT. `id`:
 * of the oldest loan; `coins`: the value of available coins.
 */
export type Cover = { id: string; due: string; least: string; coins: string }

/** The available amount of a currency, as a decimal. */
type Holding = { currency: string; available: string }

const { scale } = currencyOf(COVER_CURRENCY)
const minor = (text: string): Minor => parseMoney(text, scale) ?? 0n
const lesser = (a: Minor, b: Minor | undefined): Minor => (b === undefined || a < b ? a : b)
const coverageIn = ({ available }: Holding, { due, least }: Cover): Coverage => ({
  available: minor(available),
  least: minor(least),
  due: minor(due),
})

/**
 * How much of the available amount may be spent on something that can lose all of it, as a decimal: all of it if nothing must be covered,
 * and of every other currency.
 */
export function freeOf(holding: Holding, cover: Cover | null | undefined): string {
  if (!cover || holding.currency !== COVER_CURRENCY) return holding.available
  return formatMoney(lesser(minor(holding.available), riskRoomOf(coverageIn(holding, cover))), scale)
}

/**
 * How much of the available amount may be hosted, as a decimal: only own money, and only what its possible loss leaves covered.
 *
 * @param riskOf the possible loss of hosting an amount, in minor units of USDT; must not decrease with the amount
 */
export function hostableOf(
  holding: Holding,
  cover: Cover | null | undefined,
  riskOf: (amount: Minor) => Minor = () => 0n,
): string {
  if (!cover || holding.currency !== COVER_CURRENCY) return holding.available
  const coverage = coverageIn(holding, cover)
  const room = riskRoomOf(coverage)
  let most = lesser(coverage.available, ownRoomOf(coverage, minor(cover.coins)))
  if (room === undefined || riskOf(most) <= room) return formatMoney(most, scale)
  let fits = 0n
  while (most - fits > 1n) {
    const between = (fits + most) / 2n
    if (riskOf(between) <= room) fits = between
    else most = between
  }
  return formatMoney(fits, scale)
}

/** The error keys of acts that would leave a loan uncovered. */
export type CoverKey = 'loanNotCovered' | 'loanHosting'

const ofBalance: readonly string[] = ['insufficientBalance', 'insufficientFundBalance']

type Validated<Field extends string, Key extends string> = { readonly errors: FormErrors<Field, Key> }

/**
 * Replaces a form's error if the loan is the reason that too little is free.
 *
 * @param holding the available amount of the currency; undefined if unknown
 * @param free the amount that the form was validated with, as a decimal
 */
export function byLoan<Field extends string, Key extends string, J extends Validated<Field, Key>>(
  validated: J & Validated<Field, Key>,
  holding: Holding | null | undefined,
  cover: Cover | null | undefined,
  free: string,
  key: CoverKey = 'loanNotCovered',
): Omit<J, 'errors'> & Validated<Field, Key | CoverKey> {
  if (!cover || !holding || minor(free) >= minor(holding.available)) return validated
  const said = Object.entries<{ key: string } | undefined>(validated.errors).map(([field, error]) => [
    field,
    error && ofBalance.includes(error.key) ? { key, params: coverParams(cover, free) } : error,
  ])
  return { ...validated, errors: Object.fromEntries(said) }
}

/** The parameters of those errors. `free`: as a decimal. */
export const coverParams = ({ due }: Cover, free: string) => ({
  limit: trimZeros(free),
  owed: trimZeros(due),
  currency: COVER_CURRENCY,
})
