import type { Insertable } from 'kysely'
import { insertRows } from '../database/rows.ts'
import type { Tables } from '../database/tables.ts'
import type { Batch } from './defer.ts'

/** Batches new rows of a table into one insert. */
export const insertsInto = <T extends keyof Tables>(
  table: T,
  stage: Batch<unknown>['stage'],
): Batch<Insertable<Tables[T]>> => ({
  stage,
  write: ({ tx, platform: { database } }, rows) => insertRows(database.kind, tx, table, rows),
})
