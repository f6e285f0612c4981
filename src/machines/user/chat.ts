import { assign, fromCallback, setup } from 'xstate'
import { type ChatMarks, type ChatPage, type ChatSent, listChat, markChat, sendChat } from '../../api/account/chat.ts'
import { isSendable } from '../../rules/account/chat.ts'
import { call, dep } from '../actors/call.ts'
import { uploadPhoto } from '../actors/upload-photo.ts'
import { watchAccount, watchSession } from '../actors/watch-account.ts'
import type { Failed } from '../parts/form.ts'
import type { PhotoNews } from '../parts/photo.ts'
import { isRefusal, refusalIn, refusalKey } from '../parts/refusal.ts'
import { withEvent } from '../parts/with-event.ts'
import { begun, type Conversation, later, nothingSaid, withNewer, withOlder, withSent } from './conversation.ts'
import { changed, discarded, nextOf, type Written, written } from './outbox.ts'

/** The query: the newest messages, those before a number, or those after one. */
export type ChatAsked = { before?: number; after?: number }

type Context = Conversation & {
  usualSeconds: number | null
  /** The message being sent. */
  current: string
  /** Upload progress of a photograph, from 0 to 1. */
  progress: number
  /** Delay before the next, in seconds, if rate limited. */
  slowSeconds: number
  /** Whether the page is open and visible. */
  open: boolean
  visible: boolean
}

type Loaded = { output: ChatPage }

/** The message being sent. */
const currentOf = ({ queue, current }: Pick<Context, 'queue' | 'current'>) =>
  queue.find(({ clientId }) => clientId === current)

/** The newest loaded message of customer service. */
const answered = ({ messages }: Pick<Context, 'messages'>) => messages.findLast(({ by }) => by === 'support')?.seq ?? 0

const wanted = (context: Context) => ({
  delivered: answered(context),
  read: context.open && context.visible ? answered(context) : context.marks.read,
})

