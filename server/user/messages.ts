import type { MessageKey, MessageParams } from '../../src/api/messages.ts'
import type { UserMessage } from '../../src/api/user.ts'
import { nowSeconds } from '../platform/clock.ts'
import type { Tables } from '../platform/tables.ts'
import type { Unit } from '../platform/unit.ts'
import { recordEvent } from './events.ts'

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
  await recordEvent(unit, userId, { kind: 'message', body: messageToWire(row) })
}
