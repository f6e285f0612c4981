import { sql } from 'kysely'
import type { Minor } from '../../src/rules/money/money.ts'
import type { Platform } from '../platform/context.ts'
import { fillSums } from './fill-sums.ts'
import { DAY, QUARTER } from './movement-sums.ts'

/** A filter of movements: by currency, by cause, from a second on and before another, each the start of a quarter of an hour. */
export type SumFilter = {
  currency?: string | undefined
  cause?: string | undefined
  from?: number | undefined
  to?: number | undefined
}

/** Whether a period of UTC, in seconds, is split between different sums, such as the day of a month's end. */
export type Splits = (from: number, to: number) => boolean

const never: Splits = () => false

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

/**
 * Sums from stored UTC days if a whole day belongs to one group, and from quarters for days at the edges of a filter or split between
 * groups.
 *
 * @param columns,by the columns read of each period, and the further grouping
 */
async function readTimes<Row>(
  { db }: Platform,
  userId: string,
  { from, to, ...filter }: SumFilter,
  splits: Splits,
  [columns, by]: [columns: string, by: string],
): Promise<(Row & { at: bigint })[]> {
  const read = (width: number, bounds: SumFilter) => sql<
    Row & { at: bigint }
  >`select at, ${sql.raw(columns)} from movement_sums
    where user_id = ${userId} and width = ${sql.lit(width)} and ${isWithin({ ...filter, ...bounds })} group by at, ${sql.raw(by)}`
  const days = await read(DAY, {
    from: from && from - (from % DAY),
    to: to && Math.ceil(to / DAY) * DAY,
  }).execute(db)
  const isWhole = (at: number) => at >= (from ?? 0) && at + DAY <= (to ?? Infinity) && !splits(at, at + DAY)
  const parts = [...new Set(days.rows.map(({ at }) => Number(at)))].filter((at) => !isWhole(at))
  if (parts.length === 0) return days.rows
  const quarters = await sql<Row & { at: bigint }>`${sql.join(
    parts.map((at) => read(QUARTER, { from: Math.max(at, from ?? 0), to: Math.min(at + DAY, to ?? Infinity) })),
    sql` union all `,
  )}`.execute(db)
  return [...days.rows.filter(({ at }) => isWhole(Number(at))), ...quarters.rows]
}

/** The sum of movements in a period that begins `at` a second: a day of UTC, or less. Amounts in minor units. */
export type TimeSum = { at: number; currency: string; movements: number; in: Minor; out: Minor }

/**
 * A user's movements by period and currency. From the stored sums, as all below.
 *
 * @throws Refusal `tooManyRequests` if these are not complete yet, and too many wait for theirs
 */
export async function timeSumsOf(
  platform: Platform,
  userId: string,
  filter: SumFilter,
  splits = never,
): Promise<TimeSum[]> {
  await fillSums(platform, userId)
  type Row = Record<'movements' | 'received' | 'paid', bigint> & { currency: string }
  const rows = await readTimes<Row>(platform, userId, filter, splits, [
    'currency, sum(movements) as movements, sum(received) as received, sum(paid) as paid',
    'currency',
  ])
  return rows.map(({ at, currency, movements, received, paid }) => ({
    at: Number(at),
    currency,
    movements: Number(movements),
    in: BigInt(received),
    out: BigInt(paid),
  }))
}

/** The sum of movements of one cause and posting: before a second, and from then on. `net` and `held` in minor units. */
export type StepSum = {
  currency: string
  cause: string
  step: string
  before: Minor
  movements: number
  net: Minor
  held: Minor
}

/**
 * A user's movements before the end of a period, by currency, cause and posting; `held` since the first entry.
 *
 * @param from,to seconds, each the start of a quarter of an hour
 */
