import type { Selectable } from 'kysely'
import type { ChatMarks, ChatMessage, ChatPage, ChatSent } from '../../src/api/account/chat.ts'
import type { Lang } from '../../src/api/wire/fields.ts'
import { Refusal } from '../../src/api/wire/messages.ts'
import { isSendable } from '../../src/rules/account/chat.ts'
import { recordEvent } from '../events/module.ts'
import { nowSeconds } from '../platform/clock.ts'
import type { Platform } from '../platform/context.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { Unit } from '../platform/unit/unit.ts'
import { claimPhoto, photosBy } from '../uploads/module.ts'
import { usualSeconds } from './waits.ts'

declare module '../platform/database/tables.ts' {
  interface Tables {
    chats: {
      id: string
      user_id: string | null
      email: string | null
      form_id: string | null
      lang: Lang
      newest: bigint
      delivered: bigint
      shown: bigint
      seen: bigint
      closed: bigint
      waiting_since: bigint | null
      notice_at: bigint | null
      last_at: bigint
    }
    chat_messages: {
      chat_id: string
      seq: bigint
      client_id: string | null
      operator: string | null
      text: string
      upload_id: string | null
      at: bigint
      waited: bigint | null
      mail_at: bigint | null
      mail_tries: bigint
      mail_fault: string | null
    }
  }
}

export type Chat = Selectable<Tables['chats']>
export type MessageRow = Selectable<Tables['chat_messages']>

export const messageToWire = ({ seq, client_id, operator, text, upload_id, at }: MessageRow): ChatMessage => ({
  seq: Number(seq),
  clientId: client_id,
  by: operator === null ? 'user' : 'support',
  text,
  picture: upload_id !== null,
  at: Number(at),
})

export const marksOf = ({ newest, delivered, shown, seen, closed }: Chat): ChatMarks => ({
  newest: Number(newest),
  delivered: Number(delivered),
  read: Number(shown),
  seen: Number(seen),
  closed: Number(closed),
})

const noMarks: ChatMarks = { newest: 0, delivered: 0, read: 0, seen: 0, closed: 0 }

const chatOf = (db: Db | Tx, userId: string): Promise<Chat | undefined> =>
  db.selectFrom('chats').selectAll().where('user_id', '=', userId).executeTakeFirst()

/** A page of a user's conversation, oldest first, with its positions. */
export async function pageOf(
  platform: Platform,
  userId: string,
  { before, after, limit }: { before?: number | undefined; after?: number | undefined; limit: number },
): Promise<ChatPage> {
  const { db } = platform
  const chat = await chatOf(db, userId)
  const usual = await usualSeconds(platform)
  if (!chat) return { messages: [], marks: noMarks, more: false, usualSeconds: usual }
  const onwards = after !== undefined
  let query = db.selectFrom('chat_messages').selectAll().where('chat_id', '=', chat.id)
  if (after !== undefined) query = query.where('seq', '>', BigInt(after))
  if (before !== undefined) query = query.where('seq', '<', BigInt(before))
  const rows = await query
    .orderBy('seq', onwards ? 'asc' : 'desc')
    .limit(limit + 1)
    .execute()
  const shown = rows.slice(0, limit)
  const messages = (onwards ? shown : shown.toReversed()).map(messageToWire)
  return { messages, marks: marksOf(chat), more: rows.length > limit, usualSeconds: usual }
}

/**
 * Adds a user's message, once: a repeated client id returns the existing message.
 *
 * @throws Refusal `textRequired`; `requestReused` if that id had another text; `dataNotFound` if the picture is not theirs
 */
export async function writeMessage(
  unit: Unit,
  userId: string,
  lang: Lang,
  { clientId, text, picture }: { clientId: string; text: string; picture?: string | undefined },
): Promise<ChatSent> {
  if (!isSendable(text, picture !== undefined)) throw new Refusal('textRequired')
  const chat = await holdChat(unit, userId, lang)
  const known = await unit.tx
    .selectFrom('chat_messages')
    .selectAll()
    .where('chat_id', '=', chat.id)
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  if (known) {
    if (known.text !== text || (known.upload_id ?? undefined) !== picture) throw new Refusal('requestReused')
    return { message: messageToWire(known), marks: marksOf(chat) }
  }
  if (picture !== undefined) await claimPhoto(unit, userId, picture, { purpose: 'supportPicture' })
  const at = BigInt(nowSeconds(unit.platform.clock))
  const added = await addMessage(
    unit,
    chat,
    { clientId, operator: null, text, uploadId: picture ?? null, waited: null, mailAt: null },
    { waiting_since: chat.waiting_since ?? at },
  )
  return { message: messageToWire(added.message), marks: marksOf(added.chat) }
}

