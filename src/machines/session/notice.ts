import { assign, setup } from 'xstate'
import type { MessageKey, MessageParams } from '../../api/wire/messages.ts'
import { withEvent } from '../parts/with-event.ts'

export type NoticeTone = 'good' | 'bad' | 'plain'

/** The text of a notice: a key of the catalogue, or a literal text. */
export type NoticeContent =
  | { key: MessageKey; params?: MessageParams; tone: NoticeTone }
  | { text: string; tone: NoticeTone; link?: NoticeLink }

/** The link of a notice: a place of the app. */
export type NoticeLink = { to: string; label: string }

/** `id` is unique, also for equal notices, so that a live region announces each. */
export type Notice = NoticeContent & { id: number }

/** How long a notice shows, in ms; and one with a link, which takes time to tap. */
export const NOTICE_MS = 3_000
export const NOTICE_LINK_MS = 8_000

/** Maximum notices, including the shown one. Beyond it the oldest waiting one is dropped. */
export const NOTICES_MAX = 5

const sameContent = (a: NoticeContent, b: NoticeContent) =>
  'key' in a
    ? 'key' in b && a.key === b.key && JSON.stringify(a.params ?? {}) === JSON.stringify(b.params ?? {})
    : 'text' in b && a.text === b.text && a.link?.to === b.link?.to

/** The link of a notice, if any. */
export const linkOf = (notice: Notice | undefined): NoticeLink | undefined =>
  notice && 'text' in notice ? notice.link : undefined

/** Shows notices one at a time. The first of `queue` is the shown one. */
export const noticeMachine = setup({
  types: {
    context: {} as { queue: readonly Notice[]; made: number },
    events: {} as
      | { type: 'notice.show'; notice: NoticeContent }
      | { type: 'notice.dismiss' }
      | { type: 'notice.hold' }
      | { type: 'notice.release' },
    tags: {} as 'visible',
  },
  actions: {
    add: assign(({ context: { queue, made } }, { notice }: { notice: NoticeContent }) => {
      const waiting = queue.length < NOTICES_MAX ? queue : queue.filter((_, index) => index !== 1)
      return { queue: [...waiting, { ...notice, id: made + 1 }], made: made + 1 }
    }),
    drop: assign({ queue: ({ context }) => context.queue.slice(1) }),
  },
  delays: {
    shown: ({ context: { queue } }) => (linkOf(queue[0]) ? NOTICE_LINK_MS : NOTICE_MS),
  },
  guards: {
    hasNext: ({ context }) => context.queue.length > 1,
    isRepeat: ({ context }, { notice }: { notice: NoticeContent }) => {
      const last = context.queue.at(-1)
      return last !== undefined && sameContent(last, notice)
    },
  },
}).createMachine({
  id: 'notice',
  description: 'Short notices, one at a time, each for a moment.',
  context: { queue: [], made: 0 },
  initial: 'idle',
  states: {
    idle: {
      on: {
        'notice.show': { target: 'showing', actions: withEvent('add') },
      },
    },
    showing: {
      tags: 'visible',
      initial: 'counting',
      on: {
        'notice.show': [
          {
            description: 'A repeated notice is shown once.',
            guard: withEvent('isRepeat'),
          },
          { actions: withEvent('add') },
        ],
        'notice.dismiss': [
          { guard: 'hasNext', target: 'showing', reenter: true, actions: 'drop' },
          { target: 'idle', actions: 'drop' },
        ],
      },
      states: {
        counting: {
          on: { 'notice.hold': 'held' },
          after: {
            shown: [
              { guard: 'hasNext', target: '#notice.showing', reenter: true, actions: 'drop' },
              { target: '#notice.idle', actions: 'drop' },
            ],
          },
        },
        held: {
          description: 'Pointer, touch or focus is on it: the timer is paused.',
          on: { 'notice.release': 'counting' },
        },
      },
    },
  },
})
