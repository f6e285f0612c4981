import * as v from 'valibot'
import { type MessageGroup, messageGroups, messageKinds, messageWays } from '../../rules/account/notifications.ts'
import { defineCall } from '../wire/call.ts'
import * as f from '../wire/fields.ts'

export const messageKind = v.picklist(messageKinds)

/** A kind of messages, or a group of kinds. */
export const messageTopic = v.picklist([...messageKinds, ...(Object.keys(messageGroups) as MessageGroup[])])

const ways = v.object({ app: v.boolean(), email: v.boolean(), push: v.boolean() })

/** Which kinds of message a user receives on which channels. */
export const switches = v.object({
  settlement: ways,
  option: ways,
  price: ways,
  review: ways,
  funding: ways,
  loan: ways,
  plan: ways,
  earnings: ways,
  security: ways,
  support: ways,
  operator: ways,
})

/** A user's notifications outside of the app. */
export const notificationSettings = v.object({
  switches,
  /** Whether e-mail and push contain the message; otherwise they only say that there is one. */
  details: v.boolean(),
  /** `bound`: e-mail goes to a bound address; `none`: no address is bound; `off`: this server sends no e-mail. */
  email: v.picklist(['bound', 'none', 'off']),
  /**
   * `key`: of this server, by which a browser subscribes (VAPID, RFC 8292). `here`: whether this session's device receives push; `devices`:
   * the number that do.
   */
  push: v.object({ key: v.string(), here: v.boolean(), devices: v.number() }),
})
export type NotificationSettings = v.InferOutput<typeof notificationSettings>

const base64url = (length: number) => v.pipe(v.string(), v.regex(new RegExp(`^[\\w-]{${length}}={0,2}$`)))

/** A browser's push subscription, as it gives it. `p256dh`: a point of P-256, uncompressed; `auth`: 16 bytes (RFC 8291). */
export const pushSubscription = v.object({
  endpoint: v.pipe(v.string(), v.maxLength(1_000)),
  keys: v.object({ p256dh: base64url(87), auth: base64url(22) }),
})
export type PushSubscriptionKeys = v.InferOutput<typeof pushSubscription>

export const notifications = defineCall({
  path: 'user/notifications',
  token: true,
  ours: true,
  summary: 'The kinds of messages that the user receives in the app, by e-mail and by Web Push.',
  input: f.nothing,
  output: notificationSettings,
})

export const setNotifications = defineCall({
  method: 'POST',
  path: 'user/notifications_set',
  token: true,
  ours: true,
  summary:
    'Sets one switch (security in the app stays on), or whether notifications outside the app contain the message text. `subscribe` turns on Web Push for this session’s device, and push for every kind if it was on for none. `unsubscribe` deletes the subscription, as signing out does.',
  input: v.variant('action', [
    v.object({
      action: v.literal('switch'),
      kind: messageKind,
      way: v.picklist(messageWays),
      on: v.boolean(),
    }),
    v.object({ action: v.literal('details'), on: v.boolean() }),
    v.object({ action: v.literal('subscribe'), subscription: pushSubscription }),
    v.object({ action: v.literal('unsubscribe') }),
  ]),
  output: notificationSettings,
})
