import { currencyOf } from './currencies.ts'
import type { FormErrors } from './form-errors.ts'
import { formatMoney, type Minor, parseMoney, trimZeros } from './money.ts'

/** The currency in which loans are covered: coins may fall to nothing, so what they are worth covers none. */
export const COVER_CURRENCY = 'USDT'

/**
 * What covers a person's loans, in minor units of USDT. `available`: in the wallet; `least`: what comes back at worst of
 * their plans and fixed terms; any other open order may lose all that it holds. `due`: what the loans that must be covered
 * come to at the latest when the platform takes what is owed, 0 where there is none.
 */
export type Coverage = { available: Minor; least: Minor; due: Minor }

/** What may still be put at risk, in minor units: what is there at worst beyond what is owed. Undefined where nothing must be covered. */
export const riskRoomOf = ({ available, least, due }: Coverage): Minor | undefined =>
  due === 0n ? undefined : atLeastNothing(available + least - due)

/**
 * What may still be hosted or taken out, in minor units: what is one's own of what is in the wallets. What plans and fixed
 * terms hold already does not count, so that nothing lent is hosted, in whichever order one borrows, hosts and withdraws.
 *
 * @param coins what available coins are worth
 */
export const ownRoomOf = ({ available, due }: Coverage, coins: Minor): Minor | undefined =>
  due === 0n ? undefined : atLeastNothing(available + coins - due)

const atLeastNothing = (amount: Minor): Minor => (amount > 0n ? amount : 0n)

/**
 * What a form must know to say how much it can take while a loan must stay covered: of `Coverage` what a wallet does not say,
 * as decimals of USDT. `id`: of the loan, the oldest of several; `coins`: what available coins are worth.
 */
export type Cover = { id: string; due: string; least: string; coins: string }

/** What is available of a currency, as a decimal of it. */
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
 * How much of what is available may be spent on what could lose all of it, as a decimal: all of it where nothing must be
 * covered, and of every other currency.
 */
export function freeOf(holding: Holding, cover: Cover | null | undefined): string {
  if (!cover || holding.currency !== COVER_CURRENCY) return holding.available
  return formatMoney(lesser(minor(holding.available), riskRoomOf(coverageIn(holding, cover))), scale)
}

/**
 * How much of what is available may be hosted, as a decimal: of one's own, and no more than what it could lose is covered.
 *
 * @param riskOf what hosting so much could lose, in minor units of USDT: of more it is never less
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

/** The refusals of what would leave a loan uncovered. */
export type CoverKey = 'loanNotCovered' | 'loanHosting'

const ofBalance: readonly string[] = ['insufficientBalance', 'insufficientFundBalance']

type Judged<Field extends string, Key extends string> = { readonly errors: FormErrors<Field, Key> }

/**
 * A form that was judged by as much as a loan leaves free: where the loan is why that is too little, it says so.
 *
 * @param holding what is there of the currency; undefined where that is not known
 * @param free what the form was judged by, as a decimal
 */
export function byLoan<Field extends string, Key extends string, J extends Judged<Field, Key>>(
  judged: J & Judged<Field, Key>,
  holding: Holding | null | undefined,
  cover: Cover | null | undefined,
  free: string,
  key: CoverKey = 'loanNotCovered',
): Omit<J, 'errors'> & Judged<Field, Key | CoverKey> {
  if (!cover || !holding || minor(free) >= minor(holding.available)) return judged
  const said = Object.entries<{ key: string } | undefined>(judged.errors).map(([field, error]) => [
    field,
    error && ofBalance.includes(error.key) ? { key, params: coverParams(cover, free) } : error,
  ])
  return { ...judged, errors: Object.fromEntries(said) }
}

/** What the refusals of what would leave a loan uncovered say. `free`: as a decimal. */
export const coverParams = ({ due }: Cover, free: string) => ({
  limit: trimZeros(free),
  owed: trimZeros(due),
  currency: COVER_CURRENCY,
})
