import type { Invite } from '../../src/api/user.ts'
import { currencyOf } from '../../src/rules/currencies.ts'
import { formatMoney, type Minor } from '../../src/rules/money.ts'
import { REFERRAL_BPS, REFERRAL_CAUSE, referralLevels, referralStep } from '../../src/rules/referral.ts'
import { incomeOf } from '../ledger/index.ts'
import type { Platform } from '../platform/context.ts'
import type { Db } from '../platform/database/database.ts'

const CURRENCY = 'USDT'

/** Where a link opens the app, with the code in the form that registers. */
const placeOf = (code: string) => `/#/pages/my/login?view=create&code=${code}`

/** A user's invitation: the code and its link, how many came by it, and what it has brought. */
export async function referralOf({ db, config }: Platform, userId: string): Promise<Invite> {
  const { invite_code: code } = await db
    .selectFrom('users')
    .select('invite_code')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const people = await peopleBelow(db, userId)
  const paid = await incomeOf(db, userId, REFERRAL_CAUSE, CURRENCY)
  const { scale } = currencyOf(CURRENCY)
  const ofLevel = (index: number): Minor => paid.get(referralStep(referralLevels[index] ?? 1)) ?? 0n
  const [direct, indirect] = [ofLevel(0), ofLevel(1) + ofLevel(2)]
  return {
    code,
    link: config.PUBLIC_URL ? new URL(placeOf(code), config.PUBLIC_URL).href : placeOf(code),
    levels: referralLevels.map((level, index) => ({
      level,
      bps: REFERRAL_BPS[index] ?? 0,
      people: people[index] ?? 0,
      income: formatMoney(ofLevel(index), scale),
    })),
    income: {
      currency: CURRENCY,
      total: formatMoney(direct + indirect, scale),
      direct: formatMoney(direct, scale),
      indirect: formatMoney(indirect, scale),
    },
  }
}

/**
 * How many a user invited, how many those did, and how many these. Whoever invites is there first, and never changes:
 * there are no circles.
 */
async function peopleBelow(db: Db, userId: string): Promise<readonly number[]> {
  const { first, second, third } = await db
    .selectFrom('users as one')
    .leftJoin('users as two', 'two.inviter_id', 'one.id')
    .leftJoin('users as three', 'three.inviter_id', 'two.id')
    .select((eb) => [
      eb.fn.count<bigint>('one.id').distinct().as('first'),
      eb.fn.count<bigint>('two.id').distinct().as('second'),
      eb.fn.count<bigint>('three.id').distinct().as('third'),
    ])
    .where('one.inviter_id', '=', userId)
    .executeTakeFirstOrThrow()
  return [first, second, third].map(Number)
}
