import { assign, setup } from 'xstate'

/** How long a banner shows before the next, in ms: long enough to read it twice. */
export const BANNER_MS = 8_000

/**
 * Rotating banners, until the user stops them or chooses one. `still`: no rotation, since the
 * user or their system prefers so.
 */
export const bannersMachine = setup({
  types: {
    context: {} as { count: number; at: number; still: boolean },
    input: {} as { count: number; still: boolean },
    events: {} as
      | { type: 'banner.next' }
      | { type: 'banner.previous' }
      | { type: 'banner.stop' }
      | { type: 'banner.start' }
      | { type: 'banner.hold' }
      | { type: 'banner.release' },
    tags: {} as 'turning',
  },
  actions: {
    showNext: assign(({ context: { at, count } }) => ({ at: (at + 1) % count })),
    showPrevious: assign(({ context: { at, count } }) => ({ at: (at + count - 1) % count })),
  },
  guards: {
    isStill: ({ context }) => context.still,
    isAlone: ({ context }) => context.count < 2,
  },
  delays: { shown: BANNER_MS },
}).createMachine({
  id: 'banners',
  description: 'Rotating banners.',
  context: ({ input }) => ({ ...input, at: 0 }),
  initial: 'deciding',
  states: {
    deciding: {
      always: [{ guard: 'isAlone', target: 'alone' }, { guard: 'isStill', target: 'stopped' }, { target: 'turning' }],
    },
    alone: { description: 'There is only one banner.' },
    turning: {
      tags: 'turning',
      initial: 'counting',
      on: {
        'banner.stop': 'stopped',
        'banner.next': { target: 'stopped', actions: 'showNext' },
        'banner.previous': { target: 'stopped', actions: 'showPrevious' },
      },
      states: {
        counting: {
          on: { 'banner.hold': 'held' },
          after: { shown: { target: 'counting', reenter: true, actions: 'showNext' } },
        },
        held: {
          description: 'Pointer, touch or focus is on it, or the page is hidden: the timer is paused.',
          on: { 'banner.release': 'counting' },
        },
      },
    },
    stopped: {
      description: 'Chosen by hand: rotation stops until the user restarts it.',
      on: {
        'banner.start': 'turning',
        'banner.next': { actions: 'showNext' },
        'banner.previous': { actions: 'showPrevious' },
      },
    },
  },
})
