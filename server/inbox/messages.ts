import type { UserMessage } from '../../src/api/account/user.ts'
import { Refusal } from '../../src/api/wire/messages.ts'
import { kindsOf, type MessageTopic } from '../../src/rules/account/notifications.ts'
import { recordEvent } from '../events/module.ts'
import { sendOut, settingsOf } from '../notifications/module.ts'
import { nowSeconds } from '../platform/clock.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { plainRow } from '../platform/database/rows.ts'
import type { Tables } from '../platform/database/tables.ts'
import { insertsInto } from '../platform/unit/inserts.ts'
import type { Unit } from '../platform/unit/unit.ts'
import type { Message } from './message.ts'

/** A message as the wire carries it. */
export const messageToWire = ({ user_id: _, params, ...row }: Tables['user_messages']): UserMessage => ({
  ...plainRow(row),
  params: JSON.parse(params),
})

/**
 * Adds a message to a user's inbox, and notifies their devices: as unread, unless they turned that category off. E-mail and push are queued
 * in the same unit.
 *
 * @param mailTo an address that gets the message with its content, regardless of the switches
 */
export async function tellUser(unit: Unit, userId: string, message: Message, mailTo?: string): Promise<void> {
  const { platform } = unit
  const said =
    'key' in message
      ? { kind: message.kind, key: message.key, params: JSON.stringify(message.params), text: null }
      : { kind: 'operator' as const, key: null, params: '{}', text: message.text }
  const { switches } = await settingsOf(unit, userId)
  const ways = switches[said.kind]
  const at = BigInt(nowSeconds(platform.clock))
  const row = { id: platform.ids(), user_id: userId, ...said, at, read_at: ways.app ? null : at }
  unit.defer(newMessages, row)
  recordEvent(unit, userId, { kind: 'message', body: messageToWire(row) })
  await sendOut(unit, userId, row.id, ways, mailTo)
}

const newMessages = insertsInto('user_messages', 'events')

/** A user's messages older than `before` and of this topic, where these are given: newest first, at most `limit`. */
export async function messagesOf(
  db: Db | Tx,
  userId: string,
  { before, kind }: { before?: string | undefined; kind?: MessageTopic | undefined },
  limit: number,
): Promise<UserMessage[]> {
  let query = db.selectFrom('user_messages').selectAll().where('user_id', '=', userId)
  if (before !== undefined) query = query.where('id', '<', before)
  if (kind !== undefined) query = query.where('kind', 'in', kindsOf(kind))
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
 * Marks a message as read, and with `older` all before it, or those of a topic. One that was read keeps its time.
 *
 * @returns when, in seconds
 * @throws Refusal `dataNotFound` if it is not the user's
 */
export async function markRead(
  { platform, tx }: Unit,
  userId: string,
  { id, older, kind }: { id: string; older: boolean; kind?: MessageTopic | undefined },
): Promise<number> {
  const found = await tx
    .selectFrom('user_messages')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!found) throw new Refusal('dataNotFound')
  const readAt = nowSeconds(platform.clock)
  let marked = tx
    .updateTable('user_messages')
    .set({ read_at: BigInt(readAt) })
    .where('user_id', '=', userId)
    .where('id', older ? '<=' : '=', id)
    .where('read_at', 'is', null)
  if (older && kind !== undefined) marked = marked.where('kind', 'in', kindsOf(kind))
  await marked.execute()
  return readAt
}
