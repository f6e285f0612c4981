import { cpSync, readdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { modules } from '../../../server/modules.ts'
import type { Database } from '../../../server/platform/database/database.ts'
import { foldersOf, MigrationError, migrate } from '../../../server/platform/database/migrate.ts'
import { newFolder } from '../../runner/own-folder.ts'
import { emptyDatabase, type TestDatabase } from '../databases.ts'
import { describeEach } from '../describe-each.ts'
import { MONDAY_NOON } from '../platform.ts'

const tablesOf = async ({ kind, db }: Database): Promise<string[]> => {
  const { rows } =
    kind === 'sqlite'
      ? await sql<{ name: string }>`select name from sqlite_master where type = 'table'`.execute(db)
      : await sql<{
          name: string
        }>`select tablename as name from pg_tables where schemaname = current_schema()`.execute(db)
  return rows.map(({ name }) => name).sort()
}

const versionsOf = async ({ db }: Database) =>
  (await sql<{ version: bigint; applied_at: bigint }>`select version, applied_at from migrations`.execute(db)).rows

const FOLDER = join(import.meta.dirname, '../../../server/migrations')
const files = readdirSync(FOLDER).filter((name) => /^\d{6}_/.test(name))
/** The numbers of the platform's migrations, in order; those between belong to modules. */
const versions = files.map((name) => Number(name.slice(0, 6))).sort((a, b) => a - b)
const allAt = (now: number) => versions.map((version) => ({ version: BigInt(version), applied_at: BigInt(now / 1000) }))

describeEach('migrations', (kind) => {
  let fresh: TestDatabase
  let database: Database
  let folder: string
  beforeEach(async () => {
    fresh = await emptyDatabase(kind)
    database = fresh.database
    folder = newFolder()
  })
  afterEach(async () => {
    await database.close()
    await fresh.drop()
  })

  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  const run = () => migrate(database, MONDAY_NOON, [pathToFileURL(`${folder}/`)])

  it('migrate an empty database, and record when', async () => {
    await migrate(database, MONDAY_NOON)
    expect(await tablesOf(database)).toEqual(expect.arrayContaining(['accounts', 'entries', 'microtrades', 'users']))
    expect(await versionsOf(database)).toEqual(allAt(MONDAY_NOON))
  })

  it('run once over several starts and restarts', async () => {
    await migrate(database, MONDAY_NOON)
    await migrate(database, MONDAY_NOON + 60_000)
    await database.close()
    database = await fresh.reopen()
    await migrate(database, MONDAY_NOON + 120_000)
    expect(await versionsOf(database)).toEqual(allAt(MONDAY_NOON))
  })

  it('run in order, and only those that are new', async () => {
    write('000001_one.sql', 'create table one (id bigint primary key); insert into one values (1);')
    await run()
    write('000002_two.sql', '-- A comment; with a semicolon.\ninsert into one values (2);')
    write('000003_three.sql', 'insert into one select id + 10 from one;')
    write('notes.txt', 'no migration')
    await run()
    const { rows } = await sql<{ id: bigint }>`select id from one order by id`.execute(database.db)
    expect(rows.map(({ id }) => id)).toEqual([1n, 2n, 11n, 12n])
  })

  it('refuse a database that is newer than the code', async () => {
    await migrate(database, MONDAY_NOON)
    await sql`insert into migrations values (999, '000999_later.sql', 'x', 1)`.execute(database.db)
    await expect(migrate(database, MONDAY_NOON)).rejects.toThrow(
      new MigrationError(`the database is newer than this code (version 999, code ${versions.at(-1)})`),
    )
  })

  it('refuse a migration that has changed since it was applied', async () => {
    write('000001_one.sql', 'create table one (id bigint primary key);')
    await run()
    write('000001_one.sql', 'create table one (id bigint primary key, more text);')
    await expect(run()).rejects.toThrow(new MigrationError('migration 1 has changed since the database applied it'))
  })

  it('are rolled back if one of them fails', async () => {
    write('000001_one.sql', 'create table one (id bigint primary key);')
    write('000002_two.sql', 'create table two (id bigint primary key); insert into nowhere values (1);')
    await expect(run()).rejects.toThrow(/nowhere/)
    expect((await tablesOf(database)).filter((name) => name !== 'migrations')).toEqual([])
    write('000002_two.sql', 'create table two (id bigint primary key);')
    await run()
    expect(await tablesOf(database)).toEqual(['migrations', 'one', 'two'])
  })

  it('keep data with old names: an order, a photograph, a verification and its event', async () => {
    const copyUpTo = (last: string) => {
      for (const name of files) if (name < last) cpSync(join(FOLDER, name), join(folder, name))
    }
    copyUpTo('000007')
    await run()
    await database.script(`
      insert into users (id, lang, status, invite_code, created_at) values ('someone', 'en', 'active', 'abc', 1);
      insert into microtrades (id, user_id, symbol, kind, direction, currency, amount, seconds, payout_bps, state,
          accepted_ms, due_ms)
        values ('an-order', 'someone', 'BTCUSDT', 'crypto', 'rise', 'USDT', 10, 30, 8500, 'accepted', 1, 2);
      insert into verifications (id, user_id, state, country, certificate, sealed, number_hash, front_id, back_id,
          submitted_at, due_at)
        values ('a-review', 'someone', 'pendingReview', 'GB', 'passport', 's', 'n', 'f', 'b', 1, 2);
      insert into uploads (id, user_id, purpose, name, hash, bytes, created_at, used_at)
        values ('a-photo', 'someone', 'identityFront', 'n', 'h', 5, 1, 2);
      insert into events (user_id, seq, kind, body, at) values ('someone', 1, 'verification', '{}', 1);`)
    copyUpTo('9')
    await run()
    const { db } = database
    expect(await db.selectFrom('microtrades').select(['id', 'state', 'version']).execute()).toEqual([
      { id: 'an-order', state: 'accepted', version: 1n },
    ])
    expect(await db.selectFrom('kyc').select(['id', 'state', 'due_at']).execute()).toEqual([
      { id: 'a-review', state: 'pendingReview', due_at: 2n },
    ])
    expect(await db.selectFrom('uploads').selectAll().execute()).toEqual([
      {
        id: 'a-photo',
        user_id: 'someone',
        purpose: 'identityFront',
        name: 'n',
        hash: 'h',
        likeness: null,
        bytes: 5n,
        created_at: 1n,
        used_at: 2n,
      },
    ])
    expect(await db.selectFrom('events').select(['seq', 'kind']).execute()).toEqual([{ seq: 1n, kind: 'kyc' }])
  })

  const copyAllUpTo = (last: string) => {
    const all = foldersOf(modules).flatMap((url) => readdirSync(url).map((name) => new URL(name, url)))
    for (const file of all) {
      const name = basename(file.pathname)
      if (/^\d{6}_/.test(name) && name < last) cpSync(file, join(folder, name))
    }
  }

  it('file messages about loans, plans and earnings under kinds of their own', async () => {
    copyAllUpTo('000111')
    await run()
    const message = (id: string, kind: string, key: string) => `('${id}', 'someone', '${kind}', '${key}', '{}', 1)`
    await database.script(`
      insert into users (id, lang, status, invite_code, created_at) values ('someone', 'en', 'active', 'abc', 1);
      insert into user_messages (id, user_id, kind, key, params, at) values ${[
        message('1', 'funding', 'loanDueSoon'),
        message('2', 'review', 'planRefused'),
        message('3', 'settlement', 'savingsMatured'),
        message('4', 'funding', 'depositArrived'),
      ].join()};`)
    await migrate(database, MONDAY_NOON, foldersOf(modules))
    const rows = await database.db.selectFrom('user_messages').select('kind').orderBy('id').execute()
    expect(rows.map(({ kind }) => kind)).toEqual(['loan', 'plan', 'earnings', 'funding'])
  })

  it('keep a position in lots with its terms, and let its stops be changed', async () => {
    copyAllUpTo('000108')
    await run()
    await database.script(`
      insert into users (id, lang, status, invite_code, created_at) values ('someone', 'en', 'active', 'abc', 1);
      insert into forex_positions (id, user_id, currency, symbol, direction, lots, lot, leverage, spread, swap_points, take_profit,
          reserve, initial, margin, night, nights, swap, rolled, roll_ms, close_ms, profit, returned, shortfall, turnover, state, version,
          accepted_ms, due_ms, gaps, limited, stop_out_bps)
        values ('a-position', 'someone', 'USDT', 'EURUSD', 'long', 10, 100000, 20, 10, -7, 109000,
          545, 540, 539, -1, 1, -1, -1, 9, 7, 0, 0, 0, 0, 'open.closing', 4, 1, 7, '[]', 0, 2500);`)
    await migrate(database, MONDAY_NOON, foldersOf(modules))
    const [row] = await database.db.selectFrom('forex_positions').selectAll().execute()
    expect(row).toMatchObject({
      ...{ id: 'a-position', lots: 10n, swap_points: -7n, stop_out_bps: 2_500n, margin: 539n, state: 'open.closing' },
      ...{ take_profit: 109_000n, stop_loss: null, next_take_profit: 109_000n, next_stop_loss: null },
      ...{ asked: 1n, asked_ms: null, stops_ms: null, close_ms: 7n, due_ms: 7n, version: 4n, gaps: '[]' },
      // What it was asked to close is all of it.
      ...{ parts: '[]', close_lots: null },
    })
    await database.db.updateTable('forex_positions').set({ state: 'open.changing' }).execute()
  })

  it('run once if two nodes start at the same time', async () => {
    if (kind === 'sqlite') return
    const other = await fresh.reopen()
    await Promise.all([migrate(database, MONDAY_NOON), migrate(other, MONDAY_NOON)])
    expect(await versionsOf(database)).toHaveLength(versions.length)
    await other.close()
  })
})

it('server/migrations/schema.sql shows what the migrations make: vitest --update=all writes it again', async () => {
  const fresh = await emptyDatabase('sqlite')
  await migrate(fresh.database, MONDAY_NOON, foldersOf(modules))
  const { rows } = await sql<{ sql: string }>`
    select sql from sqlite_master where sql is not null and tbl_name <> 'migrations' order by rowid`.execute(
    fresh.database.db,
  )
  await fresh.database.close()
  await fresh.drop()
  const statements = rows.map(
    ({ sql }) => `${sql.replace(/^CREATE (TABLE|(?:UNIQUE )?INDEX)/, (head) => head.toLowerCase())};`,
  )
  const text = statements.join('\n').replace(/\n(?=create table)/g, '\n\n')
  await expect(
    `-- What the migrations make, all together. A test writes it: change a migration, never this.\n\n${text}\n`,
  ).toMatchFileSnapshot('../../../server/migrations/schema.sql')
})
