import type { Lang } from '../../src/api/wire/fields.ts'
import type { Platform } from '../platform/context.ts'
import { appUrl } from '../platform/http/base.ts'
import { createMessengers, Undeliverable } from '../platform/messengers.ts'
import { readFrom } from '../platform/unit/defer.ts'
import type { Job } from '../platform/unit/job.ts'
import { claim, dueOf, forget, isLate, type Outgoing } from './outbox.ts'
import { createPush, Gone } from './push.ts'
import { pushKeysOf } from './push-keys.ts'
import { settingsOf } from './settings.ts'
import { forgetSubscription, openSubscription } from './subscriptions.ts'
import { letterOf, pushOf, type Said } from './words.ts'

const BATCH = 20

/** The app's page with the switches. */
const SWITCHES = '#/pages/me/notification'

/**
 * Delivers queued messages, independently of their cause. A failure is retried for a day, and marks the run as failed; a browser that has
 * ended its subscription gets nothing more.
 */
export function notificationDelivery(platform: Platform): Job {
  const { email } = createMessengers(platform.config)
  const send = async (row: Outgoing): Promise<void> => {
    const delivery = isLate(platform, row) ? undefined : await deliveryOf(platform, row)
    if (!delivery) return
    if (row.way === 'email') {
      const { PUBLIC_URL } = platform.config
      // One that ignores the switches cannot be turned off.
      const off = PUBLIC_URL && row.email === null && { unsubscribe: appUrl(PUBLIC_URL, SWITCHES) }
      if (delivery.email !== null) await email?.send(delivery.email, { ...letterOf(delivery), id: row.id, ...off })
      return
    }
    const { subscription } = delivery
    if (!subscription) return
    const push = createPush({ config: platform.config, keys: await pushKeysOf(platform) })
    await push(openSubscription(platform, subscription), pushOf(delivery)).catch(async (error: unknown) => {
      if (!(error instanceof Gone)) throw error
      await forgetSubscription(platform.db, subscription)
    })
  }
  const deliver = async (row: Outgoing): Promise<void> => {
    try {
      await send(row)
    } catch (error) {
      if (error instanceof Undeliverable) await forget(platform, row)
      throw error
    }
    await forget(platform, row)
  }
  return {
    name: 'notifications',
    run: async (stopping, did) => {
      const due = await dueOf(platform, BATCH)
      if (stopping()) return 0
      const outcomes = await Promise.allSettled(
        due.map(async (row) => {
          if (await claim(platform, row)) await deliver(row)
          did?.(Number(row.send_at) * 1_000)
        }),
      )
      const failed = outcomes.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : []))
      if (failed.length > 0) throw new Error(`${failed.length} of ${due.length} did not go out: ${failed[0]}`)
      return due.length
    },
  }
}

type Delivery = Said & {
  email: string | null
  subscription: { token_hash: string; sealed: string } | undefined
}

type Found = Omit<Said, 'lang' | 'params' | 'details'> & { lang: string; params: string }

const said = ({ id, kind, key, text, lang, params }: Found) => ({
  ...{ id, kind, key, text },
  lang: lang as Lang,
  params: JSON.parse(params) as Said['params'],
})

/**
 * The content and recipient of a row, by the user's current settings. Undefined if the user has turned it off since, or the session has
 * ended.
 */
async function deliveryOf(platform: Platform, row: Outgoing): Promise<Delivery | undefined> {
  const { db } = platform
  const found = await db
    .selectFrom('user_messages')
    .innerJoin('users', 'users.id', 'user_messages.user_id')
    .select(['user_messages.id', 'user_messages.kind', 'user_messages.key', 'user_messages.params'])
    .select(['user_messages.text', 'users.email', 'users.lang'])
    .where('user_messages.id', '=', row.message_id)
    .executeTakeFirst()
  if (!found) return undefined
  const { switches, details } = await settingsOf(readFrom(platform), row.user_id)
  // A warning about disabled e-mails or a changed address must reach the previous recipient.
  if (row.email !== null) return { ...said(found), email: row.email, details: true, subscription: undefined }
  if (!switches[found.kind][row.way]) return undefined
  const subscription =
    row.token_hash === null
      ? undefined
      : await db
          .selectFrom('push_subscriptions')
          .select(['token_hash', 'sealed'])
          .where('token_hash', '=', row.token_hash)
          .executeTakeFirst()
  return { ...said(found), email: found.email, details, subscription }
}
