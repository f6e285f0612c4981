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
/**
 * A person as those above see them: enough of a name to know a friend by, and not enough to find a stranger. How long the name
 * is is not told.
 */
export const maskedName = (name: string): string =>
  /^0x[0-9a-f]{40}$/i.test(name)
    ? `${name.slice(0, 4)}…${name.slice(-4)}`
    : `${[...name].slice(0, name.length > 4 ? 2 : 1).join('')}•••`

export const referralStep = (level: ReferralLevel): string => `level${level}`

/** So many people of a level are counted: one more tells that there are more. */
export const PEOPLE_MAX = 10_000
