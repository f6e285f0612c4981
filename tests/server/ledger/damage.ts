import { sql } from 'kysely'
import { expect } from 'vitest'
import { checkLedger } from '../../../server/ledger/module.ts'
import { modules } from '../../../server/modules.ts'
import type { Tx } from '../../../server/platform/database/database.ts'
import type { TestPlatform } from '../platform.ts'

type Damaged = { platform: Pick<TestPlatform['platform'], 'db' | 'database'> }

/**
 * Damages the ledger with the database's constraints off, verifies it, and undoes the damage.
 *
 * @returns the findings of the ledger's verification, sorted, unique and without figures
 */
export async function damagedBy({ platform: { db, database } }: Damaged, statements: readonly string[]) {
  let lines: string[] = []
  const undo = new Error('undo')
  const done = db.transaction().execute(async (tx) => {
    await guardsOff(tx, database.kind)
    for (const statement of statements) await sql.raw(statement).execute(tx)
    lines = await checkLedger(tx, modules)
    throw undo
  })
  await expect(done).rejects.toBe(undo)
  if (database.kind === 'sqlite') await sql`pragma ignore_check_constraints = off`.execute(db)
  expect(await checkLedger(db, modules)).toEqual([])
  return [...new Set(lines.map((line) => line.replace(/ \(.*\)$/, '')))].sort()
}

async function guardsOff(tx: Tx, kind: TestPlatform['kind']) {
  if (kind === 'sqlite') {
    await sql`pragma defer_foreign_keys = on`.execute(tx)
    await sql`pragma ignore_check_constraints = on`.execute(tx)
    return
  }
  const { rows } = await sql<{ table: string; name: string }>`
    select conrelid::regclass::text as table, conname as name from pg_constraint
    where contype in ('c', 'f') and connamespace = current_schema()::regnamespace`.execute(tx)
  for (const { table, name } of rows) await sql.raw(`alter table ${table} drop constraint "${name}"`).execute(tx)
}
