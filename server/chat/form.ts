import type { Lang } from '../../src/api/wire/fields.ts'
import { nowSeconds } from '../platform/clock.ts'
import type { Unit } from '../platform/unit/unit.ts'
import { emptyChat } from './conversation.ts'

/** Accepts the contact form of a user who cannot sign in, once: a repetition changes nothing. Nothing is sent to the address yet. */
export async function takeForm(
  { platform, tx }: Unit,
  lang: Lang,
  { clientId, email, text }: { clientId: string; email: string; text: string },
): Promise<void> {
  const at = BigInt(nowSeconds(platform.clock))
  const id = platform.ids()
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('chats')
    .values({
      ...{ ...emptyChat, newest: 1n, waiting_since: at },
      ...{ id, user_id: null, email, form_id: clientId, lang, last_at: at },
    })
    .onConflict((conflict) => conflict.column('form_id').doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 0n) return
  await tx
    .insertInto('chat_messages')
    .values({
      ...{ chat_id: id, seq: 1n, client_id: clientId, operator: null, text, upload_id: null, at },
      ...{ waited: null, mail_at: null, mail_tries: 0n },
    })
    .execute()
}
