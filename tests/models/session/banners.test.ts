import { expect } from 'vitest'
import type { AnyEventObject } from 'xstate'
import { bannersMachine } from '../../../src/machines/session/banners.ts'
import { testMachine, type Walk } from '../kit/coverage.ts'

const by = (type: string) => ({ type }) as AnyEventObject

/** Which of three banners is on show after these events. */
const shownAfter = (events: readonly AnyEventObject[]) =>
  events.reduce((at, { type }) => {
    if (type === 'banner.next' || type.startsWith('xstate.after')) return (at + 1) % 3
    return type === 'banner.previous' ? (at + 2) % 3 : at
  }, 0)

const OF_HAND = ['banner.next', 'banner.previous', 'banner.stop', 'banner.start']

/** The user's last manual act: banners rotate only before one, and again on request. */
const lastOfHand = (events: readonly AnyEventObject[]) => events.findLast(({ type }) => OF_HAND.includes(type))?.type

const walk = (shows: string, input: { count: number; still: boolean }): Walk<typeof bannersMachine> => ({
  shows,
  input: () => input,
  events: ['next', 'previous', 'stop', 'start', 'hold', 'release'].map((act) => by(`banner.${act}`)),
  distinct: ({ at }) => at,
  states: {
    '*': ({ snapshot, passed }) => expect(snapshot().context.at).toBe(input.count < 2 ? 0 : shownAfter(passed)),
    alone: ({ snapshot, can }) => {
      expect([snapshot().hasTag('turning'), can({ type: 'banner.next' })]).toEqual([false, false])
      expect(input.count).toBe(1)
    },
    'turning.counting': ({ snapshot, actor, passed }) => {
      expect(snapshot().hasTag('turning')).toBe(true)
      expect(Object.values(actor.system.getSnapshot()._scheduledEvents)[0]?.delay).toBe(8_000)
      expect(input.still ? ['banner.start'] : ['banner.start', undefined]).toContain(lastOfHand(passed))
    },
    'turning.held': ({ actor, can, passed }) => {
      expect(input.still ? ['banner.start'] : ['banner.start', undefined]).toContain(lastOfHand(passed))
      expect(Object.values(actor.system.getSnapshot()._scheduledEvents)).toEqual([])
      expect(can({ type: 'banner.stop' })).toBe(true)
    },
    stopped: ({ snapshot, actor, passed }) => {
      expect(lastOfHand(passed)).not.toBe('banner.start')
      expect(snapshot().hasTag('turning')).toBe(false)
      expect(Object.values(actor.system.getSnapshot()._scheduledEvents)).toEqual([])
    },
  },
})

testMachine(bannersMachine, [
  walk('turns to the next after a while, until someone stops it or chooses one', { count: 3, still: false }),
  walk('turns only once one asks for it, where one wished for no motion', { count: 3, still: true }),
  walk('has nothing to turn to', { count: 1, still: false }),
])