/** The user's conversation with customer service: messages and outbox. */
export const chatMachine = setup({
  types: {
    context: {} as Context,
    events: {} as
      | { type: 'chat.open' }
      | { type: 'chat.leave' }
      | { type: 'chat.retry' }
      | { type: 'chat.older' }
      | ({ type: 'chat.send' } & Written)
      | { type: 'chat.again'; clientId: string }
      | { type: 'chat.discard'; clientId: string }
      | { type: 'account.chat'; marks: ChatMarks }
      | { type: 'account.missed' }
      | { type: 'page.visible'; visible: boolean }
      | { type: 'session.over' }
      | PhotoNews,
    tags: {} as 'loading' | 'failed' | 'ready' | 'loadingOlder' | 'olderFailed' | 'behind' | 'offline' | 'slowed',
  },
  actors: {
    loadChat: call(listChat, { input: (asked: ChatAsked) => asked, quiet: true }),
    uploadPhoto: uploadPhoto(({ photo }: { photo: File | null }) => ({ purpose: 'supportPicture', photo })),
    sendChat: call(sendChat, {
      input: ({ picture, ...message }: { clientId: string; text: string; picture: string | null }) => ({
        ...message,
        ...(picture !== null && { picture }),
      }),
      ...{ quiet: true, stays: true },
    }),
    markChat: call(markChat, { quiet: true, stays: true }),
    watchAccount,
    watchSession,
    watchVisible: fromCallback<{ type: 'none' }>(({ sendBack }) => {
      const watching = dep('visible$').subscribe((visible) => sendBack({ type: 'page.visible', visible }))
      return () => watching.unsubscribe()
    }),
  },
  actions: {
    noteOpen: assign({ open: true }),
    noteLeft: assign({ open: false }),
    noteVisible: assign((_, { visible }: { visible: boolean }) => ({ visible })),
    noteMarks: assign(({ context }, { marks }: { marks: ChatMarks }) => ({ marks: later(context.marks, marks) })),
    keepFirst: assign(({ context }, { output }: Loaded) => begun(context, output)),
    keepOlder: assign(({ context }, { output }: Loaded) => withOlder(context, output)),
    keepNewer: assign(({ context }, { output }: Loaded) => withNewer(context, output)),
    enqueue: assign(({ context }, message: Written) => ({ queue: [...context.queue, written(message)] })),
    tryAgain: assign(({ context }, { clientId }: { clientId: string }) => ({
      queue: changed(context.queue, clientId, { refusal: null }),
    })),
    discard: assign(({ context }, { clientId }: { clientId: string }) => ({
      queue: discarded(context.queue, clientId),
    })),
    take: assign(({ context }) => ({ current: nextOf(context.queue)?.clientId ?? '' })),
    noteProgress: assign((_, { done }: { done: number }) => ({ progress: done })),
    keepPicture: assign(({ context }, { id }: { id: string }) => ({
      progress: 0,
      queue: changed(context.queue, context.current, { picture: id }),
    })),
    keepSent: assign(({ context }, { output }: { output: ChatSent }) => withSent(context, output)),
    noteRefusal: assign(({ context }, { error }: Failed) => ({
      progress: 0,
      queue: changed(context.queue, context.current, { refusal: refusalIn(error) }),
    })),
    noteSlow: assign((_, { error }: Failed) => ({
      progress: 0,
      slowSeconds: Number(refusalIn(error)?.params.seconds) || 60,
    })),
    forget: assign({ ...nothingSaid, current: '', progress: 0 }),
  },
  delays: {
    untilAllowed: ({ context }) => context.slowSeconds * 1000,
  },
  guards: {
    isBehind: ({ context: { marks, upTo } }) => marks.newest > upTo,
    hasMore: ({ context }) => context.more,
    isSomething: (_, { text, photo }: Written) => isSendable(text, photo !== null),
    hasNext: ({ context }) => nextOf(context.queue) !== undefined,
    hasPhotoLeft: ({ context }) => {
      const next = nextOf(context.queue)
      return next !== undefined && next.photo !== null && next.picture === null
    },
    isTooMany: (_, { error }: Failed) => refusalKey(error) === 'tooManyRequests',
    isNo: (_, { error }: Failed) => isRefusal(_, { error }) && refusalKey(error) !== 'serverError',
    isUnmarked: ({ context }) => {
      const { delivered, read } = wanted(context)
      return delivered > context.marks.delivered || read > context.marks.read
    },
  },
}).createMachine({
  id: 'chat',
  description: 'A conversation with customer service. Messages are numbered: missing ones are requested by number.',
  type: 'parallel',
  context: {
    messages: [],
    marks: { newest: 0, delivered: 0, read: 0, seen: 0, closed: 0 },
    upTo: 0,
    more: false,
    queue: [],
    usualSeconds: null,
    current: '',
    progress: 0,
    slowSeconds: 0,
    open: false,
    visible: true,
  },
  invoke: [
    { src: 'watchAccount', id: 'watchAccount' },
    { src: 'watchSession', id: 'watchSession' },
    { src: 'watchVisible', id: 'watchVisible' },
  ],
  on: {
    'account.chat': { actions: withEvent('noteMarks') },
    'page.visible': { actions: withEvent('noteVisible') },
    'chat.leave': { actions: 'noteLeft' },
  },
  states: {
    history: {
      initial: 'resting',
      on: { 'session.over': { target: '.resting', actions: 'forget' } },
      states: {
        resting: {
          description: 'Nobody is signed in, or no page needs it yet.',
          on: { 'chat.open': { target: 'loading', actions: 'noteOpen' } },
        },
        loading: {
          tags: 'loading',
          on: { 'chat.open': { actions: 'noteOpen' } },
          invoke: {
            src: 'loadChat',
            id: 'loadNewest',
            input: {},
            onDone: { target: 'ready', actions: withEvent('keepFirst') },
            onError: 'failed',
          },
        },
        failed: {
          tags: 'failed',
          on: { 'chat.retry': 'loading', 'chat.open': { target: 'loading', actions: 'noteOpen' } },
        },
        ready: {
          tags: 'ready',
          initial: 'idle',
          on: {
            'chat.open': { target: '.catching', actions: 'noteOpen' },
            'account.missed': '.catching',
          },
          states: {
            idle: {
              always: { guard: 'isBehind', target: 'catching' },
              on: { 'chat.older': { guard: 'hasMore', target: 'older' } },
            },
            catching: {
              description: 'Loads the messages after the last known one.',
              invoke: {
                src: 'loadChat',
                id: 'loadNewer',
                input: ({ context: { upTo } }) => ({ after: upTo }),
                onDone: { target: 'idle', actions: withEvent('keepNewer') },
                onError: 'behind',
              },
            },
            behind: {
              tags: 'behind',
              after: { 3000: 'catching' },
              on: { 'chat.retry': 'catching' },
            },
            older: {
              tags: 'loadingOlder',
              invoke: {
                src: 'loadChat',
                id: 'loadOlder',
                input: ({ context: { messages, upTo } }) => ({ before: messages[0]?.seq ?? upTo }),
                onDone: { target: 'idle', actions: withEvent('keepOlder') },
                onError: 'olderFailed',
              },
            },
            olderFailed: {
              tags: 'olderFailed',
              always: { guard: 'isBehind', target: 'catching' },
              on: { 'chat.older': 'older' },
            },
          },
        },
      },
    },
    outbox: {
      description: 'Sends one message at a time, each until it is answered.',
      initial: 'idle',
      on: {
        'session.over': '.idle',
        'chat.send': { guard: withEvent('isSomething'), actions: withEvent('enqueue') },
        'chat.again': { actions: withEvent('tryAgain') },
        'chat.discard': { actions: withEvent('discard') },
      },
      states: {
        idle: {
          always: [
            { guard: 'hasPhotoLeft', target: 'uploading', actions: 'take' },
            { guard: 'hasNext', target: 'sending', actions: 'take' },
          ],
        },
        uploading: {
          invoke: {
            src: 'uploadPhoto',
            id: 'uploadPhoto',
            input: ({ context }) => ({ photo: currentOf(context)?.photo ?? null }),
          },
          on: {
            'photo.progress': { actions: withEvent('noteProgress') },
            'photo.uploaded': { target: 'sending', actions: withEvent('keepPicture') },
            'photo.failed': [
              { guard: withEvent('isTooMany'), target: 'slowed', actions: withEvent('noteSlow') },
              { guard: withEvent('isNo'), target: 'idle', actions: withEvent('noteRefusal') },
              { target: 'waiting' },
            ],
          },
        },
        sending: {
          invoke: {
            src: 'sendChat',
            id: 'sendChat',
            input: ({ context }) => ({
              clientId: context.current,
              text: currentOf(context)?.text ?? '',
              picture: currentOf(context)?.picture ?? null,
            }),
            onDone: { target: 'idle', actions: withEvent('keepSent') },
            onError: [
              { guard: withEvent('isTooMany'), target: 'slowed', actions: withEvent('noteSlow') },
              { guard: withEvent('isNo'), target: 'idle', actions: withEvent('noteRefusal') },
              { target: 'waiting' },
            ],
          },
        },
        waiting: {
          description: 'No answer: it may have arrived, so the same message is retried.',
          tags: 'offline',
          after: { 3000: 'idle' },
          on: { 'chat.retry': 'idle', 'chat.open': 'idle' },
        },
        slowed: {
          description: 'Rate limited: waits as long as the server says.',
          tags: 'slowed',
          after: { untilAllowed: 'idle' },
        },
      },
    },
    marking: {
      initial: 'settled',
      on: { 'session.over': '.settled' },
      states: {
        settled: { always: { guard: 'isUnmarked', target: 'marking' } },
        marking: {
          invoke: {
            src: 'markChat',
            id: 'markChat',
            input: ({ context }) => wanted(context),
            onDone: {
              target: 'settled',
              actions: { type: 'noteMarks', params: ({ event }) => ({ marks: event.output }) },
            },
            onError: 'later',
          },
        },
        later: { after: { 5000: 'settled' } },
      },
    },
  },
})
