import { expect } from 'vitest'
import type { Device } from '../../../src/api/account/safe.ts'
import { devicesMachine } from '../../../src/machines/user/devices.ts'
import { refused, unanswered } from '../kit/answers.ts'
import { done, failed, testMachine } from '../kit/coverage.ts'

const device = (id: string, current = false): Device => ({
  id,
  system: 'Android',
  browser: 'Chrome',
  kind: 'phone',
  address: '203.0.113.7',
  method: 'password',
  since: 1_700_000_000,
  seenAt: 1_700_000_600,
  current,
})
const [mine, lost, old] = [device('device-1', true), device('device-2'), device('device-3')]
const end = { type: 'devices.end', id: lost.id } as const
const endMine = { type: 'devices.end', id: mine.id } as const
const endOthers = { type: 'devices.endOthers' } as const

testMachine(devicesMachine, [
  {
    shows: 'signs one device out, or all others, and never this one',
    events: [
      done('load', [mine, lost, old]),
      done('load', [mine]),
      end,
      endMine,
      endOthers,
      done('endDevices', [mine, old]),
      done('endDevices', [mine]),
      failed('endDevices', refused('dataNotFound')),
      failed('endDevices', unanswered),
    ],
    distinct: ({ devices, ending }) => [devices.length, ending.id],
    states: {
      '*': ({ snapshot, can }) => {
        const { devices } = snapshot().context
        const isOpen = snapshot().hasTag('ready') && !snapshot().hasTag('busy')
        expect(can(endMine)).toBe(false)
        expect(can(end)).toBe(isOpen && devices.includes(lost))
        expect(can(endOthers)).toBe(isOpen && devices.length > 1)
      },
      ending: ({ effects, passed, snapshot }) => {
        const since = passed.slice(passed.findLastIndex(({ type }) => type.startsWith('xstate')) + 1)
        const asked = since.find((event) => event !== endMine)
        expect(effects.get('endDevices')?.input).toEqual({ id: asked === end ? lost.id : null })
        expect(snapshot().hasTag('ready')).toBe(true)
      },
      'ready.networkFailed': ({ snapshot }) => {
        expect(snapshot().context.devices.length).toBeGreaterThan(1)
      },
    },
  },
])