/** A user's conversation, created if missing, and locked until the end of the unit. */
async function holdChat(unit: Unit, userId: string, lang: Lang): Promise<Chat> {
  const { platform, tx } = unit
  const at = BigInt(nowSeconds(platform.clock))
  // For an existing one this only updates the language, and locks the row.
  return tx
    .insertInto('chats')
    .values({ ...emptyChat, id: platform.ids(), user_id: userId, email: null, form_id: null, lang, last_at: at })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet((eb) => ({ lang: eb.ref('excluded.lang') })))
    .returningAll()
    .executeTakeFirstOrThrow()
}

export const emptyChat = {
  newest: 0n,
  delivered: 0n,
  shown: 0n,
  seen: 0n,
  closed: 0n,
  waiting_since: null,
  notice_at: null,
} as const

/** Adds a message to a conversation locked by the unit, and notifies the user's devices. */
export async function addMessage(
  unit: Unit,
  chat: Chat,
  message: {
    clientId: string | null
    operator: string | null
    text: string
    uploadId: string | null
    waited: bigint | null
    mailAt: bigint | null
  },
  change: Partial<Pick<Chat, 'waiting_since' | 'seen' | 'notice_at'>>,
): Promise<{ chat: Chat; message: MessageRow }> {
  const { tx, platform } = unit
  const at = BigInt(nowSeconds(platform.clock))
  const seq = chat.newest + 1n
  const added = await tx
    .insertInto('chat_messages')
    .values({
      chat_id: chat.id,
      seq,
      client_id: message.clientId,
      operator: message.operator,
      text: message.text,
      upload_id: message.uploadId,
      at,
      waited: message.waited,
      mail_at: message.mailAt,
      mail_tries: 0n,
      mail_fault: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return { chat: await changeChat(unit, chat, { ...change, newest: seq, last_at: at }), message: added }
}

/** Changes a conversation locked by the unit, and sends its positions to the user's devices. */
export async function changeChat(unit: Unit, { id }: Chat, change: Partial<Chat>): Promise<Chat> {
  const changed = await unit.tx
    .updateTable('chats')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  // Only its numbers: texts are stored only in the conversation.
  if (changed.user_id !== null) recordEvent(unit, changed.user_id, { kind: 'chat', body: marksOf(changed) })
  return changed
}

const higher = (a: bigint, b: bigint) => (a > b ? a : b)
const lower = (a: bigint, b: bigint) => (a < b ? a : b)

/** Marks messages as delivered and read, up to numbers that are capped at the newest. */
export async function markMessages(
  unit: Unit,
  userId: string,
  marks: { delivered: number; read: number },
): Promise<ChatMarks> {
  const held = await unit.tx
    .updateTable('chats')
    .set((eb) => ({ newest: eb.ref('newest') }))
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst()
  if (!held) return noMarks
  const shown = higher(held.shown, lower(BigInt(marks.read), held.newest))
  const delivered = higher(higher(held.delivered, shown), lower(BigInt(marks.delivered), held.newest))
  if (shown === held.shown && delivered === held.delivered) return marksOf(held)
  const unread = shown < held.newest && held.notice_at !== null
  return marksOf(await changeChat(unit, held, { shown, delivered, notice_at: unread ? held.notice_at : null }))
}

/**
 * The picture of a message in a user's own conversation.
 *
 * @throws Refusal `dataNotFound`
 */
export async function pictureOf({ db, store }: Platform, userId: string, seq: number): Promise<string> {
  const chat = await chatOf(db, userId)
  const row =
    chat &&
    (await db
      .selectFrom('chat_messages')
      .select('upload_id')
      .where('chat_id', '=', chat.id)
      .where('seq', '=', BigInt(seq))
      .executeTakeFirst())
  const [photo] = row?.upload_id ? await photosBy(db, [row.upload_id]) : []
  const bytes = photo && (await store.get(photo.name))
  if (!bytes) throw new Refusal('dataNotFound')
  return `data:image/jpeg;base64,${Buffer.from(bytes).toString('base64')}`
}

/** A user's stored conversation, newest first. */
export async function chatKept(db: Db | Tx, userId: string, limit: number): Promise<ChatMessage[]> {
  const chat = await chatOf(db, userId)
  if (!chat) return []
  const rows = await db
    .selectFrom('chat_messages')
    .selectAll()
    .where('chat_id', '=', chat.id)
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute()
  return rows.map(messageToWire)
}
