import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { currencies } from '../../src/rules/currencies.ts'
import type { Minor } from '../../src/rules/money.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { createTurns, type Turns } from '../platform/unit/turns.ts'

/** Which movements: of a currency, of a cause, of one thing of that cause, from a second on and before another, older than one. */
export type MovementFilter = {
  currency?: string | undefined
  cause?: string | undefined
  causeId?: string | undefined
  from?: number | undefined
  to?: number | undefined
  before?: string | undefined
}

/**
 * What a transfer did to a person's money in its currency, in minor units. `amount`: to what they have; `held`: to what
 * live orders hold of it. `step` is that of the posting, whichever of many it was.
 */
export type Movement = {
  id: string
  at: bigint
  currency: string
  amount: Minor
  held: Minor
  cause: string
  causeId: string
  step: string
}

/** How many read all that someone ever moved at once, and how many wait: however many ask, others find connections. */
const [AT_ONCE_MAX, WAITING_MAX] = [2, 64]

const turns = new WeakMap<Db | Tx, Turns>()

function turnsOf(db: Db | Tx): Turns {
  const own = turns.get(db) ?? createTurns(AT_ONCE_MAX, WAITING_MAX)
  turns.set(db, own)
  return own
}

/**
 * A person's movements, newest first, at most `limit`. Each account is read from its newest end by an index, of a cause or of
 * all, so that a page costs a page, whatever it is of.
 */
export async function movementsOf(
  db: Db | Tx,
  userId: string,
  filter: MovementFilter,
  limit: number,
): Promise<Movement[]> {
  const accounts = await accountsOf(db, userId, filter.currency)
  const [first, ...others] = accounts.map(({ id, kind }) => {
    let page = db
      .selectFrom('entries')
      .select(['transfer_id', 'currency', 'amount', 'at', 'cause'])
      .where('account_id', '=', id)
      .where(isWithin(filter))
    if (filter.before !== undefined) page = page.where(isOlderThan(filter.before))
    return db
      .selectFrom(page.orderBy('at', 'desc').orderBy('transfer_id', 'desc').limit(limit).as('page'))
      .innerJoin('transfers', 'transfers.id', 'page.transfer_id')
      .select(['page.transfer_id', 'page.currency', 'page.amount', 'page.at', 'page.cause'])
      .select(['transfers.cause_id', 'transfers.step'])
      .select(sql.lit(kind).as('kind'))
  })
  if (!first) return []
  const rows = await others.reduce((all, page) => all.unionAll(page), first).execute()
  const movements = new Map<string, Movement>()
  for (const { transfer_id: id, at, currency, amount, kind, cause, cause_id, step } of rows) {
    const { amount: sum, held } = movements.get(id) ?? { amount: 0n, held: 0n }
    movements.set(id, {
      id,
      at,
      currency,
      amount: sum + amount,
      held: kind === 'held' ? held + amount : held,
      cause,
      causeId: cause_id,
      step: nameOf(step),
    })
  }
  const isNewer = (a: Movement, b: Movement) => (a.at === b.at ? a.id > b.id : a.at > b.at)
  return [...movements.values()].sort((a, b) => (isNewer(a, b) ? -1 : 1)).slice(0, limit)
}

/** What a filter says of entries. Of one thing of a cause the transfers are found first, which have an index of it. */
function isWithin({ cause, causeId, from, to }: MovementFilter): RawBuilder<SqlBool> {
  const all = [sql`1 = 1`]
  if (from !== undefined) all.push(sql`entries.at >= ${BigInt(from)}`)
  if (to !== undefined) all.push(sql`entries.at < ${BigInt(to)}`)
  if (cause !== undefined) all.push(sql`entries.cause = ${cause}`)
  if (causeId !== undefined) {
    all.push(sql`entries.transfer_id in (select id from transfers where cause = ${cause} and cause_id = ${causeId})`)
  }
  return sql<SqlBool>`(${sql.join(all, sql` and `)})`
}

/** Of a transfer that nobody knows none is older. */
const isOlderThan = (id: string) =>
  sql<SqlBool>`(entries.at, entries.transfer_id) < ((select own.at from transfers as own where own.id = ${id}), ${id})`

/** What movements of one cause and step came to on one day: `day` counts from the epoch. Amounts in minor units. */
export type DaySum = {
  day: number
  currency: string
  cause: string
  step: string
  movements: number
  in: Minor
  out: Minor
  held: Minor
}

const DAY = 86_400

