import { assign, fromPromise, sendTo, setup } from 'xstate'
import { messages, readMessages, type UserMessage } from '../../api/account/user.ts'
import { kindsOf, type MessageTopic } from '../../rules/account/notifications.ts'
import { addPage } from '../../rules/orders/order-list.ts'
import { call, send } from '../actors/call.ts'
import { watchAccount, watchSession } from '../actors/watch-account.ts'
import { mustProvide } from '../parts/must-provide.ts'
import { type Page, type PageLoaded, type PageRequest, pagedListBy } from '../parts/pagedList.ts'
import { withEvent } from '../parts/with-event.ts'

/** A page of messages, and the number of unread ones in total. */
export type MessagePage = Page<UserMessage> & { unread: number }
/** A message to mark as read; with `older`, all before it too, or those of a topic. */
export type ReadMark = { id: string; older: boolean; kind: MessageTopic | null }
/** The listed topic; null: all. */
export type MessageQuery = { kind: MessageTopic | null }

type Context = {
  messages: readonly UserMessage[]
  kind: MessageTopic | null
  /** Of all kinds. */
  unread: number
  complete: boolean
  /** Messages received while a page was loading: it may lack them. */
  arrived: readonly UserMessage[]
  marks: readonly ReadMark[]
}

const isIn = (messages: readonly UserMessage[], { id }: { id: string }) => messages.some((each) => each.id === id)

const isShown = ({ kind }: MessageQuery, message: UserMessage) => kind === null || kindsOf(kind).includes(message.kind)

