import { assign, setup } from 'xstate'

/** How long a banner is on show where they turn by themselves, in ms: long enough to read one twice. */
export const BANNER_MS = 8_000

/**
 * Banners that take turns, until someone stops them or chooses one. `still`: they do not turn by themselves, since the
 * person or their system said so before.
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
  description: 'Banners that take turns.',
  context: ({ input }) => ({ ...input, at: 0 }),
  initial: 'deciding',
  states: {
    deciding: {
      always: [{ guard: 'isAlone', target: 'alone' }, { guard: 'isStill', target: 'stopped' }, { target: 'turning' }],
    },
    alone: { description: 'There is no other to turn to.' },
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
          description: 'A finger or a pointer rests on it, or the keyboard is in it: it stays.',
          on: { 'banner.release': 'counting' },
        },
      },
    },
    stopped: {
      description: 'Whoever chose one by hand reads it: nothing turns until they say so.',
      on: {
        'banner.start': 'turning',
        'banner.next': { actions: 'showNext' },
        'banner.previous': { actions: 'showPrevious' },
      },
    },
  },
})
