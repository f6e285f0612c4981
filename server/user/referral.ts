import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { type Invite, REFERRALS_MAX, type Referrals } from '../../src/api/account/referral.ts'
import {
  maskedName,
  PEOPLE_MAX,
  REFERRAL_BPS,
  REFERRAL_CAUSE,
  type ReferralLevel,
  referralLevels,
  referralStep,
} from '../../src/rules/account/referral.ts'
import { currencyOf } from '../../src/rules/money/currencies.ts'
import { formatMoney, type Minor } from '../../src/rules/money/money.ts'
import { monthOf, splitsMonths } from '../../src/rules/time/months.ts'
import { incomeOf } from '../ledger/module.ts'
import type { Platform } from '../platform/context.ts'
import type { Db } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { appUrl } from '../platform/http/base.ts'
import { zoneOf } from './zone.ts'

const CURRENCY = 'USDT'

/** The place of an invitation link, which fills the code into the registration form. */
const placeOf = (code: string) => `#/pages/my/login?view=create&code=${code}`

/** A user's invitation: the code, its link, the number of users it brought, and the income. */
export async function referralOf(platform: Platform, userId: string): Promise<Invite> {
  const { db, config } = platform
  const { invite_code: code } = await db
    .selectFrom('users')
    .select('invite_code')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const people = await peopleBelow(db, userId)
  const paid = await incomeOf(platform, userId, { cause: REFERRAL_CAUSE, currency: CURRENCY })
  const { scale } = currencyOf(CURRENCY)
  const ofLevel = (index: number): Minor =>
    paid
      .filter(({ step }) => step === referralStep(referralLevels[index] ?? 1))
      .reduce((sum, { amount }) => sum + amount, 0n)
  const [direct, indirect] = [ofLevel(0), ofLevel(1) + ofLevel(2)]
  return {
    code,
    link: config.PUBLIC_URL ? appUrl(config.PUBLIC_URL, placeOf(code)) : `/${placeOf(code)}`,
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
 * The number of users on the three levels below an inviter, each up to `most` + 1. An inviter registers first and never changes, so there
 * are no cycles.
 */
export async function peopleBelow(db: Db, userId: string, most = PEOPLE_MAX): Promise<readonly number[]> {
  const count = (below: RawBuilder<unknown>) => sql`(select count(*) from (select 1 from users as one ${below}
    where one.inviter_id = ${userId} limit ${sql.lit(most + 1)}) as first_ones)`
  const two = sql`join users as two on two.inviter_id = one.id`
  const { rows } = await sql<Record<'first' | 'second' | 'third', bigint>>`select ${count(sql``)} as "first",
    ${count(two)} as "second", ${count(sql`${two} join users as three on three.inviter_id = two.id`)} as "third"`.execute(
    db,
  )
  const [below] = rows
  return below ? [below.first, below.second, below.third].map(Number) : []
}

/** The income of a user's invitation by month, and the newest users on each level, by masked names. */
export async function referralsOf(platform: Platform, userId: string): Promise<Referrals> {
  const months = new Map<string, { direct: Minor; indirect: Minor }>()
  const zone = await zoneOf(platform.db, userId)
  const paidIn = { cause: REFERRAL_CAUSE, currency: CURRENCY }
  for (const { at, step, amount: paid } of await incomeOf(platform, userId, paidIn, splitsMonths(zone))) {
    const month = monthOf(at, zone)
    const { direct, indirect } = months.get(month) ?? { direct: 0n, indirect: 0n }
    const isDirect = step === referralStep(1)
    months.set(month, isDirect ? { direct: direct + paid, indirect } : { direct, indirect: indirect + paid })
  }
  const { scale } = currencyOf(CURRENCY)
  return {
    currency: CURRENCY,
    months: [...months]
      .sort(([one], [other]) => (one < other ? 1 : -1))
      .map(([month, { direct, indirect }]) => ({
        month,
        direct: formatMoney(direct, scale),
        indirect: formatMoney(indirect, scale),
      })),
    people: (await Promise.all(referralLevels.map((level) => newestBelow(platform.db, userId, level)))).flat(),
  }
}

async function newestBelow(db: Db, userId: string, level: ReferralLevel): Promise<Referrals['people']> {
  const people = db.selectFrom('users').select(['username', 'address', 'created_at'])
  const newest = people
    .where('id', 'in', idsBelow(db, userId, level))
    .orderBy('id', 'desc')
    .limit(REFERRALS_MAX)
  return (await newest.execute()).map(({ username, address, created_at }) => ({
    level,
    name: maskedName(username ?? address ?? ''),
    since: Number(created_at),
  }))
}

function idsBelow(db: Db, userId: string, level: number): SelectQueryBuilder<Tables, 'users', { id: string }> {
  const ids = db.selectFrom('users').select('id')
  return level === 1
    ? ids.where('inviter_id', '=', userId)
    : ids.where('inviter_id', 'in', idsBelow(db, userId, level - 1))
}
