import type { ChatMarks, ChatMessage, ChatPage, ChatSent } from '../../api/account/chat.ts'
import { changed, type Outbox, without } from './outbox.ts'

/** A conversation on this device. */
export type Conversation = {
  /** Oldest first, without a gap. */
  messages: readonly ChatMessage[]
  marks: ChatMarks
  /** The number up to which all messages are loaded. */
  upTo: number
  /** Whether older ones exist. */
  more: boolean
  /** The outbox. */
  queue: Outbox
}

export const nothingSaid: Conversation = {
  messages: [],
  marks: { newest: 0, delivered: 0, read: 0, seen: 0, closed: 0 },
  upTo: 0,
  more: false,
  queue: [],
}

/** They never decrease: of two reports each number is the maximum. */
export const later = (one: ChatMarks, other: ChatMarks): ChatMarks => ({
  newest: Math.max(one.newest, other.newest),
  delivered: Math.max(one.delivered, other.delivered),
  read: Math.max(one.read, other.read),
  seen: Math.max(one.seen, other.seen),
  closed: Math.max(one.closed, other.closed),
})

/** The last number of a page without a gap: a message may have arrived between reading its marks and its messages. */
const endOf = ({ marks, messages }: Pick<ChatPage, 'marks' | 'messages'>) =>
  Math.max(marks.newest, messages.at(-1)?.seq ?? 0)

/** A conversation after its newest page was loaded. */
export const begun = (now: Conversation, { messages, marks, more, usualSeconds }: ChatPage) => ({
  messages,
  more,
  usualSeconds,
  upTo: endOf({ marks, messages }),
  marks: later(now.marks, marks),
  queue: without(now.queue, messages),
})

export const withOlder = (now: Conversation, { messages, marks, more }: ChatPage) => ({
  messages: [...messages, ...now.messages],
  more,
  marks: later(now.marks, marks),
})

export function withNewer(now: Conversation, { messages, marks, more, usualSeconds }: ChatPage) {
  // Messages sent meanwhile may be in the page.
  const news = messages.filter(({ seq }) => seq > now.upTo)
  return {
    messages: [...now.messages, ...news],
    upTo: more ? (news.at(-1)?.seq ?? now.upTo) : Math.max(now.upTo, endOf({ marks, messages })),
    usualSeconds,
    marks: later(now.marks, marks),
    queue: without(now.queue, news),
  }
}

/** A conversation after a message was sent: it is appended if nothing is missing before it. */
export function withSent(now: Conversation, { message, marks }: ChatSent) {
  const isNext = message.seq === now.upTo + 1
  const messages = isNext ? [...now.messages, message] : now.messages
  return {
    messages,
    upTo: isNext ? message.seq : now.upTo,
    marks: later(now.marks, marks),
    queue: without(changed(now.queue, message.clientId ?? '', { sent: true }), messages),
  }
}
