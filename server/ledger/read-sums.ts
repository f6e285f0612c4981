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
 * @param without causes whose changes are left out
 * @returns the changes, oldest first; all as of one moment
 */
export async function changesOf(
  platform: Platform,
  userId: string,
  { since, width, without = [] }: { since: number; width: number; without?: readonly string[] },
): Promise<Changes> {
  await fillSums(platform, userId)
  const time = sql`at - at % ${sql.lit(width)}`
  const kept = width % DAY === 0 ? DAY : QUARTER
  const others =
    without.length === 0 ? sql`1 = 1` : sql`cause not in (${sql.join(without.map((cause) => sql.lit(cause)))})`
  const { rows } = await sql<{ at: bigint | null; currency: string; amount: bigint }>`
    select null as at, currency, sum(balance) as amount from accounts where user_id = ${userId} group by currency
    union all select ${time} as at, currency, sum(received - paid) as amount from movement_sums
      where user_id = ${userId} and width = ${sql.lit(kept)} and at >= ${BigInt(since)} and ${others}
      group by ${time}, currency
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
