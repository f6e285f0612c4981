import { expect, it } from 'vitest'
import type { AnyActorLogic } from 'xstate'
import type { Client } from '../../../src/api/client/client.ts'
import { inject } from '../../../src/machines/actors/call.ts'
import type { PushBrowser } from '../../../src/machines/actors/push-browser.ts'
import { notificationsMachine, type Permission } from '../../../src/machines/user/notifications.ts'
import { run } from './fake-wallet.ts'

const subscription = { endpoint: 'https://fcm.googleapis.com/x', keys: { p256dh: 'p', auth: 'a' } }

/** The calls and acts, in order, after this answer to the browser's prompt. `here`: whether the server knows the device. */
function watched({
  says = 'granted',
  here = false,
  subscribed = false,
}: {
  says?: Permission
  here?: boolean
  subscribed?: boolean
}) {
  const done: unknown[] = []
  const client = {
    call: async ({ path }: { path: string }, input: { action?: string }) => {
      done.push([path, input])
      const told = input.action === undefined ? here : input.action === 'subscribe'
      return { type: 'ok', code: 1, message: { push: { here: told } } }
    },
  } as unknown as Client
  const push: PushBrowser = {
    permission: () => says,
    ask: async () => says,
    subscribe: async (key) => {
      done.push(['subscribe', key])
      return subscription
    },
    unsubscribe: async () => {
      done.push('unsubscribe')
      throw new Error('the browser fails')
    },
    isSubscribed: async () => subscribed,
  }
  inject({ client, push })
  return {
    done,
    effects: notificationsMachine.implementations.actors as unknown as Record<
      'loadSettings' | 'subscribe' | 'unsubscribe',
      AnyActorLogic
    >,
  }
}

it('notifications: subscribes the browser with the server’s key, and informs the server, after permission', async () => {
  const { done, effects } = watched({})
  const asked = await run(effects.subscribe, { key: 'k' })
  expect(asked).toEqual({ permission: 'granted', settings: { push: { here: true } } })
  expect(done).toEqual([
    ['subscribe', 'k'],
    ['user/notifications_set', { action: 'subscribe', subscription }],
  ])
})

it('notifications: does neither without permission', async () => {
  const { done, effects } = watched({ says: 'denied' })
  const asked = await run(effects.subscribe, { key: 'k' })
  expect(asked).toEqual({ permission: 'denied', settings: null })
  expect(done).toEqual([])
})

it('notifications: unsubscribes on the server, whatever the browser does', async () => {
  const { done, effects } = watched({ here: true, subscribed: true })
  expect(await run(effects.unsubscribe)).toEqual({ push: { here: false } })
  expect(done).toEqual([['user/notifications_set', { action: 'unsubscribe' }], 'unsubscribe'])
})

it.each([
  [true, true, true, 1],
  [true, false, false, 2],
  [false, false, false, 1],
])(
  'notifications: tells the server where the person took it back in their browser: known %s, subscribed %s',
  async (here, subscribed, told, calls) => {
    const { done, effects } = watched({ here, subscribed })
    const loaded = await run(effects.loadSettings)
    expect(loaded).toEqual({ push: { here: told } })
    expect(done).toHaveLength(calls)
  },
)
