import { sql } from 'kysely'
import type { Db, Tx } from '../platform/database.ts'
import type { MicrotradeRow } from './order.ts'

export const insertOrder = (tx: Tx, row: MicrotradeRow) => tx.insertInto('microtrades').values(row).execute()

/**
 * Moves an order from one state to the next, with what goes with it. Who comes second changes nothing.
 *
 * @returns the order as it is now, or `undefined` where it was no longer in the state `was`
 */
export const changeOrder = (
  tx: Tx,
  id: string,
  was: MicrotradeRow['state'],
  change: Partial<MicrotradeRow>,
): Promise<MicrotradeRow | undefined> =>
  tx
    .updateTable('microtrades')
    .set(change)
    .where('id', '=', id)
    .where('state', '=', was)
    .returningAll()
    .executeTakeFirst()

/** A place among the due orders: behind this one. */
export type Place = Pick<MicrotradeRow, 'due_ms' | 'id'>

/** Live orders whose next step is due at `time` (ms) or before, behind a place, the longest due first. */
export function dueOrders(db: Db, time: number, place: Place | undefined, limit: number): Promise<MicrotradeRow[]> {
  let query = db.selectFrom('microtrades').selectAll().where('due_ms', '<=', BigInt(time))
  if (place) query = query.where(sql<boolean>`(due_ms, id) > (${place.due_ms}, ${place.id})`)
  return query.orderBy('due_ms').orderBy('id').limit(limit).execute()
}

export const orderOf = (db: Db, userId: string, id: string): Promise<MicrotradeRow | undefined> =>
  db.selectFrom('microtrades').selectAll().where('user_id', '=', userId).where('id', '=', id).executeTakeFirst()

/** A user's orders of one kind, newest first. */
export function ordersOf(
  db: Db,
  userId: string,
  kind: MicrotradeRow['kind'],
  filter: { states?: readonly MicrotradeRow['state'][]; symbol?: string | undefined; before?: string | undefined },
  limit: number,
): Promise<MicrotradeRow[]> {
  let query = db.selectFrom('microtrades').selectAll().where('user_id', '=', userId).where('kind', '=', kind)
  if (filter.states) query = query.where('state', 'in', filter.states)
  if (filter.symbol) query = query.where('symbol', '=', filter.symbol)
  if (filter.before) query = query.where('id', '<', filter.before)
  return query.orderBy('id', 'desc').limit(limit).execute()
}