/**
 * What a person's movements come to, by day, currency, cause and step. It reads all of them, in turns.
 *
 * @throws Refusal `tooManyRequests`
 */
export const daySumsOf = (db: Db, userId: string, filter: MovementFilter): Promise<DaySum[]> =>
  turnsOf(db)(() => readDaySums(db, userId, filter), [userId])

async function readDaySums(db: Db, userId: string, filter: MovementFilter): Promise<DaySum[]> {
  const accounts = await accountsOf(db, userId, filter.currency)
  if (accounts.length === 0) return []
  const each = db
    .selectFrom('entries')
    .innerJoin('transfers', 'transfers.id', 'entries.transfer_id')
    .select(['entries.currency', 'entries.at', 'entries.cause', 'transfers.step'])
    .select(sql<bigint>`sum(entries.amount)`.as('amount'))
    .select(sql<bigint>`sum(case when entries.account_id like '%:held' then entries.amount else 0 end)`.as('held'))
    .where(
      'entries.account_id',
      'in',
      accounts.map(({ id }) => id),
    )
    .where(isWithin(filter))
    .groupBy(['entries.transfer_id', 'entries.currency', 'entries.at', 'entries.cause', 'transfers.step'])
  const day = sql<bigint>`movements.at / ${sql.lit(DAY)}`
  const rows = await db
    .selectFrom(each.as('movements'))
    .select(['currency', 'cause', 'step', day.as('day')])
    .select(({ fn }) => fn.countAll<bigint>().as('movements'))
    .select(sql<bigint>`sum(case when amount > 0 then amount else 0 end)`.as('in'))
    .select(sql<bigint>`sum(case when amount < 0 then -amount else 0 end)`.as('out'))
    .select(sql<bigint>`sum(held)`.as('held'))
    .groupBy([day, 'currency', 'cause', 'step'])
    .execute()
  return rows.map((row) => ({
    day: Number(row.day),
    currency: row.currency,
    cause: row.cause,
    step: nameOf(row.step),
    movements: Number(row.movements),
    in: BigInt(row.in),
    out: BigInt(row.out),
    held: BigInt(row.held),
  }))
}

/** What moved in one hour and currency: `hour` counts from the epoch. Amounts in minor units. */
export type HourSum = { hour: number; currency: string; amount: Minor; paidIn: Minor }

const HOUR = 3_600

/**
 * What a person's balances changed by, hour by hour, oldest first: all of it, and what of it came or left by these causes.
 * It reads all movements, in turns.
 *
 * @throws Refusal `tooManyRequests`
 */
export const hourSumsOf = (db: Db, userId: string, causes: readonly string[]): Promise<HourSum[]> =>
  turnsOf(db)(() => readHourSums(db, userId, causes), [userId])

async function readHourSums(db: Db, userId: string, causes: readonly string[]): Promise<HourSum[]> {
  const accounts = await accountsOf(db, userId, undefined)
  if (accounts.length === 0) return []
  const hour = sql<bigint>`entries.at / ${sql.lit(HOUR)}`
  const byThese = sql`entries.cause in (${sql.join(causes.map((cause) => sql.lit(cause)))})`
  const rows = await db
    .selectFrom('entries')
    .select(['entries.currency', hour.as('hour')])
    .select(sql<bigint>`sum(entries.amount)`.as('amount'))
    .select(sql<bigint>`sum(case when ${byThese} then entries.amount else 0 end)`.as('paid_in'))
    .where(
      'entries.account_id',
      'in',
      accounts.map(({ id }) => id),
    )
    .groupBy([hour, 'entries.currency'])
    .orderBy('hour')
    .execute()
  return rows.map((row) => ({
    hour: Number(row.hour),
    currency: row.currency,
    amount: BigInt(row.amount),
    paidIn: BigInt(row.paid_in),
  }))
}

/** The name of a posting, without which one of many it was. */
const nameOf = (step: string) => step.split(' ', 1)[0] ?? step

/** A person's accounts, in the order of the currencies; of one currency where it is named. */
async function accountsOf(db: Db | Tx, userId: string, currency: string | undefined) {
  let query = db.selectFrom('accounts').select(['id', 'kind', 'currency']).where('user_id', '=', userId)
  if (currency !== undefined) query = query.where('currency', '=', currency)
  const rows: Pick<Tables['accounts'], 'id' | 'kind' | 'currency'>[] = await query.execute()
  const order = currencies.map(({ code }) => code)
  return rows.sort((a, b) => order.indexOf(a.currency) - order.indexOf(b.currency))
}
