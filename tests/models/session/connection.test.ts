import { expect } from 'vitest'
import { connectionMachine } from '../../../src/machines/session/connection.ts'
import { testMachine } from '../kit/coverage.ts'

const retry = { type: 'connection.retry' } as const

testMachine(connectionMachine, [
  {
    shows: 'says how old prices may be, and passes a tap on to the socket',
    callbacks: ['socket'],
    events: [
      { type: 'connection.trying', attempt: 1 },
      { type: 'connection.opened' },
      { type: 'connection.lost', attempt: 2, retryAt: 1_700_000_003_000 },
      { type: 'connection.closed' },
      { type: 'connection.wentOffline' },
      { type: 'connection.cameOnline' },
      retry,
    ],
    distinct: ({ online }) => online,
    states: {
      '*': ({ snapshot, effects, passed }) => {
        const { hasTag, context } = { hasTag: snapshot().hasTag.bind(snapshot()), context: snapshot().context }
        expect(hasTag('fresh')).toBe(snapshot().matches('live'))
        expect(hasTag('stale')).toBe(!hasTag('fresh'))
        expect([...effects.values()].map(({ src }) => src)).toEqual(['socket'])
        const offline = passed.findLast(({ type }) => /wentOffline|cameOnline/.test(type))
        expect(context.online).toBe(offline?.type !== 'connection.wentOffline')
        if (passed.at(-1)?.type === 'connection.lost') expect(snapshot().matches('offline')).toBe(!context.online)
      },
      connecting: ({ snapshot, can, passed }) => {
        if (passed.at(-1)?.type === 'connection.trying') expect(snapshot().context.attempt).toBe(1)
        expect(snapshot().hasTag('interrupted')).toBe(false)
        expect(can(retry)).toBe(false)
      },
      live: ({ snapshot, can }) => {
        expect(snapshot().context).toMatchObject({ attempt: 0, retryAt: null })
        expect(can(retry)).toBe(false)
      },
      'reconnecting.waiting': ({ snapshot, effects, can, passed }) => {
        expect(snapshot().hasTag('interrupted')).toBe(true)
        expect(snapshot().context).toMatchObject({ attempt: 2, retryAt: 1_700_000_003_000 })
        expect(can(retry)).toBe(true)
        if (passed.at(-1)?.type === retry.type) expect(effects.get('socket')?.heard).toEqual([{ type: 'socket.retry' }])
      },
      'reconnecting.trying': ({ snapshot, effects, can, passed }) => {
        expect(snapshot().context).toMatchObject({ attempt: 1, retryAt: null })
        expect(can(retry)).toBe(true)
        if (passed.at(-1)?.type === retry.type)
          expect(effects.get('socket')?.heard).toContainEqual({ type: 'socket.retry' })
      },
      offline: ({ snapshot, effects, can, passed }) => {
        expect(snapshot().hasTag('interrupted')).toBe(true)
        expect(snapshot().context.online).toBe(false)
        expect(can(retry)).toBe(true)
        if (passed.at(-1)?.type === retry.type) expect(effects.get('socket')?.heard).toEqual([{ type: 'socket.retry' }])
      },
      closed: ({ snapshot, can }) => {
        expect(can({ type: 'connection.trying', attempt: 0 })).toBe(true)
        expect(snapshot().hasTag('interrupted')).toBe(false)
        expect(can(retry)).toBe(false)
      },
    },
  },
])
