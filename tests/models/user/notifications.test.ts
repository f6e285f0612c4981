import { expect, it } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import type { NotificationSettings } from '../../../src/api/account/notifications.ts'
import { type Change, notificationsMachine, settingsWith } from '../../../src/machines/user/notifications.ts'
import { defaultSwitches } from '../../../src/rules/account/notifications.ts'
import { unanswered } from '../kit/answers.ts'
import { done, failed, testMachine, type Walk } from '../kit/coverage.ts'

const off: NotificationSettings = {
  switches: defaultSwitches,
  details: false,
  email: 'bound',
  push: { key: 'key-of-the-server', here: false, devices: 0 },
}
const told: NotificationSettings = { ...off, push: { ...off.push, here: true, devices: 1 } }
const mail = { what: 'switch', kind: 'review', way: 'email', on: true } as const satisfies Change
const hide = { what: 'switch', kind: 'security', way: 'app', on: false } as const satisfies Change
const say = { what: 'details', on: true } as const satisfies Change
const change = (change: Change) => ({ type: 'notifications.change', change }) as const
const [setMail, setHide, setSay] = [change(mail), change(hide), change(say)]
const explain = { type: 'push.explain' } as const
const leave = { type: 'push.leave' } as const
const ask = { type: 'push.ask' } as const
const withdraw = { type: 'push.withdraw' } as const

const base: Pick<Walk<typeof notificationsMachine>, 'distinct' | 'states'> = {
  distinct: ({ settings, permission, changes, failed }) => [
    settings?.push.here,
    settings?.details,
    permission,
    changes.map(({ what }) => what),
    failed,
  ],
  states: {
    '*': ({ snapshot, can }) => {
      const { settings, permission } = snapshot().context
      const isSettled = snapshot().matches({ ready: 'settled' })
      expect(can(setHide)).toBe(false)
      expect(can(explain)).toBe(isSettled && permission !== 'denied' && permission !== 'unsupported')
      expect(can(withdraw)).toBe(isSettled && settings?.push.here === true)
      expect(can(ask)).toBe(snapshot().matches({ ready: 'explaining' }))
    },
    'ready.setting': ({ effects, snapshot }) => {
      expect(effects.get('setSettings')?.input).toEqual(snapshot().context.changes[0])
    },
    'ready.asking': ({ effects, passed }) => {
      expect(effects.get('subscribe')?.input).toEqual({ key: 'key-of-the-server' })
      expect(passed).toContain(explain)
    },
    'ready.settled': ({ snapshot, passed }) => {
      const { changes, failed } = snapshot().context
      expect(changes).toEqual([])
      if (passed.at(-1)?.type.startsWith('xstate.error')) expect(failed).toBe(true)
    },
  },
}

testMachine(notificationsMachine, [
  {
    ...base,
    shows: 'sets one thing after the other, and undoes what was not taken',
    input: () => ({ permission: 'granted' as const }),
    events: [
      done('load', off),
      setMail,
      setSay,
      setHide,
      done('setSettings', { ...off, details: true }),
      failed('setSettings', unanswered),
    ],
    canHappen: (event, snapshot) => event.type !== setMail.type || snapshot.context.changes.length < 2,
  },
  {
    ...base,
    shows: 'has the browser ask only once what that means was read, and takes it back',
    input: () => ({ permission: 'default' as const }),
    events: [
      done('load', off),
      done('load', told),
      explain,
      leave,
      ask,
      withdraw,
      done('subscribe', { permission: 'granted', settings: told }),
      done('subscribe', { permission: 'denied', settings: null }),
      failed('subscribe', unanswered),
      done('unsubscribe', off),
      failed('unsubscribe', unanswered),
    ],
  },
])

it('notifications: shows a change before its answer, and in-app security as always on', () => {
  const shown = settingsWith(off, [mail, hide, say])
  expect(shown).toMatchObject({ details: true, switches: { review: { email: true }, security: { app: true } } })
  expect(off.switches.review.email).toBe(false)
})

it('notifications: queues changes made during another one', async () => {
  const sent: Change[] = []
  const machine = notificationsMachine.provide({
    actors: {
      setSettings: fromPromise<NotificationSettings, Change>(async ({ input }) => {
        sent.push(input)
        return settingsWith(off, sent)
      }),
    },
  })
  const actor = createActor(machine, { input: { permission: 'default' } }).start()
  actor.send(done('load', off) as never)
  for (const each of [setMail, setSay, setHide]) actor.send(each)
  const { context } = await waitFor(
    actor,
    (now) => now.matches({ ready: 'settled' }) && now.context.changes.length === 0,
  )
  expect(sent).toEqual([mail, say])
  expect(context.settings).toMatchObject({ details: true, switches: { review: { email: true } } })
})
