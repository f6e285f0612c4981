import type { Db } from '../../server/platform/database/database.ts'
import { asText } from '../server/kit/judge.ts'

/** Whether rows of a user have changed in one of these tables since the last look, or were never looked at. */
export type HasChanged = (userId: string, tables: readonly string[]) => boolean

/** Watches the rows of tables with a `user_id`, as they are committed. */
export function watchChanges(tables: readonly string[]) {
  let known = new Map<string, string>()
  return async (db: Db): Promise<HasChanged> => {
    const now = new Map<string, string>()
    for (const table of tables) {
      const rows = await db
        .selectFrom(table as 'accounts')
        .selectAll()
        .execute()
      for (const row of rows) {
        const key = `${table} ${row.user_id}`
        now.set(key, `${now.get(key) ?? ''}${asText(row)}`)
      }
    }
    const before = known
    known = now
    return (userId, some) => some.some((table) => before.get(`${table} ${userId}`) !== now.get(`${table} ${userId}`))
  }
}
