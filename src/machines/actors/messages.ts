import { fromPromise } from 'xstate'
import { result } from '../../api/answer.ts'
import type { Client } from '../../api/client.ts'
import { messages, readMessages } from '../../api/user.ts'
import type { PageRequest } from '../parts/pagedList.ts'
import type { MessagePage, ReadMark } from '../user/messages.ts'
import { ask } from './ask.ts'

/** A page of someone's messages, newest first. */
export const createLoadMessages = (client: Client) =>
  fromPromise<MessagePage, PageRequest>(async ({ input, signal }) => {
    const page = result(await client.call(messages, input, { signal }))
    return { entries: page.messages, unread: page.unread }
  })

/** Marks messages as read. Nobody waits for it. */
export const createMarkRead = (client: Client) =>
  ask(client, readMessages, (mark: ReadMark) => mark, { quiet: true, stays: true })
