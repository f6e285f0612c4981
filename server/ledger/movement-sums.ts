import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Check } from '../platform/database/check.ts'
import { compiled, isPostgres } from '../platform/database/compiled.ts'
import type { Tx } from '../platform/database/database.ts'
import { toJson } from '../platform/database/rows.ts'
import type { Tables } from '../platform/database/tables.ts'

export const QUARTER = 900
export const DAY = 86_400

/** The period of a stored sum, in seconds. The days of every time zone consist of quarters of an hour. */
const widths = [QUARTER, DAY] as const

type Row = Tables['movement_sums']

/** A transfer, and the users' accounts that it changed. */
type Moved = {
  transfer: Tables['transfers']
  moved: readonly { account: Tables['accounts']; amount: bigint }[]
}

/** The name of a posting, without its occurrence. */
export const nameOf = (step: string): string => step.split(' ', 1)[0] ?? step

/** The same in SQL: the first word of the step. */
const nameIn = (step: RawBuilder<string>) =>
  sql`substr(${step}, 1, length(${step}) - length(ltrim(${step}, 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.')))`

/** Adds these transfers to the stored sums, in the transaction that posts them, after the balances. */
export async function addSums(tx: Tx, posted: readonly Moved[]): Promise<void> {
  const rows = rowsOf(posted)
  if (isPostgres(tx) && rows.length > 1) await addMany(tx, toJson(rows))
  else {
    for (const { user_id, width, at, currency, cause, step, movements, received, paid, held } of rows) {
      await addOne(tx, user_id, width, at, currency, cause, step, movements, received, paid, held)
    }
  }
}

/** A row for each sum that these transfers change, in a fixed order. */
function rowsOf(posted: readonly Moved[]): Row[] {
  const rows = new Map<string, Row>()
  for (const { transfer, moved } of posted) {
    const step = nameOf(transfer.step)
    for (const [userId, own] of Map.groupBy(moved, ({ account }) => account.user_id)) {
      const currency = own[0]?.account.currency ?? ''
      const amount = own.reduce((sum, line) => sum + line.amount, 0n)
      const held = own.reduce((sum, line) => (line.account.kind === 'held' ? sum + line.amount : sum), 0n)
      for (const width of widths) {
        const at = transfer.at - (transfer.at % BigInt(width))
        const key = toJson([userId, width, at, currency, transfer.cause, step])
        const before = rows.get(key)
        rows.set(key, {
          user_id: userId,
          width: BigInt(width),
          at,
          currency,
          cause: transfer.cause,
          step,
          movements: (before?.movements ?? 0n) + 1n,
          received: (before?.received ?? 0n) + (amount > 0n ? amount : 0n),
          paid: (before?.paid ?? 0n) + (amount < 0n ? -amount : 0n),
          held: (before?.held ?? 0n) + held,
        })
      }
    }
  }
  return [...rows].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row)
}

const columns = sql`user_id, width, at, currency, cause, step, movements, received, paid, held`

const onTop = sql`on conflict (user_id, width, at, currency, cause, step) do update set
  movements = movement_sums.movements + excluded.movements, received = movement_sums.received + excluded.received,
  paid = movement_sums.paid + excluded.paid, held = movement_sums.held + excluded.held`

const addOne = compiled(
  (_, ...values: Row[keyof Row][]) => sql`insert into movement_sums (${columns}) values (${sql.join(values)}) ${onTop}`,
)

const addMany = compiled(
  (_, rows: string) => sql`insert into movement_sums (${columns})
    select ${columns} from json_populate_recordset(null::movement_sums, ${rows}) ${onTop}`,
)

/** The sums of quarters by a scan of entries, which the stored ones must equal. */
const scanned = (
  where: RawBuilder<SqlBool>,
) => sql`select user_id, ${sql.lit(QUARTER)} as width, at, currency, cause, step,
    count(*) as movements, cast(sum(case when amount > 0 then amount else 0 end) as bigint) as received,
    cast(sum(case when amount < 0 then -amount else 0 end) as bigint) as paid, cast(sum(held) as bigint) as held from (
  select accounts.user_id, entries.at - entries.at % ${sql.lit(QUARTER)} as at, entries.currency, entries.cause,
      ${nameIn(sql`transfers.step`)} as step, sum(entries.amount) as amount,
      sum(case when accounts.kind = 'held' then entries.amount else 0 end) as held
    from accounts inner join entries on entries.account_id = accounts.id
    inner join transfers on transfers.id = entries.transfer_id where ${where}
    group by accounts.user_id, entries.transfer_id, entries.at, entries.currency, entries.cause, transfers.step) as movements
  group by user_id, at, currency, cause, step`

/** The sums of days, from those of their quarters. */
const daysOf = (
  where: RawBuilder<SqlBool>,
) => sql`select user_id, ${sql.lit(DAY)} as width, at - at % ${sql.lit(DAY)} as at,
    currency, cause, step, cast(sum(movements) as bigint) as movements, cast(sum(received) as bigint) as received,
    cast(sum(paid) as bigint) as paid, cast(sum(held) as bigint) as held
  from movement_sums where width = ${sql.lit(QUARTER)} and ${where}
  group by user_id, at - at % ${sql.lit(DAY)}, currency, cause, step`

/**
 * Recalculates a user's stored sums of a period. Concurrent movements of this user wait.
 *
 * @param from,to seconds, each the start of a quarter; without an end up to now
 */
export async function sumAgain(tx: Tx, userId: string, from: number, to?: number): Promise<void> {
  const within = (column: string, begin: number, end: number | undefined) =>
    end === undefined
      ? sql<SqlBool>`${sql.ref(column)} >= ${BigInt(begin)}`
      : sql<SqlBool>`${sql.ref(column)} >= ${BigInt(begin)} and ${sql.ref(column)} < ${BigInt(end)}`
  const write = async (width: number, begin: number, end: number | undefined, rows: RawBuilder<unknown>) => {
    await sql`delete from movement_sums where user_id = ${userId} and width = ${sql.lit(width)}
      and ${within('at', begin, end)}`.execute(tx)
    await sql`insert into movement_sums (${columns}) ${rows}`.execute(tx)
  }
  await write(QUARTER, from, to, scanned(sql`accounts.user_id = ${userId} and ${within('entries.at', from, to)}`))
  const [first, last] = [from - (from % DAY), to === undefined ? undefined : Math.ceil(to / DAY) * DAY]
  await write(DAY, first, last, daysOf(sql`user_id = ${userId} and ${within('at', first, last)}`))
}

const isWhole = sql<SqlBool>`user_id not in (select user_id from movement_sums_missing)`

const differing = (sums: RawBuilder<unknown>, width: number) => sql<{
  what: string
}>`select user_id as what, count(*) as sums, min(at) as first from (select user_id, at from (
    select ${columns} from (${sums}) as counted
    union all select user_id, width, at, currency, cause, step, -movements, -received, -paid, -held from movement_sums
      where width = ${sql.lit(width)}) as both_sides
  where ${isWhole} group by user_id, at, currency, cause, step
  having sum(movements) <> 0 or sum(received) <> 0 or sum(paid) <> 0 or sum(held) <> 0) as differing group by user_id`

/** The ledger's checks of the stored sums. */
export const sumChecks: readonly Check[] = [
  {
    rows: differing(scanned(sql`1 = 1`), QUARTER),
    describe: (what) => `the sums kept of user ${what} do not equal their entries`,
  },
  {
    rows: differing(daysOf(sql`1 = 1`), DAY),
    describe: (what) => `the sums of days kept of user ${what} do not equal those of their quarters`,
  },
]