/** The user's messages: loaded when a page first needs them, kept current by account events. */
export const messagesMachine = setup({
  types: {
    context: {} as Context,
    events: {} as
      | { type: 'messages.open' }
      | ({ type: 'messages.show' } & MessageQuery)
      | { type: 'messages.retry' }
      | PageLoaded<MessagePage>
      | { type: 'messages.read'; id: string; older: boolean }
      | { type: 'account.message'; message: UserMessage }
      | { type: 'account.missed' }
      | { type: 'session.over' },
    children: {} as { pages: 'pagedList' },
  },
  actors: {
    pagedList: pagedListBy(
      // The inbox shows a failure itself; the bell does not.
      fromPromise<MessagePage, PageRequest<MessageQuery>>(async ({ input: { kind, ...rest }, signal }) => {
        const page = await send(messages, { ...rest, ...(kind && { kind }) }, { signal, quiet: true })
        return { entries: page.messages, unread: page.unread }
      }),
    ),
    markRead: call(readMessages, {
      input: ({ kind, ...mark }: ReadMark) => ({ ...mark, ...(kind && { kind }) }),
      ...{ quiet: true, stays: true },
    }),
    watchAccount,
    watchSession,
  },
  actions: {
    tellMessage: (_, __: { message: UserMessage }) => mustProvide('tellMessage', 'action')(),
    note: assign(({ context }, { message }: { message: UserMessage }) =>
      isIn(context.messages, message)
        ? {}
        : {
            messages: isShown(context, message) ? [message, ...context.messages] : context.messages,
            arrived: isShown(context, message) ? [message, ...context.arrived] : context.arrived,
            unread: context.unread + (message.readAt === null ? 1 : 0),
          },
    ),
    forgetArrived: assign({ arrived: [] }),
    keepPage: assign(({ context }, { page, first, complete }: PageLoaded<MessagePage>) => {
      if (!first) return { messages: addPage(context.messages, page.entries), complete }
      const missing = context.arrived.filter((message) => !isIn(page.entries, message))
      return {
        messages: [...missing, ...page.entries],
        unread: page.unread + missing.filter(({ readAt }) => readAt === null).length,
        complete,
      }
    }),
    loadAgain: sendTo('pages', { type: 'list.retry' }),
    refresh: sendTo('pages', { type: 'list.refresh' }),
    choose: assign((_, { kind }: MessageQuery) => ({ kind, messages: [], complete: false })),
    forget: assign({ messages: [], kind: null, unread: 0, complete: false, arrived: [], marks: [] }),
    addMark: assign(({ context }, { id, older }: Pick<ReadMark, 'id' | 'older'>) => ({
      marks: [...context.marks, { id, older, kind: older ? context.kind : null }],
    })),
    keepMark: assign(({ context }, { output }: { output: { readAt: number; unread: number } }) => {
      const [mark] = context.marks
      const isMeant = ({ id, kind, readAt }: UserMessage) =>
        readAt === null &&
        mark !== undefined &&
        (mark.older ? id <= mark.id && kindsOf(mark.kind ?? kind).includes(kind) : id === mark.id)
      return {
        unread: output.unread,
        messages: context.messages.map((each) => (isMeant(each) ? { ...each, readAt: output.readAt } : each)),
      }
    }),
    dropMark: assign(({ context }) => ({ marks: context.marks.slice(1) })),
  },
  guards: {
    hasMarks: ({ context }) => context.marks.length > 0,
    isOtherKind: ({ context }, { kind }: MessageQuery) => context.kind !== kind,
    isNotShown: ({ context }, { message }: { message: UserMessage }) => !isShown(context, message),
    isUnread: ({ context }, { id, older }: Pick<ReadMark, 'id' | 'older'>) =>
      !context.marks.some((mark) => mark.id === id && mark.older === older) &&
      (older ? context.unread > 0 : context.messages.some((each) => each.id === id && each.readAt === null)),
  },
}).createMachine({
  id: 'messages',
  description: 'The inbox: messages of the platform and its operators, read or unread.',
  type: 'parallel',
  context: { messages: [], kind: null, unread: 0, complete: false, arrived: [], marks: [] },
  invoke: [
    { src: 'watchAccount', id: 'watchAccount' },
    { src: 'watchSession', id: 'watchSession' },
  ],
  states: {
    list: {
      initial: 'resting',
      on: {
        'session.over': { target: '.resting', actions: 'forget' },
        'account.message': { actions: [withEvent('note'), withEvent('tellMessage')] },
      },
      states: {
        resting: {
          description: 'Nobody is signed in, or no page needs it yet.',
          on: {
            'messages.open': 'listing',
            'messages.show': { target: 'listing', actions: withEvent('choose') },
          },
        },
        listing: {
          entry: 'forgetArrived',
          invoke: { src: 'pagedList', id: 'pages', input: ({ context: { kind } }) => ({ query: { kind } }) },
          on: {
            'list.loaded': { actions: withEvent('keepPage') },
            'messages.retry': { actions: ['forgetArrived', 'loadAgain'] },
            'messages.open': { actions: ['forgetArrived', 'refresh'] },
            'messages.show': [
              { guard: withEvent('isOtherKind'), target: 'listing', reenter: true, actions: withEvent('choose') },
              { actions: ['forgetArrived', 'refresh'] },
            ],
            'account.message': {
              description: 'A page being loaded may or may not count it: reloads.',
              guard: withEvent('isNotShown'),
              actions: [withEvent('note'), withEvent('tellMessage'), 'forgetArrived', 'refresh'],
            },
            'account.missed': { actions: ['forgetArrived', 'refresh'] },
          },
        },
      },
    },
    marking: {
      description: 'Sends one mark at a time. If it fails, the message stays unread.',
      initial: 'settled',
      on: {
        'session.over': '.settled',
        'messages.read': { guard: withEvent('isUnread'), actions: withEvent('addMark') },
      },
      states: {
        settled: { always: { guard: 'hasMarks', target: 'marking' } },
        marking: {
          invoke: {
            src: 'markRead',
            id: 'markRead',
            input: ({ context: { marks } }) => marks[0] ?? { id: '', older: false, kind: null },
            onDone: { target: 'settled', actions: [withEvent('keepMark'), 'dropMark'] },
            onError: { target: 'settled', actions: 'dropMark' },
          },
        },
      },
    },
  },
})
