import { fromPromise } from 'xstate'
import { result } from '../../api/answer.ts'
import type { Client } from '../../api/client.ts'
import { messages, readMessages } from '../../api/user.ts'
import { MESSAGE_PAGE_SIZE, type MessagePage, type MessagePageRequest, type ReadMark } from '../user/messages.ts'
import { ask } from './ask.ts'

/** A page of someone's messages, and marking them as read. Nobody waits for a mark. */
export const createMessages = (client: Client) => ({
  loadMessages: fromPromise<MessagePage, MessagePageRequest>(async ({ input, signal }) =>
    result(await client.call(messages, { ...input, limit: MESSAGE_PAGE_SIZE }, { signal })),
  ),
  markRead: ask(client, readMessages, (mark: ReadMark) => mark, { quiet: true, stays: true }),
})
