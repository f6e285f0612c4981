import { expect } from 'vitest'
import type { AnyEventObject } from 'xstate'
import { LATER_MS, TAKE_MS, updateMachine } from '../../../src/machines/session/update.ts'
import { testMachine } from '../kit/coverage.ts'

const accept = { type: 'update.accept' } as const
const later = { type: 'update.later' } as const

/** Whether a form is open after these events. */
const isOccupied = (passed: readonly AnyEventObject[]) =>
  passed.findLast(({ type }) => type.startsWith('page.'))?.type === 'page.occupied'

testMachine(updateMachine, [
  {
    shows: 'offers a newer build, and loads the page again when a person says so, and never under an open form',
    callbacks: ['watchUpdate', 'watchPage'],
    actions: ['reload'],
    events: [
      { type: 'update.found' },
      { type: 'update.taken' },
      { type: 'page.occupied' },
      { type: 'page.free' },
      accept,
      later,
    ],
    distinct: ({ occupied, taken }) => [occupied, taken],
    states: {
      '*': ({ snapshot, passed, acted, effects, can }) => {
        const { context } = snapshot()
        expect(context.occupied).toBe(isOccupied(passed))
        if (context.taken) expect(passed).toContainEqual({ type: 'update.taken' })
        expect(snapshot().hasTag('offered')).toBe(snapshot().matches({ waiting: 'offered' }))
        expect(can(accept)).toBe(snapshot().hasTag('offered'))
        expect([...effects.values()].map(({ src }) => src).sort()).toEqual(['watchPage', 'watchUpdate'])
        expect(acted.length).toBe(snapshot().matches('reloading') ? 1 : 0)
      },
      current: ({ passed }) => {
        expect(passed.filter(({ type }) => type.startsWith('update.f') || type === 'update.taken')).toEqual([])
      },
      'waiting.offered': ({ snapshot, can }) => {
        expect(snapshot().context.occupied).toBe(false)
        expect(can(later)).toBe(true)
      },
      'waiting.held': ({ snapshot, can }) => {
        expect(snapshot().context.occupied).toBe(true)
        expect(can(later)).toBe(false)
      },
      'waiting.postponed': ({ actor, can }) => {
        expect(Object.values(actor.system.getSnapshot()._scheduledEvents)[0]?.delay).toBe(LATER_MS)
        expect(can(accept)).toBe(false)
      },
      taking: ({ actor, effects, snapshot }) => {
        expect(Object.values(actor.system.getSnapshot()._scheduledEvents)[0]?.delay).toBe(TAKE_MS)
        expect(effects.get('watchUpdate')?.heard.at(-1)).toEqual({ type: 'update.take' })
        expect(snapshot().hasTag('taking')).toBe(true)
      },
      reloading: ({ passed }) => {
        expect(passed).toContainEqual(accept)
        const before = passed.slice(0, -1)
        expect(
          isOccupied(
            before.slice(
              0,
              before.findLastIndex(({ type }) => type === accept.type),
            ),
          ),
        ).toBe(false)
      },
    },
  },
])
