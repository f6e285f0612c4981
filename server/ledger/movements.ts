import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { currencies, currencyOf } from '../../src/rules/money/currencies.ts'
import { formatMoney, type Minor } from '../../src/rules/money/money.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { plainRow } from '../platform/database/rows.ts'
import type { Tables } from '../platform/database/tables.ts'
import { nameOf } from './movement-sums.ts'

/**
 * A filter of movements: by currency, by cause, by one subject of that cause, from a second on, before another, and older than one
 * movement.
 */
export type MovementFilter = {
  currency?: string | undefined
  cause?: string | undefined
  causeId?: string | undefined
  from?: number | undefined
  to?: number | undefined
  before?: string | undefined
}

/**
 * The effect of a transfer on a user's money in its currency, in minor units. `amount`: on the balance; `held`: on what live orders hold.
 * `step` is the posting's name without its occurrence.
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

/**
 * A user's movements, newest first, at most `limit`. Each account is read from its newest end by an index, by cause or all, so that a page
 * has a constant cost.
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

/** Whether a transfer moved this user's money. */
export async function isMovementOf(db: Db | Tx, userId: string, id: string): Promise<boolean> {
  const own = await db
    .selectFrom('entries')
    .innerJoin('accounts', 'accounts.id', 'entries.account_id')
    .select('entries.transfer_id')
    .where('entries.transfer_id', '=', id)
    .where('accounts.user_id', '=', userId)
    .executeTakeFirst()
  return own !== undefined
}

/**
 * Entries of a user's accounts, newest first, at most `limit`, from each account by its index. Amounts are signed decimals.
 */
export async function entriesOf(db: Db | Tx, userId: string, limit: number) {
  const pages = (await accountsOf(db, userId, undefined)).map(({ id, kind }) => entriesOfAccount(db, id, kind, limit))
  const [first, ...others] = pages
  if (!first) return []
  const all = others.reduce((all, page) => all.unionAll(page), first)
  const rows = await db
    .selectFrom(all.as('pages'))
    .selectAll()
    .orderBy('at', 'desc')
    .orderBy('transfer_id', 'desc')
    .orderBy('kind')
    .limit(limit)
    .execute()
  return rows.map(({ transfer_id: _, amount, ...row }) => ({
    ...plainRow(row),
    amount: formatMoney(amount, currencyOf(row.currency).scale),
  }))
}

const entriesOfAccount = (db: Db | Tx, id: string, kind: string, limit: number) =>
  db
    .selectFrom(
      db
        .selectFrom('entries')
        .select(['transfer_id', 'currency', 'amount', 'at'])
        .where('account_id', '=', id)
        .orderBy('at', 'desc')
        .orderBy('transfer_id', 'desc')
        .limit(limit)
        .as('page'),
    )
    .innerJoin('transfers', 'transfers.id', 'page.transfer_id')
    .select(['page.transfer_id', 'page.currency', 'page.amount', 'page.at'])
    .select(['transfers.cause', 'transfers.cause_id', 'transfers.step'])
    .select(sql.lit(kind).as('kind'))

/** A filter as conditions on entries. For one subject of a cause the transfers are found first, which have an index of it. */
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

/** An unknown cursor has no older movements. */
const isOlderThan = (id: string) =>
  sql<SqlBool>`(entries.at, entries.transfer_id) < ((select own.at from transfers as own where own.id = ${id}), ${id})`

/** A user's accounts, in the order of currencies; of one currency if given. */
async function accountsOf(db: Db | Tx, userId: string, currency: string | undefined) {
  let query = db.selectFrom('accounts').select(['id', 'kind', 'currency']).where('user_id', '=', userId)
  if (currency !== undefined) query = query.where('currency', '=', currency)
  const rows: Pick<Tables['accounts'], 'id' | 'kind' | 'currency'>[] = await query.execute()
  const order = currencies.map(({ code }) => code)
  return rows.sort((a, b) => order.indexOf(a.currency) - order.indexOf(b.currency))
}
