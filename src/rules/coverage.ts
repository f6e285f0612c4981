import type { Minor } from './money.ts'

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
