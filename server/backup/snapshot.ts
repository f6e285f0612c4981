import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Config } from '../platform/config.ts'

/** A table's rows, in batches. Integers are strings of digits, because JSON numbers would lose some. */
export type TableRows = { table: string; columns: readonly string[]; batches: AsyncIterable<readonly unknown[][]> }

/** All tables of a database as of one moment, whatever is written meanwhile. */
export type Snapshot = { tables(): AsyncIterable<TableRows>; close(): Promise<void> }

const ROWS_A_BATCH = 2_000

/** Opens a snapshot of the server's database. Writers do not wait for it. */
export const openSnapshot = (config: Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>): Promise<Snapshot> =>
  config.DATABASE_URL ? snapshotOfPostgres(config.DATABASE_URL) : snapshotOfSqlite(join(config.DATA_DIR, 'quoin.db'))

/** A read transaction of the write-ahead log: SQLite's own copy, by contrast, starts again whenever another process writes. */
async function snapshotOfSqlite(path: string): Promise<Snapshot> {
  const file = new DatabaseSync(path)
  file.exec('pragma busy_timeout = 5000; pragma query_only = on; begin')
  const names = file
    .prepare(`select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by rowid`)
    .all()
  async function* batches(table: string, columns: readonly string[]) {
    const all = file.prepare(`select ${columns.map(quoted).join(', ')} from ${quoted(table)}`)
    all.setReadBigInts(true)
    let batch: unknown[][] = []
    for (const row of all.iterate()) {
      batch.push(Object.values(row).map((value) => (typeof value === 'bigint' ? String(value) : value)))
      if (batch.length < ROWS_A_BATCH) continue
      yield batch
      batch = []
    }
    yield batch
  }
  return {
    async *tables() {
      for (const { name } of names) {
        const table = String(name)
        const columns = file.prepare('select name from pragma_table_info(?)').all(table)
        const named = columns.map((column) => String(column.name))
        yield { table, columns: named, batches: batches(table, named) }
      }
    },
    close: async () => file.close(),
  }
}

async function snapshotOfPostgres(url: string): Promise<Snapshot> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  await client.connect()
  await client.query('begin isolation level repeatable read, read only')
  const { rows: columnsOfAll } = await client.query<{ table: string; columns: string[] }>(`
    select columns.table_name as table, array_agg(column_name::text order by ordinal_position) as columns
    from information_schema.columns
    inner join information_schema.tables using (table_schema, table_name)
    where table_schema = current_schema() and table_type = 'BASE TABLE'
    group by columns.table_name order by columns.table_name`)
  async function* batches(table: string, columns: readonly string[]) {
    const query = `select ${columns.map(quoted).join(', ')} from ${quoted(table)}`
    await client.query(`declare backup no scroll cursor for ${query}`)
    for (;;) {
      const { rows } = await client.query<unknown[]>({ text: `fetch ${ROWS_A_BATCH} from backup`, rowMode: 'array' })
      yield rows
      if (rows.length < ROWS_A_BATCH) break
    }
    await client.query('close backup')
  }
  return {
    async *tables() {
      for (const { table, columns } of columnsOfAll) yield { table, columns, batches: batches(table, columns) }
    },
    close: () => client.end(),
  }
}

/** A name in SQL. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
