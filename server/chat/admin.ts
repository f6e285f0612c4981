import { Refusal } from '../../src/api/wire/messages.ts'
import { CHAT_TEXT_MAX } from '../../src/rules/account/chat.ts'
import { nowSeconds } from '../platform/clock.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { isDelivered } from '../platform/messengers.ts'
import type { Unit } from '../platform/unit/unit.ts'
import { photosBy } from '../uploads/module.ts'
import { addMessage, type Chat, changeChat, type MessageRow } from './conversation.ts'

/** Time to read an answer in the app before a notification is sent. */
const NOTICE_SECONDS = 30

/** A conversation as customer service lists it. `user`: the account's name, if there is one. */
export type Listed = Pick<Chat, 'id' | 'user_id' | 'email' | 'lang' | 'waiting_since' | 'last_at'> & {
  username: string | null
  status: string | null
  unseen: bigint
  /** Its newest message: the text, and whether a picture came with it. */
  text: string
  hasPicture: boolean
}

/** Conversations: those with a waiting user, longest wait first, or all, newest first. */
export async function listChats(db: Db | Tx, { all, limit }: { all: boolean; limit: number }): Promise<Listed[]> {
  const rows = await db
    .selectFrom('chats')
    .leftJoin('users', 'users.id', 'chats.user_id')
    .select(['chats.id', 'chats.user_id', 'chats.email', 'chats.lang', 'chats.waiting_since', 'chats.last_at'])
    .leftJoin('chat_messages', (join) =>
      join.onRef('chat_messages.chat_id', '=', 'chats.id').onRef('chat_messages.seq', '=', 'chats.newest'),
    )
    .select(['users.username', 'users.status', 'chats.newest', 'chats.seen'])
    .select(['chat_messages.text', 'chat_messages.upload_id'])
    .$if(!all, (query) => query.where('chats.waiting_since', 'is not', null).orderBy('chats.waiting_since'))
    .orderBy('chats.last_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ newest, seen, text, upload_id, ...row }) => ({
    ...row,
    ...{ unseen: newest - seen, text: text ?? '', hasPicture: upload_id !== null },
  }))
}

/** A message as customer service reads it. `picture`: its name in the store. */
export type Shown = MessageRow & { picture: string | null }

/** Opens a conversation for customer service, which marks it as seen for the user. */
export async function openChat(
  unit: Unit,
  id: string,
  limit: number,
): Promise<{ chat: Chat; messages: Shown[] } | undefined> {
  const held = await hold(unit, id)
  if (!held) return undefined
  const chat = held.seen < held.newest ? await changeChat(unit, held, { seen: held.newest }) : held
  const rows = await unit.tx
    .selectFrom('chat_messages')
    .selectAll()
    .where('chat_id', '=', id)
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute()
  const messages: Shown[] = []
  for (const row of rows.toReversed()) {
    const [photo] = row.upload_id ? await photosBy(unit.tx, [row.upload_id]) : []
    messages.push({ ...row, picture: photo?.name ?? null })
  }
  return { chat, messages }
}

/**
 * Answers on all of the user's devices, or by e-mail to a contact form.
 *
 * @param operator the answering operator, whose name the user does not see
 * @throws Refusal `parameterError` for an empty or too long text, `configurationError` if an e-mail is required and this server sends none
 */
export async function answerChat(
  unit: Unit,
  id: string,
  { operator, text }: { operator: string; text: string },
): Promise<Chat | undefined> {
  const words = text.trim()
  if (words === '' || words.length > CHAT_TEXT_MAX) throw new Refusal('parameterError', { field: 'text' })
  const held = await hold(unit, id)
  if (!held) return undefined
  const { platform } = unit
  const byMail = held.email !== null
  if (byMail && !isDelivered(platform.config, 'email')) throw new Refusal('configurationError')
  const at = BigInt(nowSeconds(platform.clock))
  const { chat } = await addMessage(
    unit,
    held,
    {
      ...{ clientId: null, operator, text: words, uploadId: null },
      waited: held.waiting_since === null ? null : at - held.waiting_since,
      mailAt: byMail ? at : null,
    },
    {
      waiting_since: null,
      seen: held.newest + 1n,
      notice_at: byMail ? null : (held.notice_at ?? at + BigInt(NOTICE_SECONDS)),
    },
  )
  return chat
}

/** Closes a conversation. The user's next message reopens it. */
export async function closeChat(unit: Unit, id: string): Promise<Chat | undefined> {
  const held = await hold(unit, id)
  return held && changeChat(unit, held, { closed: held.newest, seen: held.newest, waiting_since: null })
}

/** The conversation of this id, or of the account of this id, held until the end of the unit. */
const hold = ({ tx }: Unit, id: string): Promise<Chat | undefined> =>
  tx
    .updateTable('chats')
    .set((eb) => ({ newest: eb.ref('newest') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
