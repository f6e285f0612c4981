import { sql } from 'kysely'
import type { Platform } from '../../../server/platform/context.ts'

const AT_ONCE = 400

/** Copies an order a number of times, each with a new id, for lists and counts of many. The copies hold no money. */
export async function copyOrder(
  { db, ids }: Pick<Platform, 'db' | 'ids'>,
  { table }: { table: string },
  id: string,
  times: number,
): Promise<void> {
  const { rows } = await sql<object>`select * from ${sql.table(table)} where id = ${id}`.execute(db)
  const row = { ...rows[0] }
  const columns = sql.join(Object.keys(row).map((column) => sql.ref(column)))
  for (let left = times; left > 0; left -= AT_ONCE) {
    const copies = Array.from({ length: Math.min(left, AT_ONCE) }, () => Object.values({ ...row, id: ids() }))
    const values = sql.join(copies.map((copy) => sql`(${sql.join(copy)})`))
    await sql`insert into ${sql.table(table)} (${columns}) values ${values}`.execute(db)
  }
}
