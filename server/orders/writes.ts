import { sql } from 'kysely'
import type { OrderKind, OrderRow } from '../order-kind.ts'
import { compiled } from '../platform/database/compiled.ts'
import { type Db, RetryError, type Tx } from '../platform/database/database.ts'
import { isOneOf, toJson, updateRows } from '../platform/database/rows.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { Batch, Loader, Prefetch } from '../platform/unit/defer.ts'
import { insertsInto } from '../platform/unit/inserts.ts'
import type { Unit } from '../platform/unit/unit.ts'
import { ofTable } from './of-table.ts'

/** Defers the insert of a new order. */
export const insertRow = (unit: Unit, { table }: { table: string }, row: OrderRow): void => {
  unit.prime(ordersIn(table), row.id, row)
  unit.defer(newIn(table), row)
}

/** Stores the state of an order as it was read under lock, so that it is not read again. */
export const primeOrder = (unit: Unit, { table }: { table: string }, row: OrderRow): void =>
  unit.prime(ordersIn(table), row.id, row)

/**
 * Defers a change of an order, which raises its version. Of concurrent changes only the first takes effect.
 *
 * @returns the changed order, or `undefined` if it has changed since it was read
 */
export async function changeRow<Row extends OrderRow>(
  unit: Unit,
  { table }: OrderKind<Row>,
  was: Row,
  change: Partial<Row>,
): Promise<Row | undefined> {
  const now = await unit.read(ordersIn(table), was.id)
  if (now?.version !== was.version) return undefined
  const next = { ...now, ...change, version: was.version + 1n } as Row
  unit.prime(ordersIn(table), was.id, next)
  unit.defer(changesOf(table), { id: was.id, columns: [...Object.keys(change), 'version'], next })
  return next
}

/** An order of this user only, as seen within the unit of work. */
export async function ownOrder<Row extends OrderRow>(
  unit: Unit,
  { table }: OrderKind<Row>,
  userId: string,
  id: string,
): Promise<Row | undefined> {
  const order = await unit.read(ordersIn(table), id)
  return order?.user_id === userId ? (order as Row) : undefined
}

/** Prefetches an order that a unit will change, together with those of its group. */
export const prefetchOrder = ({ table }: { table: string }, id: string): Prefetch => [ordersIn(table), id]

type OrderLoader = Loader<OrderRow | undefined>

/** Reads orders of a table by id. */
const ordersIn = ofTable<OrderLoader>((table) => {
  const rows = compiled(
    (db: Db | Tx, ids: string) => sql<OrderRow>`select * from ${sql.table(table)} where ${isOneOf(db, 'id', ids)}`,
  )
  return {
    ofUser: false,
    none: undefined,
    load: async (db, ids) => new Map((await rows(db, toJson(ids))).map((row) => [row.id, row])),
  }
})

const newIn = ofTable((table) => insertsInto(table as keyof Tables, 'orders') as Batch<unknown> as Batch<OrderRow>)

type Change = { id: string; columns: readonly string[]; next: OrderRow }

const changesOf = ofTable<Batch<Change>>((table) => ({
  stage: 'orders',
  write: async ({ tx, platform: { database } }, changes) => {
    for (const { columns, rows } of rounds(changes)) {
      const changed = await updateRows(database.kind, tx, table as keyof Tables, columns, rows)
      if (changed !== rows.length) throw new RetryError(`${table}: an order is not as it was read`)
    }
  },
}))

/** Splits changes into rounds with the same columns and each order at most once; repeated changes run in order. */
function rounds(changes: readonly Change[]): { columns: readonly string[]; rows: OrderRow[] }[] {
  const all: { columns: readonly string[]; rows: OrderRow[] }[] = []
  for (const { id, columns, next } of changes) {
    const before = all.findLastIndex(({ rows }) => rows.some((row) => row.id === id))
    const fits = all.findIndex((round, index) => index > before && String(round.columns) === String(columns))
    if (fits < 0) all.push({ columns, rows: [next] })
    else all[fits]?.rows.push(next)
  }
  return all
}
