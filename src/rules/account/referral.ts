import { type Minor, mulDiv } from '../money/money.ts'

/**
 * The inviter's share of the settled income of the three levels below, in hundredths of a percent. The platform pays it; nobody below is
 * charged.
 */
export const REFERRAL_BPS = [500, 300, 100] as const

/** A share of income, in minor units: rounded up, as it is paid. */
export const referralShare = (income: Minor, bps: number): Minor => mulDiv(income, BigInt(bps), 10_000n, 'up')

/** The levels that count, the nearest first. */
export const referralLevels = [1, 2, 3] as const
export type ReferralLevel = (typeof referralLevels)[number]

/** The ledger's cause and posting names of a referral payment. */
export const REFERRAL_CAUSE = 'referral'

/**
 * A user's name as their inviters see it: recognisable to a friend, useless for finding a stranger. Its length is not revealed.
 */
export const maskedName = (name: string): string =>
  /^0x[0-9a-f]{40}$/i.test(name)
    ? `${name.slice(0, 4)}…${name.slice(-4)}`
    : `${[...name].slice(0, name.length > 4 ? 2 : 1).join('')}•••`

export const referralStep = (level: ReferralLevel): string => `level${level}`

/** Maximum count of users per level; one more means "or more". */
export const PEOPLE_MAX = 10_000
