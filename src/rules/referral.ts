/**
 * What the inviter gets of the settled income of those below, in hundredths of a percent: of whom they invited, of whom
 * those invited, and of the third level. The platform pays it, and nobody below is charged.
 */
export const REFERRAL_BPS = [500, 300, 100] as const

/** The levels that count, from the nearest on. */
export const referralLevels = [1, 2, 3] as const
export type ReferralLevel = (typeof referralLevels)[number]

/** The ledger's names for what is paid for a level: the cause of the transfer, and its step. */
export const REFERRAL_CAUSE = 'referral'
export const referralStep = (level: ReferralLevel): string => `level${level}`
