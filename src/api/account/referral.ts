import * as v from 'valibot'
import { referralLevels } from '../../rules/account/referral.ts'
import { defineCall } from '../wire/call.ts'
import * as f from '../wire/fields.ts'

/** The results of a user's invitation. Amounts are decimals of `currency`. */
export const referralInfo = v.object({
  code: v.string(),
  /** Opens the app with the code in the form that registers. Begins with `/` if the server does not know its own address. */
  link: v.string(),
  levels: v.array(
    v.object({
      level: v.picklist(referralLevels),
      /** The inviter's share of this level's settled income, in hundredths of a percent. */
      bps: v.number(),
      /** Up to 10,001, which means more than 10,000. */
      people: v.number(),
      income: f.amount,
    }),
  ),
  /** `direct`: of the first level. `indirect`: of the others. */
  income: v.object({ currency: f.currency, total: f.amount, direct: f.amount, indirect: f.amount }),
})
export type Invite = v.InferOutput<typeof referralInfo>

export const invite = defineCall({
  path: 'user/invite',
  token: true,
  summary: 'The user’s invitation code and link, the invited users, and the rewards that the platform paid.',
  input: f.nothing,
  output: referralInfo,
})

/** Maximum number of users listed per level, the newest. */
export const REFERRALS_MAX = 20

/** `months`: the newest first, by the user’s time zone. `people`: of each level, the newest first; `since` in seconds. */
export const referrals = defineCall({
  path: 'user/referrals',
  token: true,
  ours: true,
  summary: 'The referral rewards paid to a user, by month, and the newest referrals.',
  input: f.nothing,
  output: v.object({
    currency: f.currency,
    months: v.array(v.object({ month: v.string(), direct: f.amount, indirect: f.amount })),
    people: v.array(v.object({ level: v.picklist(referralLevels), name: v.string(), since: v.number() })),
  }),
})
export type Referrals = v.InferOutput<typeof referrals.output>

/** The invitation of the signed-in user, and its results. */
export type Referral = { invite: Invite; referrals: Referrals }
