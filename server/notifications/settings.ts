import { allSwitches, defaultSwitches, type Switches } from '../../src/rules/account/notifications.ts'
import { compiled } from '../platform/database/compiled.ts'
import { isOneOf, toJson } from '../platform/database/rows.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { Loader, Reads } from '../platform/unit/defer.ts'
import type { Unit } from '../platform/unit/unit.ts'

declare module '../platform/database/tables.ts' {
  interface Tables {
    notification_settings: { user_id: string; switches: string; details: bigint }
  }
}

/** Which messages a user receives, and whether notifications show content. */
export type Settings = { switches: Switches; details: boolean }

const read = (row: { switches: string; details: bigint } | undefined): Settings => ({
  switches: row ? allSwitches(JSON.parse(row.switches)) : defaultSwitches,
  details: row?.details === 1n,
})

/** A user's settings, or the defaults. */
export const settingsOf = async (reads: Reads, userId: string): Promise<Settings> =>
  read(await reads.read(chosen, userId))

type Row = Tables['notification_settings']

const settingsOfUsers = compiled((db, users: string) =>
  db
    .selectFrom('notification_settings')
    .selectAll()
    .where(isOneOf(db, 'user_id', users)),
)

const chosen: Loader<Row | undefined> = {
  ofUser: true,
  none: undefined,
  load: async (db, users) => new Map((await settingsOfUsers(db, toJson(users))).map((row) => [row.user_id, row])),
}

/**
 * Changes a user's settings; concurrent changes are serialised.
 *
 * @returns the previous value
 */
export async function changeSettings(
  { tx }: Unit,
  userId: string,
  change: (now: Settings) => Settings,
): Promise<Settings> {
  const { switches, details } = read(undefined)
  // Writes the same value, to lock the row until the end of the unit.
  const row = await tx
    .insertInto('notification_settings')
    .values({ user_id: userId, switches: JSON.stringify(switches), details: details ? 1n : 0n })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet((eb) => ({ details: eb.ref('notification_settings.details') })),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
  const was = read(row)
  const next = change(was)
  await tx
    .updateTable('notification_settings')
    .set({ switches: JSON.stringify(next.switches), details: next.details ? 1n : 0n })
    .where('user_id', '=', userId)
    .execute()
  return was
}