export async function stepSumsOf(
  platform: Platform,
  userId: string,
  { from, to }: { from: number; to: number },
): Promise<StepSum[]> {
  await fillSums(platform, userId)
  type Row = Record<'before' | 'movements' | 'net' | 'held', bigint> & { currency: string; cause: string; step: string }
  const [first, last] = [from - (from % DAY), to - (to % DAY)]
  const read = (
    width: number,
    bounds: SumFilter,
  ) => sql`select at, currency, cause, step, movements, received, paid, held
    from movement_sums where user_id = ${userId} and width = ${sql.lit(width)} and ${isWithin(bounds)}`
  const isIn = sql`at >= ${BigInt(from)}`
  // Whole days, and quarters of the first and the last day.
  const { rows } = await sql<Row>`select currency, cause, step,
      sum(case when ${isIn} then 0 else received - paid end) as before, sum(case when ${isIn} then movements else 0 end) as movements,
      sum(case when ${isIn} then received - paid else 0 end) as net, sum(held) as held from (
        ${read(DAY, { to: first })} union all ${read(QUARTER, { from: first, to: Math.min(first + DAY, to) })}
        union all ${read(DAY, { from: first + DAY, to: last })} union all ${read(QUARTER, { from: Math.max(last, first + DAY), to })}
      ) as times group by currency, cause, step`.execute(platform.db)
  return rows.map(({ before, movements, net, held, ...row }) => ({
    ...row,
    before: BigInt(before),
    movements: Number(movements),
    net: BigInt(net),
    held: BigInt(held),
  }))
}

/** The income of a user from a cause in a currency, in minor units, by period and postings. */
export async function incomeOf(
  platform: Platform,
  userId: string,
  filter: SumFilter & { cause: string; currency: string },
  splits = never,
): Promise<{ at: number; step: string; amount: Minor }[]> {
  await fillSums(platform, userId)
  const rows = await readTimes<{ step: string; amount: bigint }>(platform, userId, filter, splits, [
    'step, sum(received - paid) as amount',
    'step',
  ])
  return rows.map(({ at, step, amount }) => ({ at: Number(at), step, amount: BigInt(amount) }))
}

/** The change of a currency's balances in a period that begins at a second. */
export type Change = { at: number; currency: string; amount: Minor }

/** A user's balances, the time of their first movement (to a quarter of an hour), and the changes since a time. */
export type Changes = {
  balances: ReadonlyMap<string, Minor>
  begun: number | undefined
  changes: readonly Change[]
}

/**
 * @param since,width seconds: the start, and the length of each change's period: hours or days, from the start of one
 * @param closely from this second on, each change is of a quarter of an hour
 * @param without causes to leave out
 * @returns the changes, oldest first; all as of one moment
 */
export async function changesOf(
  platform: Platform,
  userId: string,
  {
    since,
    width,
    closely,
    without = [],
  }: { since: number; width: number; closely?: number; without?: readonly string[] },
): Promise<Changes> {
  await fillSums(platform, userId)
  const kept = width % DAY === 0 ? DAY : QUARTER
  const near = closely === undefined ? undefined : closely - (closely % width)
  const first = Math.min(since, near ?? since)
  const others =
    without.length === 0 ? sql`1 = 1` : sql`cause not in (${sql.join(without.map((cause) => sql.lit(cause)))})`
  const read = (sumsOf: number, of: number, bounds: SumFilter) => {
    const time = sql`at - at % ${sql.lit(of)}`
    return sql`select ${time} as at, currency, sum(received - paid) as amount from movement_sums
      where user_id = ${userId} and width = ${sql.lit(sumsOf)} and ${isWithin(bounds)} and ${others} group by ${time}, currency`
  }
  const { rows } = await sql<{ at: bigint | null; currency: string; amount: bigint }>`
    select null as at, currency, sum(balance) as amount from accounts where user_id = ${userId} group by currency
    union all ${read(kept, width, { from: first, to: near })}
    ${near === undefined ? sql`` : sql`union all ${read(QUARTER, QUARTER, { from: near })}`} order by at`.execute(
    platform.db,
  )
  const begun = await platform.db
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
    begun: begun && Number(begun.at),
    changes,
  }
}
