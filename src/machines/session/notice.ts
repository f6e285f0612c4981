import { assign, setup } from 'xstate'
import type { MessageKey, MessageParams } from '../../api/wire/messages.ts'
import { withEvent } from '../parts/with-event.ts'

export type NoticeTone = 'good' | 'bad' | 'plain'

/**
 * The text of a notice: a key of the catalogue, or a literal text.
 *
 * - `stays`: it is a banner, which stays until it is dismissed, and is never dropped
 * - `group`: notices of one group that wait or are shown are one: `text`, in which `#` is their number
 */
export type NoticeContent =
  | { key: MessageKey; params?: MessageParams; tone: NoticeTone; stays?: true }
  | { text: string; tone: NoticeTone; link?: NoticeLink; stays?: true; group?: { id: string; text: string } }

/** The link of a notice: a place of the app. */
export type NoticeLink = { to: string; label: string }

/** `id` is unique, also for equal notices, so that a live region announces each. `count`: how many of its group it stands for. */
export type Notice = NoticeContent & { id: number; count: number }

/** How long a notice shows, in ms; and one with a link, which takes time to tap. */
export const NOTICE_MS = 3_000
export const NOTICE_LINK_MS = 6_000

/** Maximum toasts, including the shown one. Beyond it the oldest waiting one is dropped. */
export const NOTICES_MAX = 5

const sameContent = (a: NoticeContent, b: NoticeContent) =>
  'key' in a
    ? 'key' in b && a.key === b.key && JSON.stringify(a.params ?? {}) === JSON.stringify(b.params ?? {})
    : 'text' in b && a.text === b.text && a.link?.to === b.link?.to

/** The link of a notice, if any. */
export const linkOf = (notice: Notice | undefined): NoticeLink | undefined =>
  notice && 'text' in notice ? notice.link : undefined

const groupOf = (notice: NoticeContent) => ('text' in notice ? notice.group : undefined)

/** What a notice says; for several of a group, their number. */
export const noticeText = (notice: Extract<Notice, { text: string }>): string =>
  notice.group && notice.count > 1 ? notice.group.text.replace('#', String(notice.count)) : notice.text

/** Shows toasts one at a time, and banners beside them. The first of `queue`, and of `banners`, is the shown one. */
export const noticeMachine = setup({
  types: {
    context: {} as { queue: readonly Notice[]; banners: readonly Notice[]; made: number; hasView: boolean },
    events: {} as
      | { type: 'notice.viewLoaded' }
      | { type: 'notice.show'; notice: NoticeContent }
      | { type: 'notice.dismiss' }
      | { type: 'banner.dismiss' }
      | { type: 'notice.hold' }
      | { type: 'notice.release' },
    tags: {} as 'visible',
  },
  actions: {
    add: assign(({ context: { queue, made } }, { notice }: { notice: NoticeContent }) => {
      const waiting = queue.length < NOTICES_MAX ? queue : queue.filter((_, index) => index !== 1)
      return { queue: [...waiting, { ...notice, id: made + 1, count: 1 }], made: made + 1 }
    }),
    join: assign(({ context: { queue, made } }, { notice }: { notice: NoticeContent }) => ({
      queue: queue.map((each) =>
        groupOf(each)?.id === groupOf(notice)?.id ? { ...notice, id: made + 1, count: each.count + 1 } : each,
      ),
      made: made + 1,
    })),
    drop: assign({ queue: ({ context }) => context.queue.slice(1) }),
    addBanner: assign(({ context: { banners, made } }, { notice }: { notice: NoticeContent }) => ({
      banners: [...banners, { ...notice, id: made + 1, count: 1 }],
      made: made + 1,
    })),
    dropBanner: assign({ banners: ({ context }) => context.banners.slice(1) }),
    noteView: assign({ hasView: true }),
  },
  delays: {
    shown: ({ context: { queue } }) => (linkOf(queue[0]) ? NOTICE_LINK_MS : NOTICE_MS),
  },
  guards: {
    hasView: ({ context }) => context.hasView,
    hasNext: ({ context }) => context.queue.length > 1,
    isRepeat: ({ context }, { notice }: { notice: NoticeContent }) => {
      const last = context.queue.at(-1)
      return last !== undefined && groupOf(notice) === undefined && sameContent(last, notice)
    },
    isOfGroup: ({ context }, { notice }: { notice: NoticeContent }) => {
      const group = groupOf(notice)
      return group !== undefined && context.queue.some((each) => groupOf(each)?.id === group.id)
    },
    isNewBanner: ({ context }, { notice }: { notice: NoticeContent }) =>
      notice.stays === true && !context.banners.some((each) => sameContent(each, notice)),
    hasBanner: ({ context }) => context.banners.length > 0,
    isToast: (_, { notice }: { notice: NoticeContent }) => notice.stays !== true,
  },
}).createMachine({
  id: 'notice',
  description: 'Toasts, one at a time, each for a moment; and banners, each until it is dismissed.',
  context: { queue: [], banners: [], made: 0, hasView: false },
  initial: 'idle',
  on: {
    'notice.show': { guard: withEvent('isNewBanner'), actions: withEvent('addBanner') },
    'banner.dismiss': { guard: 'hasBanner', actions: 'dropBanner' },
    'notice.viewLoaded': { actions: 'noteView' },
  },
  states: {
    idle: {
      on: {
        'notice.show': { guard: withEvent('isToast'), target: 'showing', actions: withEvent('add') },
      },
    },
    showing: {
      initial: 'waiting',
      on: {
        'notice.show': [
          {
            description: 'A repeated notice is shown once.',
            guard: withEvent('isRepeat'),
          },
          { description: 'Those of one group are one.', guard: withEvent('isOfGroup'), actions: withEvent('join') },
          { guard: withEvent('isToast'), actions: withEvent('add') },
        ],
        'notice.dismiss': [
          { guard: 'hasNext', target: 'showing', reenter: true, actions: 'drop' },
          { target: 'idle', actions: 'drop' },
        ],
      },
      states: {
        waiting: {
          description: 'The view of notices is loaded after the first screen. No time counts before that.',
          always: { guard: 'hasView', target: 'counting' },
        },
        counting: {
          tags: 'visible',
          on: {
            'notice.hold': 'held',
            'notice.show': {
              description: 'The time of a group begins again with each.',
              guard: withEvent('isOfGroup'),
              target: 'counting',
              reenter: true,
              actions: withEvent('join'),
            },
          },
          after: {
            shown: [
              { guard: 'hasNext', target: '#notice.showing', reenter: true, actions: 'drop' },
              { target: '#notice.idle', actions: 'drop' },
            ],
          },
        },
        held: {
          tags: 'visible',
          description: 'Pointer, touch or focus is on it: the timer is paused.',
          on: { 'notice.release': 'counting' },
        },
      },
    },
  },
})
