import type { MessageKey, MessageParams } from '../../src/api/messages.ts'
import { nowSeconds } from '../platform/clock.ts'
import type { Unit } from '../platform/unit.ts'

/** What a user is told: a text of the catalogue, or an operator's own words. */
export type Message = { key: MessageKey; params: MessageParams } | { text: string }

/** Puts a message into a user's list of messages. */
export async function tellUser({ platform, tx }: Unit, userId: string, message: Message): Promise<void> {
  const said =
    'key' in message
      ? { key: message.key, params: JSON.stringify(message.params), text: null }
      : { key: null, params: '{}', text: message.text }
  await tx
    .insertInto('user_messages')
    .values({
      id: platform.ids(),
      user_id: userId,
      ...said,
      at: BigInt(nowSeconds(platform.clock)),
      read_at: null,
    })
    .execute()
}
