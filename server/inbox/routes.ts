import { messages, readMessages } from '../../src/api/account/user.ts'
import { type Route, route } from '../platform/http/route.ts'
import { commit } from '../platform/unit/unit.ts'
import { markRead, messagesOf, unreadOf } from './messages.ts'

/** The calls of the inbox: reading, and marking as read. */
export const inboxRoutes: readonly Route[] = [
  route(messages, async ({ input, session, platform }) => ({
    unread: await unreadOf(platform.db, session.userId),
    messages: await messagesOf(platform.db, session.userId, input, input.limit),
  })),
  route(readMessages, ({ input, session, platform }) =>
    commit(platform, async (unit) => {
      const readAt = await markRead(unit, session.userId, input)
      return { readAt, unread: await unreadOf(unit.tx, session.userId) }
    }),
  ),
]
