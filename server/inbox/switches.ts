import { type NotificationSettings, notifications, setNotifications } from '../../src/api/account/notifications.ts'
import { Refusal } from '../../src/api/wire/messages.ts'
import { type Switch, staysOn, withPush, withSwitch } from '../../src/rules/account/notifications.ts'
import { changeSettings, pushKeysOf, settingsOf, subscribe, subscribed, unsubscribe } from '../notifications/module.ts'
import type { Platform } from '../platform/context.ts'
import { type Route, route, routeByAction, type Session } from '../platform/http/route.ts'
import type { CallLimit } from '../platform/http/rules.ts'
import { isDelivered } from '../platform/messengers.ts'
import { readFrom } from '../platform/unit/defer.ts'
import type { Unit } from '../platform/unit/unit.ts'
import { tellUser } from './messages.ts'

const subscribing: CallLimit = { name: 'push subscribe', per: 'user', points: 30, seconds: 3_600 }

/** Notification settings. */
export const switchRoutes: readonly Route[] = [
  route(notifications, ({ session, platform }) => shown(platform, session)),
  routeByAction(setNotifications, {
    switch: {
      handle: async ({ input, session, platform, commit }) => {
        if (staysOn(input) && !input.on) throw new Refusal('illegalOperation')
        await commit((unit) => setSwitch(unit, session.userId, input))
        return shown(platform, session)
      },
    },
    details: {
      handle: async ({ input, session, platform, commit }) => {
        await commit((unit) => changeSettings(unit, session.userId, (now) => ({ ...now, details: input.on })))
        return shown(platform, session)
      },
    },
    subscribe: {
      limits: [subscribing],
      handle: async ({ input, session, platform, commit }) => {
        const { publicKey } = await pushKeysOf(platform)
        await commit(async (unit) => {
          await subscribe(unit, session, input.subscription, publicKey)
          await changeSettings(unit, session.userId, (now) => ({ ...now, switches: withPush(now.switches) }))
        })
        return shown(platform, session)
      },
    },
    unsubscribe: {
      handle: async ({ session, platform }) => {
        await unsubscribe(platform.db, session.tokenHash)
        return shown(platform, session)
      },
    },
  }),
]

/** Sets a switch. Turning off security e-mails is itself announced by one: a thief would do it first. */
async function setSwitch(unit: Unit, userId: string, change: Switch): Promise<void> {
  const was = await changeSettings(unit, userId, (now) => ({ ...now, switches: withSwitch(now.switches, change) }))
  if (change.kind !== 'security' || change.way !== 'email' || change.on || !was.switches.security.email) return
  const { email } = await unit.tx.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow()
  await tellUser(unit, userId, { kind: 'security', key: 'securityMailOff', params: {} }, email ?? undefined)
}

async function shown(platform: Platform, { userId, tokenHash }: Session): Promise<NotificationSettings> {
  const { db, config } = platform
  const { publicKey: key } = await pushKeysOf(platform)
  const { email } = await db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow()
  const reads = readFrom(platform)
  const tokens = await subscribed(reads, userId, key)
  const bound = email === null ? 'none' : 'bound'
  return {
    ...(await settingsOf(reads, userId)),
    email: isDelivered(config, 'email') ? bound : 'off',
    push: { key, here: tokens.includes(tokenHash), devices: tokens.length },
  }
}
