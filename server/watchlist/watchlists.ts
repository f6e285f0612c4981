import type { Watchlist } from '../../src/api/market/watchlist.ts'
import { Refusal } from '../../src/api/wire/messages.ts'
import { WATCHLIST_MAX, type WatchChange, withChange } from '../../src/rules/market/watchlist.ts'
import { recordEvent } from '../events/module.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import type { Unit } from '../platform/unit/unit.ts'

declare module '../platform/database/tables.ts' {
  interface Tables {
    watchlists: { user_id: string; version: bigint; symbols: string }
  }
}

const read = (row: { version: bigint; symbols: string } | undefined): Watchlist =>
  row ? { version: Number(row.version), symbols: JSON.parse(row.symbols) } : { version: 0, symbols: [] }

/** The markets that a user watches. */
export const watchlistOf = async (db: Db | Tx, userId: string): Promise<Watchlist> =>
  read(await db.selectFrom('watchlists').selectAll().where('user_id', '=', userId).executeTakeFirst())

/**
 * Applies changes to a user's watchlist in order, and notifies their devices if it changed.
 *
 * @throws Refusal `watchlistFull`
 */
export async function changeWatchlistOf(unit: Unit, userId: string, change: WatchChange): Promise<Watchlist> {
  // Its own version changes nothing, and holds the row until the end of the unit.
  const row = await unit.tx
    .insertInto('watchlists')
    .values({ user_id: userId, version: 0n, symbols: '[]' })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet((eb) => ({ version: eb.ref('watchlists.version') })),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
  const was = read(row)
  const symbols = withChange(was.symbols, change)
  if (!symbols) throw new Refusal('watchlistFull', { limit: String(WATCHLIST_MAX) })
  if (symbols.length === was.symbols.length) return was
  const now = { version: was.version + 1, symbols: [...symbols] }
  await unit.tx
    .updateTable('watchlists')
    .set({ version: BigInt(now.version), symbols: JSON.stringify(symbols) })
    .where('user_id', '=', userId)
    .execute()
  recordEvent(unit, userId, { kind: 'watchlist', body: now })
  return now
}
