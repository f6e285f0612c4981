import { fromPromise } from 'xstate'
import { messages, readMessages } from '../../api/account/user.ts'
import type { Client } from '../../api/client/client.ts'
import { result } from '../../api/wire/answer.ts'
import type { PageRequest } from '../parts/pagedList.ts'
import type { MessagePage, MessageQuery, ReadMark } from '../user/messages.ts'
import { ask } from './ask.ts'

/** A page of the user's messages, newest first. The inbox shows a failure itself; the bell does not. */
export const createLoadMessages = (client: Client) =>
  fromPromise<MessagePage, PageRequest<MessageQuery>>(async ({ input: { kind, ...rest }, signal }) => {
    const page = result(await client.call(messages, { ...rest, ...(kind && { kind }) }, { signal, quiet: true }))
    return { entries: page.messages, unread: page.unread }
  })

/** Marks messages as read, in the background. */
export const createMarkRead = (client: Client) =>
  ask(client, readMessages, ({ kind, ...mark }: ReadMark) => ({ ...mark, ...(kind && { kind }) }), {
    quiet: true,
    stays: true,
  })
