import { type MessageKey, type MessageParams, Refusal } from '../../src/api/messages.ts'
import type { UserMessage } from '../../src/api/user.ts'
import { recordEvent } from '../events/index.ts'
import { nowSeconds } from '../platform/clock.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { Unit } from '../platform/unit/unit.ts'

/** What a user is told: a text of the catalogue, or an operator's own words. */
export type Message = { key: MessageKey; params: MessageParams } | { text: string }

/** A message as the wire carries it. */
export const messageToWire = (row: Tables['user_messages']): UserMessage => ({
  id: row.id,
  key: row.key,
  params: JSON.parse(row.params),
  text: row.text,
  at: Number(row.at),
  readAt: row.read_at === null ? null : Number(row.read_at),
})

/** Puts a message into a user's list of messages, and tells their devices. */
export async function tellUser(unit: Unit, userId: string, message: Message): Promise<void> {
  const { platform, tx } = unit
  const said =
    'key' in message
      ? { key: message.key, params: JSON.stringify(message.params), text: null }
      : { key: null, params: '{}', text: message.text }
  const row = { id: platform.ids(), user_id: userId, ...said, at: BigInt(nowSeconds(platform.clock)), read_at: null }
  await tx.insertInto('user_messages').values(row).execute()
  recordEvent(unit, userId, { kind: 'message', body: messageToWire(row) })
}

/** A user's messages older than `before`, newest first, at most `limit`. */
export async function messagesOf(
  db: Db | Tx,
  userId: string,
  before: string | undefined,
  limit: number,
): Promise<UserMessage[]> {
  let query = db.selectFrom('user_messages').selectAll().where('user_id', '=', userId)
  if (before !== undefined) query = query.where('id', '<', before)
  return (await query.orderBy('id', 'desc').limit(limit).execute()).map(messageToWire)
}

/** How many of a user's messages are unread. */
export async function unreadOf(db: Db | Tx, userId: string): Promise<number> {
  const { unread } = await db
    .selectFrom('user_messages')
    .select((eb) => eb.fn.countAll<bigint | number | string>().as('unread'))
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(unread)
}

/**
 * Marks a message as read, and with `older` all before it. One that was read keeps its time.
 *
 * @returns when, in seconds
 * @throws Refusal `dataNotFound` where it is none of the user's
 */
export async function markRead(
  { platform, tx }: Unit,
  userId: string,
  { id, older }: { id: string; older: boolean },
): Promise<number> {
  const found = await tx
    .selectFrom('user_messages')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!found) throw new Refusal('dataNotFound')
  const readAt = nowSeconds(platform.clock)
  await tx
    .updateTable('user_messages')
    .set({ read_at: BigInt(readAt) })
    .where('user_id', '=', userId)
    .where('id', older ? '<=' : '=', id)
    .where('read_at', 'is', null)
    .execute()
  return readAt
}
