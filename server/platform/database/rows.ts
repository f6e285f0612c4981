import { type Insertable, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { compiled, isPostgres } from './compiled.ts'
import type { Database, Db, Tx } from './database.ts'
import type { Tables } from './tables.ts'

type Kind = Database['kind']
type Values = Record<string, unknown>

/** Inserts rows with the same columns; on PostgreSQL in one statement, whatever their number. */
export async function insertRows<T extends keyof Tables>(
  kind: Kind,
  tx: Tx,
  table: T,
  rows: readonly Insertable<Tables[T]>[],
): Promise<void> {
  const [first] = rows as readonly Values[]
  if (!first) return
  const columns = Object.keys(first)
  const { one, all } = insertOf(table, columns)
  if (kind === 'postgres' && rows.length > 1) await all(tx, toJson(rows))
  else for (const row of rows as readonly Values[]) await one(tx, ...columns.map((column) => row[column]))
}

const insertOf = remembered((table: string, columns: readonly string[]) => {
  const [into, names] = [sql.table(table), sql.join(columns.map((column) => sql.ref(column)))]
  return {
    one: compiled((_, ...values: unknown[]) => sql`insert into ${into} (${names}) values (${sql.join(values)})`),
    all: compiled(
      (_, rows: string) =>
        sql`insert into ${into} (${names}) select ${names} from json_populate_recordset(null::${into}, ${rows})`,
    ),
  }
})

/** Memoises a function of a table and some of its columns. */
function remembered<Made>(make: (table: string, columns: readonly string[]) => Made): typeof make {
  const all = new Map<string, Made>()
  return (table, columns) => {
    const name = `${table} ${columns}`
    const made = all.get(name) ?? make(table, columns)
    all.set(name, made)
    return made
  }
}

/**
 * Updates rows whose stored version is one below the given one; on PostgreSQL in one statement, whatever their number.
 *
 * @param columns to set, `version` among them
 * @returns the number of changed rows
 */
export async function updateRows(
  kind: Kind,
  tx: Tx,
  table: keyof Tables,
  columns: readonly string[],
  rows: readonly { id: string; version: bigint }[],
): Promise<number> {
  const { one, all } = updateOf(table, columns)
  if (kind === 'postgres' && rows.length > 1) return (await all(tx, toJson(rows))).length
  let changed = 0
  for (const row of rows) {
    const values = columns.map((column) => (row as Values)[column])
    changed += (await one(tx, row.id, row.version - 1n, ...values)).length
  }
  return changed
}

const updateOf = remembered((table: string, columns: readonly string[]) => {
  const target = sql.table(table)
  const set = (value: (column: string, index: number) => RawBuilder<unknown>) =>
    sql.join(columns.map((column, index) => sql`${sql.ref(column)} = ${value(column, index)}`))
  return {
    one: compiled(
      (_, id: string, version: bigint, ...values: unknown[]) =>
        sql`update ${target} set ${set((_, index) => sql`${values[index]}`)}
          where id = ${id} and version = ${version} returning id`,
    ),
    all: compiled(
      (_, rows: string) =>
        sql`update ${target} set ${set((column) => sql.ref(`next.${column}`))}
          from json_populate_recordset(null::${target}, ${rows}) as next
          where ${sql.ref(`${table}.id`)} = next.id and ${sql.ref(`${table}.version`)} = next.version - 1
          returning ${sql.ref(`${table}.id`)}`,
    ),
  }
})

/** Groups rows by a column, such as their owner, in order of appearance. */
export function groupedBy<Row, C extends keyof Row>(rows: readonly Row[], column: C): Map<Row[C], Row[]> {
  const groups = new Map<Row[C], Row[]>()
  for (const row of rows) {
    const group = groups.get(row[column])
    if (group) group.push(row)
    else groups.set(row[column], [row])
  }
  return groups
}

/** `used_at` as `usedAt`. */
type Camel<Column> = Column extends `${infer First}_${infer Rest}` ? `${First}${Capitalize<Camel<Rest>>}` : Column
type Plain<Row> = {
  [Column in keyof Row as Camel<Column>]: Row[Column] extends bigint | null
    ? Exclude<Row[Column], bigint> | number
    : Row[Column]
}

/** A row as the wire carries it where nothing else is to be done: names in camelCase, integers as numbers. */
export const plainRow = <Row extends object>(row: Row) =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column.replace(/_./g, ([, letter = '']) => letter.toUpperCase()),
      typeof value === 'bigint' ? Number(value) : value,
    ]),
  ) as Plain<Row>

/** Reads a JSON column: strings of digits become bigint, except in hashes. */
export const fromJson = (text: string) =>
  JSON.parse(text, (key, value) => (key !== 'hash' && isWhole(value) ? BigInt(value) : value))

const isWhole = (value: unknown): value is string => typeof value === 'string' && /^-?\d+$/.test(value)

/** Rows as one JSON parameter. Integers are strings, because JSON numbers would lose digits. */
export const toJson = (rows: readonly unknown[]): string =>
  JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value))

/** A condition that a column is in a list of texts, passed as one parameter: see `toJson`. */
export const isOneOf = (db: Db | Tx, column: string, ids: string): RawBuilder<boolean> =>
  isPostgres(db)
    ? sql<boolean>`${sql.ref(column)} = any(array(select json_array_elements_text(${ids})))`
    : sql<boolean>`${sql.ref(column)} in (select value from json_each(${ids}))`

/** Lists of texts, passed as one parameter (see `toJson`), as a table to select from: `value ->> 0` is the first of each. */
export const eachOf = (db: Db | Tx, lists: string): RawBuilder<unknown> =>
  isPostgres(db) ? sql`json_array_elements(${lists})` : sql`json_each(${lists})`

/**
 * Adds `for update skip locked`: locks the rows that a query finds until the transaction ends, and skips those that another transaction has
 * locked, so that several nodes share work. On SQLite, which has one writer, the query is unchanged.
 */
export const claiming = <DB, T extends keyof DB & string, O>(
  db: Tx,
  query: SelectQueryBuilder<DB, T, O>,
): SelectQueryBuilder<DB, T, O> => (isPostgres(db) ? query.forNoKeyUpdate().skipLocked() : query)
