import { type Month, monthOf, monthsAfter } from '../../src/rules/time/months.ts'
import type { Zone } from '../../src/rules/time/zone.ts'
import { nowSeconds } from '../platform/clock.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import type { Unit } from '../platform/unit/unit.ts'

/** The time zone of a user's days and months. */
export async function zoneOf(db: Db | Tx, userId: string): Promise<Zone> {
  const { time_zone } = await db
    .selectFrom('users')
    .select('time_zone')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return time_zone
}

/**
 * The time zone of a month's statement: for a past month the one in which it ended, whatever was chosen since; otherwise the current one.
 */
export async function zoneOfMonth(db: Db | Tx, userId: string, month: Month): Promise<Zone> {
  const kept = await db
    .selectFrom('statement_zones')
    .select('time_zone')
    .where('user_id', '=', userId)
    .where('month', '>=', month)
    .orderBy('month')
    .limit(1)
    .executeTakeFirst()
  return kept?.time_zone ?? zoneOf(db, userId)
}

/** Changes the time zone of a user's days and months. Statements of past months keep the previous one. */
export async function chooseZone(unit: Unit, userId: string, zone: Zone): Promise<void> {
  const { tx, platform } = unit
  const before = await zoneOf(tx, userId)
  if (before === zone) return
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ time_zone: zone })
    .where('id', '=', userId)
    .where('time_zone', '=', before)
    .executeTakeFirst()
  // Another device has changed it meanwhile.
  if (numUpdatedRows === 0n) return chooseZone(unit, userId, zone)
  const month = monthsAfter(monthOf(nowSeconds(platform.clock), before), -1)
  const later = await tx
    .selectFrom('statement_zones')
    .select('month')
    .where('user_id', '=', userId)
    .where('month', '>=', month)
    .executeTakeFirst()
  if (!later) await tx.insertInto('statement_zones').values({ user_id: userId, month, time_zone: before }).execute()
}
