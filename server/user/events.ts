import type { AccountEvent } from '../../src/api/events.ts'
import { nowSeconds } from '../platform/clock.ts'
import type { Db, Tx } from '../platform/database.ts'
import type { Unit } from '../platform/unit.ts'

/** How many of a user's events are kept: the newest. A device that is further behind loads everything anew. */
export const EVENTS_KEPT = 1_000

type WithoutNumber<Event> = Event extends AccountEvent ? Omit<Event, 'seq' | 'at'> : never

/** A private event before it has its number and its time. */
export type NewEvent = WithoutNumber<AccountEvent>

/**
 * Numbers and stores private events within the unit, forgets those that are too old by then, and publishes them on the bus once the unit has committed.
 *
 * The numbers of a user's events run 1, 2, 3 without a gap. Two units that commit at the same moment may publish out
 * of order: whoever listens orders by `seq`.
 *
 * @throws Error where there is no such user
 */
export async function recordEvent(unit: Unit, userId: string, ...events: readonly NewEvent[]): Promise<void> {
  const { platform, tx } = unit
  const { event_seq } = await tx
    .updateTable('users')
    .set((eb) => ({ event_seq: eb('event_seq', '+', BigInt(events.length)) }))
    .where('id', '=', userId)
    .returning('event_seq')
    .executeTakeFirstOrThrow()
  const at = nowSeconds(platform.clock)
  const before = Number(event_seq) - events.length
  const numbered = events.map((event, index): AccountEvent => ({ ...event, seq: before + 1 + index, at }))
  await tx
    .insertInto('events')
    .values(
      numbered.map(({ seq, kind, body }) => ({
        user_id: userId,
        seq: BigInt(seq),
        kind,
        body: JSON.stringify(body),
        at: BigInt(at),
      })),
    )
    .execute()
  const forgotten = event_seq - BigInt(EVENTS_KEPT)
  if (forgotten > 0n) {
    await tx.deleteFrom('events').where('user_id', '=', userId).where('seq', '<=', forgotten).execute()
  }
  for (const event of numbered) unit.after(() => platform.bus.publish('account', { userId, event }))
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
