import { DatabaseSync } from 'node:sqlite'
import { OperatorError } from '../platform/command.ts'
import { quoted } from './snapshot.ts'

/** A table's rows, to be written in its columns. */
export type Table = { table: string; columns: readonly string[]; rows: AsyncIterable<unknown[]> }

type Steps = {
  /** Creates the schema of the backup. */
  prepare(): Promise<void>
  tables(): AsyncIterable<Table>
  /** Migrates to this version. */
  finish(): Promise<void>
  tell(line: string): void
}

/** Loads rows into the tables of a migrated file, in place of what migrations inserted. */
export async function loadSqlite(path: string, tables: AsyncIterable<Table>, tell: Steps['tell']): Promise<void> {
  const file = new DatabaseSync(path)
  try {
    file.exec('pragma foreign_keys = off; begin immediate')
    for await (const { table, columns, rows } of tables) {
      file.exec(`delete from ${quoted(table)}`)
      const values = columns.map(() => '?').join(', ')
      const insert = file.prepare(`insert into ${quoted(table)} (${columns.map(quoted).join(', ')}) values (${values})`)
      let count = 0
      for await (const row of rows) {
        // A column of integers takes its digits from a text.
        insert.run(...(row as (string | null)[]))
        count += 1
      }
      tell(`${table}: ${count}`)
    }
    if (file.prepare('pragma foreign_key_check').get())
      throw new OperatorError('the backup has rows that refer to none')
    file.exec('commit')
  } finally {
    file.close()
  }
}

const ROWS_A_STATEMENT = 1_000

/**
 * Restores into an empty PostgreSQL database. Foreign keys are dropped while rows come, and checked at the end.
 *
 * @throws OperatorError if it is not empty
 */
export async function loadPostgres(url: string, { prepare, tables, finish, tell }: Steps): Promise<void> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  await client.connect()
  const tableNames = async () =>
    (
      await client.query<{ name: string }>(
        'select tablename as name from pg_tables where schemaname = current_schema() order by 1',
      )
    ).rows.map(({ name }) => name)
  try {
    if ((await tableNames()).length > 0) {
      throw new OperatorError('the database of DATABASE_URL is not empty: create a new one, and set DATABASE_URL to it')
    }
    try {
      await prepare()
      await client.query('begin')
      const schema = String((await client.query('select current_schema() as name')).rows[0]?.name)
      const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(`
        select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
        from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`)
      for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${quoted(name)}`)
      for await (const each of tables()) tell(`${each.table}: ${await loadTable(client, schema, each)}`)
      for (const { table, name, definition } of keys) {
        await client.query(`alter table ${table} add constraint ${quoted(name)} ${definition}`)
      }
      await client.query('commit')
      await finish()
    } catch (error) {
      await client.query('rollback')
      for (const name of await tableNames()) await client.query(`drop table if exists ${quoted(name)} cascade`)
      throw error
    }
  } finally {
    await client.end()
  }
}

async function loadTable(
  client: { query(text: string, values?: unknown[]): Promise<unknown> },
  schema: string,
  { table, columns, rows }: Table,
): Promise<number> {
  await client.query(`delete from ${quoted(table)}`)
  const names = columns.map(quoted).join(', ')
  // With its schema: a table may have the name of a type, as "record" has.
  const insert = `insert into ${quoted(table)} (${names})
    select ${names} from json_populate_recordset(null::${quoted(schema)}.${quoted(table)}, $1)`
  let batch: object[] = []
  let count = 0
  const flush = async () => {
    if (batch.length > 0) await client.query(insert, [JSON.stringify(batch)])
    count += batch.length
    batch = []
  }
  for await (const row of rows) {
    batch.push(Object.fromEntries(columns.map((column, at) => [column, row[at]])))
    if (batch.length === ROWS_A_STATEMENT) await flush()
  }
  await flush()
  return count
}
