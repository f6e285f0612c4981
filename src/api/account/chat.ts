import * as v from 'valibot'
import { CHAT_TEXT_MAX } from '../../rules/account/chat.ts'
import { defineCall } from '../wire/call.ts'
import * as f from '../wire/fields.ts'

declare module '../wire/events.ts' {
  interface EventBodies {
    chat: ChatMarks
  }
}

const number = f.count(0, 1e15)

/** Text as typed, without markup. */
const text = v.pipe(v.string(), v.trim(), v.maxLength(CHAT_TEXT_MAX))

/**
 * A message of a conversation. `seq` numbers them consecutively from 1, so that a gap is visible. `clientId`: from the sending device; null
 * for customer service. `picture`: whether it has one.
 */
export const chatMessage = v.object({
  seq: v.number(),
  clientId: v.nullable(f.requestId),
  by: v.picklist(['user', 'support']),
  text: v.string(),
  picture: v.boolean(),
  at: f.seconds,
})
export type ChatMessage = v.InferOutput<typeof chatMessage>

/**
 * The progress of a conversation, as message numbers that never decrease; 0 before the first. `newest`: of all. `delivered`, `read`: of
 * customer service's messages, the last one delivered to a device, and displayed. `seen`: the last one that customer service has seen.
 * `closed`: the last one when it was closed; a later message reopens it.
 */
export const chatMarks = v.object({
  newest: v.number(),
  delivered: v.number(),
  read: v.number(),
  seen: v.number(),
  closed: v.number(),
})
export type ChatMarks = v.InferOutput<typeof chatMarks>

export const listChat = defineCall({
  path: 'chat/list',
  token: true,
  ours: true,
  summary:
    'The user’s conversation with customer service, oldest first: the newest messages, those before a number, or those after one. `usualSeconds`: the usual reply time; null if too few replies are known.',
  input: v.object({
    before: v.optional(number),
    after: v.optional(number),
    limit: v.optional(f.count(1, 100), 30),
  }),
  output: v.object({
    messages: v.array(chatMessage),
    marks: chatMarks,
    /** Whether there are older ones than the first, or, after a number, newer ones than the last. */
    more: v.boolean(),
    usualSeconds: v.nullable(v.number()),
  }),
})
export type ChatPage = v.InferOutput<typeof listChat.output>

export const sendChat = defineCall({
  method: 'POST',
  path: 'chat/send',
  lines: ['text'],
  token: true,
  ours: true,
  summary:
    'Sends a message to customer service: a text, an uploaded picture, or both. A repeated `clientId` returns the existing message. A locked account may write.',
  input: v.object({ clientId: f.requestId, text, picture: v.optional(f.id) }),
  output: v.object({ message: chatMessage, marks: chatMarks }),
})
export type ChatSent = v.InferOutput<typeof sendChat.output>

export const markChat = defineCall({
  method: 'POST',
  path: 'chat/mark',
  token: true,
  ours: true,
  summary: 'Marks messages of customer service as delivered and as read, up to a number. Marks are never removed.',
  input: v.object({ delivered: number, read: number }),
  output: chatMarks,
})

export const chatPicture = defineCall({
  path: 'chat/picture',
  token: true,
  ours: true,
  summary: 'The picture of a message of the user’s own conversation: a JPEG as a data URL.',
  input: v.object({ seq: number }),
  output: v.object({ picture: v.string() }),
})

export const writeService = defineCall({
  method: 'POST',
  path: 'chat/write',
  lines: ['text'],
  ours: true,
  summary:
    'Sends a message to customer service from someone who has no account or cannot sign in. The reply goes to the e-mail address. `mailed`: whether this server sends e-mail itself.',
  input: v.object({
    clientId: f.requestId,
    email: f.email,
    text: v.pipe(text, v.minLength(1, 'textRequired')),
    captcha: f.captcha,
  }),
  output: v.object({ mailed: v.boolean() }),
})
