import { sql } from 'kysely'
import type { Minor } from '../../src/rules/money.ts'
import type { Platform } from '../platform/context.ts'
import { fillSums } from './fill-sums.ts'
import { DAY, QUARTER } from './movement-sums.ts'

/** Which movements: of a currency, of a cause, from a second on and before another, each the beginning of a day of UTC. */
export type SumFilter = {
  currency?: string | undefined
  cause?: string | undefined
  from?: number | undefined
  to?: number | undefined
}

const isWithin = ({ currency, cause, from, to }: SumFilter) =>
  sql.join(
    [
      sql`1 = 1`,
      ...(from === undefined ? [] : [sql`at >= ${BigInt(from)}`]),
      ...(to === undefined ? [] : [sql`at < ${BigInt(to)}`]),
      ...(currency === undefined ? [] : [sql`currency = ${currency}`]),
      ...(cause === undefined ? [] : [sql`cause = ${cause}`]),
    ],
    sql` and `,
  )

/** What movements came to on one day: `day` counts from the epoch. Amounts in minor units. */
export type DaySum = { day: number; currency: string; movements: number; in: Minor; out: Minor }

/**
 * What a person's movements come to, by day and currency. By the kept sums, as all that follows.
 *
 * @throws Refusal `tooManyRequests` where these are not all kept yet, and too many wait for theirs
 */
export async function daySumsOf(platform: Platform, userId: string, filter: SumFilter): Promise<DaySum[]> {
  await fillSums(platform, userId)
  const { rows } = await sql<Record<'at' | 'movements' | 'received' | 'paid', bigint> & { currency: string }>`
    select at, currency, sum(movements) as movements, sum(received) as received, sum(paid) as paid from movement_sums
    where user_id = ${userId} and width = ${sql.lit(DAY)} and ${isWithin(filter)} group by at, currency`.execute(
    platform.db,
  )
  return rows.map(({ at, currency, movements, received, paid }) => ({
    day: Number(at) / DAY,
    currency,
    movements: Number(movements),
    in: BigInt(received),
    out: BigInt(paid),
  }))
}

/** What movements of one cause and posting came to: before a second, and from then on. `net` and `held` in minor units. */
export type StepSum = {
  currency: string
  cause: string
  step: string
  before: Minor
  movements: number
  net: Minor
  held: Minor
}

/** What a person's movements come to before the end of a time, by currency, cause and posting; `held` from the first on. */
export async function stepSumsOf(
  platform: Platform,
  userId: string,
  { from, ...filter }: SumFilter & { from: number },
): Promise<StepSum[]> {
  await fillSums(platform, userId)
  type Row = Record<'before' | 'movements' | 'net' | 'held', bigint> & { currency: string; cause: string; step: string }
  const isIn = sql`at >= ${BigInt(from)}`
  const { rows } = await sql<Row>`select currency, cause, step,
      sum(case when ${isIn} then 0 else received - paid end) as before, sum(case when ${isIn} then movements else 0 end) as movements,
      sum(case when ${isIn} then received - paid else 0 end) as net, sum(held) as held from movement_sums
    where user_id = ${userId} and width = ${sql.lit(DAY)} and ${isWithin(filter)} group by currency, cause, step`.execute(
    platform.db,
  )
  return rows.map(({ before, movements, net, held, ...row }) => ({
    ...row,
    before: BigInt(before),
    movements: Number(movements),
    net: BigInt(net),
    held: BigInt(held),
  }))
}

/** What a cause has brought a person in a currency, in minor units, by the day and its postings. */
export async function incomeOf(
  platform: Platform,
  userId: string,
  cause: string,
  currency: string,
): Promise<{ day: number; step: string; amount: Minor }[]> {
  await fillSums(platform, userId)
  const { rows } = await sql<{ at: bigint; step: string; amount: bigint }>`select at, step, received - paid as amount
    from movement_sums where user_id = ${userId} and width = ${sql.lit(DAY)} and ${isWithin({ cause, currency })}`.execute(
    platform.db,
  )
  return rows.map(({ at, step, amount }) => ({ day: Number(at) / DAY, step, amount }))
}

/** By how much balances of a currency changed in a time that begins at a second. */
export type Change = { at: number; currency: string; amount: Minor }

/** A person's balances, when their first movement was (to a quarter of an hour), and what has changed them since a second. */
export type Changes = {
  balances: ReadonlyMap<string, Minor>
  begun: number | undefined
  changes: readonly Change[]
}

/**
 * @param since,width seconds: from when on, and how long a time each change is of: hours or days, from the beginning of one
 * @returns the changes, oldest first; all as of one moment
 */
export async function changesOf(
  platform: Platform,
  userId: string,
  { since, width }: { since: number; width: number },
): Promise<Changes> {
  await fillSums(platform, userId)
  const time = sql`at - at % ${sql.lit(width)}`
  const kept = width % DAY === 0 ? DAY : QUARTER
  const { rows } = await sql<{ at: bigint | null; currency: string; amount: bigint }>`
    select null as at, currency, sum(balance) as amount from accounts where user_id = ${userId} group by currency
    union all select ${time} as at, currency, sum(received - paid) as amount from movement_sums
      where user_id = ${userId} and width = ${sql.lit(kept)} and at >= ${BigInt(since)} group by ${time}, currency
    order by at`.execute(platform.db)
  const first = await platform.db
    .selectFrom('movement_sums')
    .select('at')
    .where('user_id', '=', userId)
    .where('width', '=', BigInt(QUARTER))
    .orderBy('at')
    .limit(1)
    .executeTakeFirst()
  const changes = rows.flatMap(({ at, currency, amount }) =>
    at === null ? [] : [{ at: Number(at), currency, amount: BigInt(amount) }],
  )
  return {
    balances: new Map(rows.flatMap(({ at, currency, amount }) => (at === null ? [[currency, BigInt(amount)]] : []))),
    begun: first && Number(first.at),
    changes,
  }
}

/**
 * What came to a person or left them by these causes: by the day in one currency, and by the quarter of an hour in all others,
 * whose price changes. SQLite goes through a cross join in the order in which it is written: the days first, which are few.
 */
export async function paidInOf(
  platform: Platform,
  userId: string,
  causes: readonly string[],
  byDay: string,
): Promise<Change[]> {
  await fillSums(platform, userId)
  const byThese = sql`days.user_id = ${userId} and days.width = ${sql.lit(DAY)}
    and days.cause in (${sql.join(causes.map((cause) => sql.lit(cause)))})`
  const { rows } = await sql<{ at: bigint; currency: string; amount: bigint }>`
    select at, currency, sum(received - paid) as amount from movement_sums as days
      where ${byThese} and currency = ${byDay} group by at, currency
    union all select quarters.at, quarters.currency, sum(quarters.received - quarters.paid) as amount from movement_sums as days
      cross join movement_sums as quarters
      where ${byThese} and days.currency <> ${byDay} and quarters.user_id = days.user_id and quarters.width = ${sql.lit(QUARTER)}
        and quarters.at >= days.at and quarters.at < days.at + ${sql.lit(DAY)} and quarters.currency = days.currency
        and quarters.cause = days.cause and quarters.step = days.step group by quarters.at, quarters.currency
    order by at`.execute(platform.db)
  return rows.map(({ at, currency, amount }) => ({ at: Number(at), currency, amount: BigInt(amount) }))
}
