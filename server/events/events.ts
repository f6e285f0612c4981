import { sql } from 'kysely'
import type { AccountEvent } from '../../src/api/wire/events.ts'
import { nowSeconds } from '../platform/clock.ts'
import { compiled, isPostgres } from '../platform/database/compiled.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { insertRows, toJson } from '../platform/database/rows.ts'
import type { Batch } from '../platform/unit/defer.ts'
import type { Unit } from '../platform/unit/unit.ts'

/** Number of newest events stored per user. A device further behind reloads everything. */
export const EVENTS_KEPT = 1_000

type WithoutNumber<Event> = Event extends AccountEvent ? Omit<Event, 'seq' | 'at'> : never

/** A private event before it has its number and its time. */
export type NewEvent = WithoutNumber<AccountEvent>

/** Events to send to a user, numbered when written. */
type UserEvents = { userId: string; events: AccountEvent[] }

/**
 * Defers private events, to be numbered and stored with the unit. Removes those beyond the retention, and publishes the new ones on the bus
 * after the commit.
 *
 * The numbers of a user's events run 1, 2, 3 without a gap. Concurrent units may publish out of order: subscribers order by `seq`.
 */
export function recordEvent(unit: Unit, userId: string, ...events: readonly NewEvent[]): void {
  const { bus, clock } = unit.platform
  const at = nowSeconds(clock)
  const stamped = events.map((event): AccountEvent => ({ ...event, seq: 0, at }))
  unit.defer(numbering, { userId, events: stamped })
  for (const event of stamped) unit.after(() => bus.publish('account', { userId, event }))
}

/** Numbers and stores events, each user's in the order in which they were left. */
const numbering: Batch<UserEvents> = {
  stage: 'events',
  write: async ({ tx, platform: { database } }, all) => {
    const counts = new Map<string, number>()
    for (const { userId, events } of all) counts.set(userId, (counts.get(userId) ?? 0) + events.length)
    const last = new Map((await raise(tx, counts)).map(({ id, event_seq }) => [id, event_seq]))
    const next = new Map<string, number>()
    for (const [userId, count] of counts) {
      const seq = last.get(userId)
      if (seq === undefined) throw new Error(`events of a user who is none: ${userId}`)
      next.set(userId, Number(seq) - count + 1)
    }
    const rows = all.flatMap(({ userId, events }) =>
      events.map((event) => {
        event.seq = next.get(userId) ?? 0
        next.set(userId, event.seq + 1)
        const { seq, kind, body, at } = event
        return { user_id: userId, seq: BigInt(seq), kind, body: JSON.stringify(body), at: BigInt(at) }
      }),
    )
    await insertRows(database.kind, tx, 'events', rows)
    for (const [userId, seq] of last) {
      const forgotten = seq - BigInt(EVENTS_KEPT)
      if (forgotten > 0n) await forgetEvents(tx, userId, forgotten)
    }
  },
}

type Raised = { id: string; event_seq: bigint }

const raiseOne = compiled((db, by: bigint, id: string) =>
  db
    .updateTable('users')
    .set((eb) => ({ event_seq: eb('event_seq', '+', by) }))
    .where('id', '=', id)
    .returning(['id', 'event_seq']),
)

const raiseMany = compiled(
  (_, counts: string) => sql<Raised>`update users set event_seq = event_seq + told.count
    from json_to_recordset(${counts}) as told (id text, count bigint) where users.id = told.id
    returning users.id, users.event_seq`,
)

const forgetEvents = compiled((db, userId: string, upTo: bigint) =>
  db.deleteFrom('events').where('user_id', '=', userId).where('seq', '<=', upTo),
)

async function raise(tx: Tx, counts: ReadonlyMap<string, number>): Promise<Raised[]> {
  if (counts.size > 1 && isPostgres(tx)) {
    return raiseMany(tx, toJson([...counts].map(([id, count]) => ({ id, count }))))
  }
  const raised: Raised[] = []
  for (const [id, count] of counts) raised.push(...(await raiseOne(tx, BigInt(count), id)))
  return raised
}

/** A user's events whose number is above `after`, oldest first, at most `limit`. */
export async function eventsAfter(db: Db | Tx, userId: string, after: number, limit: number): Promise<AccountEvent[]> {
  const rows = await db
    .selectFrom('events')
    .select(['seq', 'kind', 'body', 'at'])
    .where('user_id', '=', userId)
    .where('seq', '>', BigInt(after))
    .orderBy('seq')
    .limit(limit)
    .execute()
  return rows.map(
    ({ seq, kind, body, at }) => ({ seq: Number(seq), kind, body: JSON.parse(body), at: Number(at) }) as AccountEvent,
  )
}

/** Numbers of the newest private events of these users; 0 before the first. */
export async function newestEvents(db: Db | Tx, userIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db.selectFrom('users').select(['id', 'event_seq']).where('id', 'in', userIds).execute()
  return new Map(rows.map(({ id, event_seq }) => [id, Number(event_seq)]))
}
