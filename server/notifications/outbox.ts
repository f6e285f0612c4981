import { type Selectable, sql } from 'kysely'
import type { MessageWay } from '../../src/rules/account/notifications.ts'
import { nowSeconds } from '../platform/clock.ts'
import type { Platform } from '../platform/context.ts'
import { compiled } from '../platform/database/compiled.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { isOneOf, toJson } from '../platform/database/rows.ts'
import type { Tables } from '../platform/database/tables.ts'
import { isDelivered } from '../platform/messengers.ts'
import type { Loader } from '../platform/unit/defer.ts'
import { insertsInto } from '../platform/unit/inserts.ts'
import type { Unit } from '../platform/unit/unit.ts'
import { pushKeysOf } from './push-keys.ts'
import { subscribed } from './subscriptions.ts'

declare module '../platform/database/tables.ts' {
  interface Tables {
    notification_outbox: {
      id: string
      message_id: string
      user_id: string
      way: Exclude<MessageWay, 'app'>
      token_hash: string | null
      email: string | null
      at: bigint
      send_at: bigint
      tries: bigint
    }
  }
}

/** A queued delivery, made once. */
export type Outgoing = Selectable<Tables['notification_outbox']>

/** Delay of the next attempt, in seconds, by the number of earlier ones. */
const WAITS = [30, 120, 600, 3_600, 21_600]
/** Maximum age of a delivery. */
const LATE_SECONDS = 86_400

/**
 * Queues a message's delivery, in the message's unit: nothing is sent after a rollback, and nothing waits for it.
 *
 * @param mailTo an address that gets it regardless of the switches
 */
export async function sendOut(
  unit: Unit,
  userId: string,
  messageId: string,
  ways: Readonly<Record<MessageWay, boolean>>,
  mailTo?: string,
): Promise<void> {
  const { platform } = unit
  const at = BigInt(nowSeconds(platform.clock))
  const rest = () => ({
    id: platform.ids(),
    message_id: messageId,
    user_id: userId,
    at,
    send_at: at,
    tries: 0n,
  })
  const leave = (way: Outgoing['way'], to: Partial<Pick<Outgoing, 'token_hash' | 'email'>>) =>
    unit.defer(outgoing, { ...rest(), way, token_hash: null, email: null, ...to })
  if (isDelivered(platform.config, 'email')) {
    if (mailTo !== undefined) leave('email', { email: mailTo })
    const bound = ways.email ? await unit.read(emailsIn, userId) : null
    if (bound !== null && bound !== mailTo) leave('email', {})
  }
  if (ways.push) {
    const { publicKey } = await pushKeysOf(platform)
    for (const token_hash of await subscribed(unit, userId, publicKey)) leave('push', { token_hash })
  }
}

/** Written after its messages, which were deferred first. */
const outgoing = insertsInto('notification_outbox', 'events')

const emailsOf = compiled(
  (db: Db | Tx, ids: string) =>
    sql<{ id: string; email: string | null }>`select id, email from users where ${isOneOf(db, 'id', ids)}`,
)

/** Users' bound addresses. */
const emailsIn: Loader<string | null> = {
  ofUser: true,
  none: null,
  load: async (db, ids) => new Map((await emailsOf(db, toJson(ids))).map(({ id, email }) => [id, email])),
}

/** The due deliveries, longest overdue first. */
export const dueOf = ({ db, clock }: Platform, limit: number): Promise<Outgoing[]> =>
  db
    .selectFrom('notification_outbox')
    .selectAll()
    .where('send_at', '<=', BigInt(nowSeconds(clock)))
    .orderBy('send_at')
    .limit(limit)
    .execute()

/** Whether it is too late to send this. */
export const isLate = ({ clock }: Platform, { at }: Outgoing): boolean => Number(at) + LATE_SECONDS <= nowSeconds(clock)

/** Claims a row for this node, until its next attempt. */
export async function claim({ db, clock }: Platform, { id, send_at, tries }: Outgoing): Promise<boolean> {
  const wait = WAITS[Math.min(Number(tries), WAITS.length - 1)] ?? 0
  const { numUpdatedRows } = await db
    .updateTable('notification_outbox')
    .set({ send_at: BigInt(nowSeconds(clock) + wait), tries: tries + 1n })
    .where('id', '=', id)
    .where('send_at', '=', send_at)
    .where('tries', '=', tries)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Removes a row: sent, or no longer wanted. */
export const forget = ({ db }: Platform, { id }: Outgoing) =>
  db.deleteFrom('notification_outbox').where('id', '=', id).execute()
