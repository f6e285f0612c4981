import { Refusal } from '../../src/api/messages.ts'
import { type NotificationSettings, notifications, setNotifications } from '../../src/api/notifications.ts'
import { staysOn, withPush, withSwitch } from '../../src/rules/notifications.ts'
import type { Platform } from '../platform/context.ts'
import { type Route, route, routeByAction, type Session } from '../platform/http/route.ts'
import type { CallLimit } from '../platform/http/rules.ts'
import { isDelivered } from '../platform/messengers.ts'
import { readFrom } from '../platform/unit/later.ts'
import { pushKeysOf } from './push-keys.ts'
import { changeSettings, settingsOf } from './settings.ts'
import { subscribe, subscribed, unsubscribe } from './subscriptions.ts'

const subscribing: CallLimit = { name: 'push subscribe', per: 'user', points: 30, seconds: 3_600 }

/** Of what a person hears, and how. */
export const notificationRoutes: readonly Route[] = [
  route(notifications, ({ session, platform }) => shown(platform, session)),
  routeByAction(setNotifications, {
    switch: {
      handle: async ({ input, session, platform, commit }) => {
        if (staysOn(input) && !input.on) throw new Refusal('illegalOperation')
        await commit((unit) =>
          changeSettings(unit, session.userId, (now) => ({ ...now, switches: withSwitch(now.switches, input) })),
        )
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

async function shown(platform: Platform, { userId, tokenHash }: Session): Promise<NotificationSettings> {
  const { db, config } = platform
  const { publicKey: key } = await pushKeysOf(platform)
  const { email } = await db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow()
  const told = await subscribed(db, userId, key)
  const bound = email === null ? 'none' : 'bound'
  return {
    ...(await settingsOf(readFrom(platform), userId)),
    email: isDelivered(config, 'email') ? bound : 'off',
    push: { key, here: told.includes(tokenHash), devices: told.length },
  }
}
