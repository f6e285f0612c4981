import { assign, fromPromise, setup } from 'xstate'
import { type NotificationSettings, notifications, setNotifications } from '../../api/account/notifications.ts'
import { type Switch, staysOn, withSwitch } from '../../rules/account/notifications.ts'
import { call, dep, send } from '../actors/call.ts'
import type { Permission } from '../actors/push-browser.ts'
import { loadFirstBy } from '../parts/loadFirst.ts'
import { withEvent } from '../parts/with-event.ts'

export type { Permission }

/** One changed setting. */
export type Change = ({ what: 'switch' } & Switch) | { what: 'details'; on: boolean }

/** The result of the browser's prompt: the settings after subscribing, or none if denied. */
export type Asked = { permission: Permission; settings: NotificationSettings | null }

type Context = {
  settings: NotificationSettings | null
  permission: Permission
  /** Unanswered changes, shown optimistically. */
  changes: readonly Change[]
  failed: boolean
}

/** The settings with unanswered changes applied. */
export function settingsWith(settings: NotificationSettings, changes: readonly Change[]): NotificationSettings {
  let { switches, details } = settings
  for (const change of changes) {
    if (change.what === 'details') details = change.on
    else switches = withSwitch(switches, change)
  }
  return { ...settings, switches, details }
}

/** Notification settings and push on this device, for which the browser prompts only after an explanation. */
export const notificationsMachine = setup({
  types: {
    context: {} as Context,
    input: {} as { permission: Permission },
    events: {} as
      | { type: 'notifications.change'; change: Change }
      | { type: 'push.explain' }
      | { type: 'push.leave' }
      | { type: 'push.ask' }
      | { type: 'push.withdraw' },
    tags: {} as 'ready' | 'explaining' | 'busy',
    children: {} as { load: 'loadSettings' },
  },
  actors: {
    loadSettings: loadFirstBy(
      fromPromise<NotificationSettings>(async ({ signal }) => {
        const settings = await send(notifications, {}, { signal })
        if (!settings.push.here || (await dep('push').isSubscribed())) return settings
        // The user revoked it in the browser's settings.
        return send(setNotifications, { action: 'unsubscribe' }, { signal })
      }),
    ),
    setSettings: call(setNotifications, {
      input: (change: Change) =>
        change.what === 'details'
          ? { action: 'details', on: change.on }
          : { action: 'switch', kind: change.kind, way: change.way, on: change.on },
      stays: true,
    }),
    subscribe: fromPromise<Asked, { key: string }>(async ({ input: { key }, signal }) => {
      const permission = await dep('push').ask()
      if (permission !== 'granted') return { permission, settings: null }
      const subscription = await dep('push').subscribe(key)
      return { permission, settings: await send(setNotifications, { action: 'subscribe', subscription }, { signal }) }
    }),
    unsubscribe: fromPromise(async () => {
      // The server first: then nothing is sent, whatever the browser does.
      const settings = await send(setNotifications, { action: 'unsubscribe' })
      await dep('push')
        .unsubscribe()
        .catch(() => {})
      return settings
    }),
  },
  actions: {
    keep: assign((_, { output }: { output: NotificationSettings }) => ({ settings: output })),
    keepAsked: assign(({ context }, { output }: { output: Asked }) => ({
      permission: output.permission,
      settings: output.settings ?? context.settings,
    })),
    addChange: assign(({ context }, { change }: { change: Change }) => ({
      changes: [...context.changes, change],
      failed: false,
    })),
    dropChange: assign(({ context }) => ({ changes: context.changes.slice(1) })),
    giveUp: assign({ changes: [], failed: true }),
    fail: assign({ failed: true }),
    forgetFailure: assign({ failed: false }),
  },
  guards: {
    hasChanges: ({ context }) => context.changes.length > 0,
    mayBeSet: (_, { change }: { change: Change }) => change.what === 'details' || change.on || !staysOn(change),
    isAskable: ({ context }) => context.permission === 'default' || context.permission === 'granted',
    isSubscribed: ({ context }) => context.settings?.push.here === true,
  },
}).createMachine({
  id: 'notifications',
  description: 'Notification settings, and push on this device.',
  context: ({ input }) => ({ settings: null, permission: input.permission, changes: [], failed: false }),
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        src: 'loadSettings',
        id: 'load',
        onDone: { target: 'ready', actions: withEvent('keep') },
      },
    },
    ready: {
      tags: 'ready',
      initial: 'settled',
      states: {
        settled: {
          always: { guard: 'hasChanges', target: 'setting' },
          on: {
            'notifications.change': { guard: withEvent('mayBeSet'), actions: withEvent('addChange') },
            'push.explain': { guard: 'isAskable', target: 'explaining', actions: 'forgetFailure' },
            'push.withdraw': { guard: 'isSubscribed', target: 'withdrawing', actions: 'forgetFailure' },
          },
        },
        setting: {
          description: 'Sends one change at a time. If one is refused, it and the later ones are undone.',
          on: {
            'notifications.change': { guard: withEvent('mayBeSet'), actions: withEvent('addChange') },
          },
          invoke: {
            src: 'setSettings',
            id: 'setSettings',
            input: ({ context: { changes } }) => changes[0] ?? { what: 'details', on: false },
            onDone: { target: 'settled', actions: [withEvent('keep'), 'dropChange'] },
            onError: { target: 'settled', actions: 'giveUp' },
          },
        },
        explaining: {
          description: 'Explains the browser’s prompt and the notifications before asking.',
          tags: 'explaining',
          on: { 'push.leave': 'settled', 'push.ask': 'asking' },
        },
        asking: {
          tags: ['explaining', 'busy'],
          invoke: {
            src: 'subscribe',
            id: 'subscribe',
            input: ({ context: { settings } }) => ({ key: settings?.push.key ?? '' }),
            onDone: { target: 'settled', actions: withEvent('keepAsked') },
            onError: { target: 'settled', actions: 'fail' },
          },
        },
        withdrawing: {
          tags: 'busy',
          invoke: {
            src: 'unsubscribe',
            id: 'unsubscribe',
            onDone: { target: 'settled', actions: withEvent('keep') },
            onError: { target: 'settled', actions: 'fail' },
          },
        },
      },
    },
  },
})
