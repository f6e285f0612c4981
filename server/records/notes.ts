import { Refusal } from '../../src/api/wire/messages.ts'
import { isMovementOf } from '../ledger/module.ts'
import type { Kept } from '../module.ts'
import { nowSeconds } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import type { Unit } from '../platform/unit/unit.ts'

declare module '../platform/database/tables.ts' {
  interface Tables {
    record_notes: { user_id: string; transfer_id: string; text: string; at: bigint }
  }
}

/**
 * Writes a user's note on a movement of their money, in place of an earlier one; an empty text deletes it.
 *
 * @throws Refusal `dataNotFound` if it is no movement of theirs
 */
export async function writeNote(unit: Unit, userId: string, { id, text }: { id: string; text: string }): Promise<void> {
  const { tx, platform } = unit
  if (!(await isMovementOf(tx, userId, id))) throw new Refusal('dataNotFound')
  if (text === '') {
    await tx.deleteFrom('record_notes').where('user_id', '=', userId).where('transfer_id', '=', id).execute()
    return
  }
  const at = BigInt(nowSeconds(platform.clock))
  await tx
    .insertInto('record_notes')
    .values({ user_id: userId, transfer_id: id, text, at })
    .onConflict((conflict) => conflict.columns(['user_id', 'transfer_id']).doUpdateSet({ text, at }))
    .execute()
}

/** A user's notes on some of these movements, by the movement's id. */
export async function notesOn(db: Db, userId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('record_notes')
    .select(['transfer_id', 'text'])
    .where('user_id', '=', userId)
    .where('transfer_id', 'in', ids)
    .execute()
  return new Map(rows.map(({ transfer_id, text }) => [transfer_id, text]))
}

/** The movements whose note contains a text, in any case. */
export async function notedWith(db: Db, userId: string, text: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('record_notes')
    .select(['transfer_id', 'text'])
    .where('user_id', '=', userId)
    .execute()
  const wanted = text.toLowerCase()
  return new Set(rows.flatMap((row) => (row.text.toLowerCase().includes(wanted) ? [row.transfer_id] : [])))
}

/** All of a user's notes, for their export: of the newest movements first. */
export const keptNotes: Kept = async ({ db }, { userId }, limit) => {
  const rows = await db
    .selectFrom('record_notes')
    .select(['transfer_id', 'text', 'at'])
    .where('user_id', '=', userId)
    .orderBy('transfer_id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ transfer_id, text, at }) => ({ record: transfer_id, text, at: Number(at) }))
}
