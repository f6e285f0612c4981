import { nowSeconds } from '../platform/clock.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { Unit } from '../platform/unit/unit.ts'

declare module '../platform/database/tables.ts' {
  interface Tables {
    desk_notes: { id: string; user_id: string; operator: string; text: string; at: bigint }
  }
}

/** Maximum length of a note, in characters. */
export const NOTE_LENGTH_MAX = 2_000

/** The notes about a user, newest first. */
export const notesOn = (db: Db | Tx, userId: string, limit: number): Promise<Tables['desk_notes'][]> =>
  db.selectFrom('desk_notes').selectAll().where('user_id', '=', userId).orderBy('id', 'desc').limit(limit).execute()

/** Adds a note. None is ever changed. */
export async function addNote(
  { tx, platform }: Unit,
  note: { userId: string; operator: string; text: string },
): Promise<void> {
  const { userId, ...rest } = note
  const at = BigInt(nowSeconds(platform.clock))
  await tx
    .insertInto('desk_notes')
    .values({ id: platform.ids(), user_id: userId, ...rest, at })
    .execute()
}
