import { assign, fromCallback, fromPromise, setup } from 'xstate'
import type { UserMessage } from '../../api/user.ts'
import { mustProvide } from '../parts/must-provide.ts'

/** A page of messages, older than `before` or else the newest. */
export type MessagePageRequest = { before?: string }
export type MessagePage = { unread: number; messages: readonly UserMessage[] }
/** A message to be marked as read; with `older`, all before it too. */
export type ReadMark = { id: string; older: boolean }

export const MESSAGE_PAGE_SIZE = 20

type Context = {
  messages: readonly UserMessage[]
  unread: number
  complete: boolean
  /** Messages that came while a page was under way: it may lack them. */
  arrived: readonly UserMessage[]
  marks: readonly ReadMark[]
}

const isIn = (messages: readonly UserMessage[], { id }: { id: string }) => messages.some((each) => each.id === id)

/** A person's messages: loaded when a page first asks, kept current by the account's events. */
export const messagesMachine = setup({
  types: {
    context: {} as Context,
    events: {} as
      | { type: 'messages.open' }
      | { type: 'messages.retry' }
      | { type: 'messages.more' }
      | { type: 'messages.read'; id: string; older: boolean }
      | { type: 'account.message'; message: UserMessage }
      | { type: 'account.missed' }
      | { type: 'session.over' },
    tags: {} as 'loading' | 'ready' | 'failed' | 'loadingMore' | 'moreFailed',
  },
  actors: {
    loadMessages: fromPromise<MessagePage, MessagePageRequest>(mustProvide('loadMessages')),
    markRead: fromPromise<{ readAt: number; unread: number }, ReadMark>(mustProvide('markRead')),
    watchAccount: fromCallback<{ type: 'none' }>(mustProvide('watchAccount')),
    watchSession: fromCallback<{ type: 'none' }>(mustProvide('watchSession')),
  },
  actions: {
    tellMessage: (_, __: { message: UserMessage }) => mustProvide('tellMessage', 'action')(),
    note: assign(({ context }, { message }: { message: UserMessage }) =>
      isIn(context.messages, message)
        ? {}
        : {
            messages: [message, ...context.messages],
            arrived: [message, ...context.arrived],
            unread: context.unread + (message.readAt === null ? 1 : 0),
          },
    ),
    forgetArrived: assign({ arrived: [] }),
    keepFirst: assign(({ context }, { output }: { output: MessagePage }) => {
      const missing = context.arrived.filter((message) => !isIn(output.messages, message))
      return {
        messages: [...missing, ...output.messages],
        unread: output.unread + missing.filter(({ readAt }) => readAt === null).length,
        complete: output.messages.length < MESSAGE_PAGE_SIZE,
      }
    }),
    keepMore: assign(({ context }, { output }: { output: MessagePage }) => ({
      messages: [...context.messages, ...output.messages.filter((message) => !isIn(context.messages, message))],
      complete: output.messages.length < MESSAGE_PAGE_SIZE,
    })),
    forget: assign({ messages: [], unread: 0, complete: false, arrived: [], marks: [] }),
    addMark: assign(({ context }, { id, older }: ReadMark) => ({ marks: [...context.marks, { id, older }] })),
    keepMark: assign(({ context }, { output }: { output: { readAt: number; unread: number } }) => {
      const [mark] = context.marks
      const isMeant = ({ id, readAt }: UserMessage) =>
        readAt === null && mark !== undefined && (mark.older ? id <= mark.id : id === mark.id)
      return {
        unread: output.unread,
        messages: context.messages.map((each) => (isMeant(each) ? { ...each, readAt: output.readAt } : each)),
      }
    }),
    dropMark: assign(({ context }) => ({ marks: context.marks.slice(1) })),
  },
  guards: {
    hasMore: ({ context }) => !context.complete,
    hasMarks: ({ context }) => context.marks.length > 0,
    isUnread: ({ context }, { id, older }: ReadMark) =>
      !context.marks.some((mark) => mark.id === id && mark.older === older) &&
      (older ? context.unread > 0 : context.messages.some((each) => each.id === id && each.readAt === null)),
  },
}).createMachine({
  id: 'messages',
  description: 'What the platform and its operators told someone, and what of it they have read.',
  type: 'parallel',
  context: { messages: [], unread: 0, complete: false, arrived: [], marks: [] },
  invoke: [
    { src: 'watchAccount', id: 'watchAccount' },
    { src: 'watchSession', id: 'watchSession' },
  ],
  states: {
    list: {
      initial: 'resting',
      on: {
        'session.over': { target: '.resting', actions: 'forget' },
        'account.message': {
          actions: [
            { type: 'note', params: ({ event }) => event },
            { type: 'tellMessage', params: ({ event }) => event },
          ],
        },
      },
      states: {
        resting: {
          description: 'Nobody is signed in, or no page has asked yet.',
          tags: 'loading',
          on: { 'messages.open': 'loading' },
        },
        loading: {
          tags: 'loading',
          entry: 'forgetArrived',
          invoke: {
            src: 'loadMessages',
            id: 'loadMessages',
            input: {},
            onDone: { target: 'ready', actions: { type: 'keepFirst', params: ({ event }) => event } },
            onError: 'failed',
          },
        },
        failed: { tags: 'failed', on: { 'messages.retry': 'loading', 'messages.open': 'loading' } },
        ready: {
          tags: 'ready',
          initial: 'idle',
          on: { 'messages.open': 'refreshing', 'account.missed': 'refreshing' },
          states: {
            idle: { on: { 'messages.more': { guard: 'hasMore', target: 'loadingMore' } } },
            loadingMore: {
              tags: 'loadingMore',
              invoke: {
                src: 'loadMessages',
                id: 'loadMore',
                input: ({ context }) => ({ before: context.messages.at(-1)?.id ?? '' }),
                onDone: { target: 'idle', actions: { type: 'keepMore', params: ({ event }) => event } },
                onError: 'moreFailed',
              },
            },
            moreFailed: {
              description: 'What is shown stays; the next page can be asked for again.',
              tags: 'moreFailed',
              on: { 'messages.more': 'loadingMore' },
            },
          },
        },
        refreshing: {
          description: 'What is known is shown meanwhile, and stays where the answer does not come.',
          tags: 'ready',
          entry: 'forgetArrived',
          invoke: {
            src: 'loadMessages',
            id: 'refresh',
            input: {},
            onDone: { target: 'ready', actions: { type: 'keepFirst', params: ({ event }) => event } },
            onError: 'ready',
          },
        },
      },
    },
    marking: {
      description: 'One mark after the other. Where one does not arrive, the message stays unread.',
      initial: 'settled',
      on: {
        'session.over': '.settled',
        'messages.read': {
          guard: { type: 'isUnread', params: ({ event }) => event },
          actions: { type: 'addMark', params: ({ event }) => event },
        },
      },
      states: {
        settled: { always: { guard: 'hasMarks', target: 'marking' } },
        marking: {
          invoke: {
            src: 'markRead',
            id: 'markRead',
            input: ({ context: { marks } }) => marks[0] ?? { id: '', older: false },
            onDone: {
              target: 'settled',
              actions: [{ type: 'keepMark', params: ({ event }) => event }, 'dropMark'],
            },
            onError: { target: 'settled', actions: 'dropMark' },
          },
        },
      },
    },
  },
})
