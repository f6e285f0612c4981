import type { Selectable } from 'kysely'
import type { MessageWay } from '../../src/rules/notifications.ts'
import { nowSeconds } from '../platform/clock.ts'
import type { Platform } from '../platform/context.ts'
import type { Tables } from '../platform/database/tables.ts'
import { isDelivered } from '../platform/messengers.ts'
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
      at: bigint
      send_at: bigint
      tries: bigint
    }
  }
}

/** What is to leave the server, once. */
export type Outgoing = Selectable<Tables['notification_outbox']>

/** How long until the next try, in seconds, by how many there were. */
const WAITS = [30, 120, 600, 3_600, 21_600]
/** What could not be sent for so long is news no more. */
const LATE_SECONDS = 86_400

/** Notes what of a message is to leave the server, in the unit that tells it: nothing is sent of what is rolled back, or waited for. */
export async function sendOut(
  { platform, tx }: Unit,
  userId: string,
  messageId: string,
  ways: Readonly<Record<MessageWay, boolean>>,
): Promise<void> {
  const at = BigInt(nowSeconds(platform.clock))
  const row = (way: Outgoing['way'], token_hash: string | null): Outgoing => ({
    id: platform.ids(),
    message_id: messageId,
    user_id: userId,
    way,
    token_hash,
    at,
    send_at: at,
    tries: 0n,
  })
  const rows: Outgoing[] = []
  if (ways.email && isDelivered(platform.config, 'email')) {
    const { email } = await tx.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow()
    if (email !== null) rows.push(row('email', null))
  }
  if (ways.push) {
    const { publicKey } = await pushKeysOf(platform)
    rows.push(...(await subscribed(tx, userId, publicKey)).map((tokenHash) => row('push', tokenHash)))
  }
  if (rows.length > 0) await tx.insertInto('notification_outbox').values(rows).execute()
}

/** What is due, the longest first. */
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

/** Takes a row for this node, until its next try: of several nodes one does. */
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

/** Forgets a row: it is sent, or nobody is to be told any more. */
export const forget = ({ db }: Platform, { id }: Outgoing) =>
  db.deleteFrom('notification_outbox').where('id', '=', id).execute()
