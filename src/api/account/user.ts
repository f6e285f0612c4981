import * as v from 'valibot'
import { isZone } from '../../rules/time/zone.ts'
import { defineCall } from '../wire/call.ts'
import * as f from '../wire/fields.ts'
import { messageKind, messageTopic } from './notifications.ts'

declare module '../wire/events.ts' {
  interface EventBodies {
    status: v.InferOutput<typeof standing>
    message: UserMessage
  }
}

export * from '../wire/session.ts'

/** The status of a user's account. A frozen account receives no events. */
export const standing = v.object({ status: v.picklist(['active', 'locked']) })

/** A session's token. */
const token = v.pipe(v.string(), v.minLength(22))

/** The purposes of a verification code, which is valid for one of them only. */
export const codePurposes = ['register', 'forget'] as const
const purpose = v.picklist(codePurposes)

/** A message to a user: a text of the catalogue by its key, or an operator's own text. */
export const userMessage = v.object({
  id: f.id,
  kind: messageKind,
  key: v.nullable(v.string()),
  params: v.record(v.string(), v.string()),
  text: v.nullable(v.string()),
  at: f.seconds,
  readAt: v.nullable(f.seconds),
})
export type UserMessage = v.InferOutput<typeof userMessage>

/** The inviter's code. */
const inviteCode = v.pipe(v.string(), v.trim(), v.minLength(1, 'wrongInviteCode'), v.maxLength(32, 'wrongInviteCode'))

/** The time zone of the registering device, stored with the account; UTC if unknown. */
const deviceZone = v.optional(v.pipe(v.string(), v.maxLength(64)))

export const captcha = defineCall({
  path: 'captcha',
  ours: true,
  summary:
    'An ALTCHA challenge that the device solves by itself. Its solution is sent as `captcha` with a call that was refused for too many requests and asked for `captcha`.',
  input: f.nothing,
  output: v.object({
    algorithm: v.string(),
    challenge: v.string(),
    maxnumber: v.number(),
    salt: v.string(),
    signature: v.string(),
  }),
})

/** A passkey's signature over a challenge, as the browser answers: in base64url. */
export const assertion = v.object({
  id: f.credentialId,
  clientDataJSON: f.base64url(2_000),
  authenticatorData: f.base64url(2_000),
  signature: f.base64url(1_000),
  userHandle: v.optional(f.base64url(88)),
})
export type Assertion = v.InferOutput<typeof assertion>

export const login = defineCall({
  method: 'POST',
  path: 'user/login',
  summary: 'Signs in by user name and password. The message is the token.',
  input: v.object({
    username: v.pipe(v.string(), v.trim(), v.minLength(1, 'credentialsRequired'), v.maxLength(64)),
    password: v.pipe(v.string(), v.minLength(1, 'credentialsRequired'), v.maxLength(64)),
    /** Required if an authenticator is bound. */
    code: v.optional(f.authenticatorCode),
    /** The answer of a passkey of the account, in place of that code: as JSON, because a guest's calls are forms. */
    passkey: v.optional(v.pipe(v.string(), v.maxLength(8_000))),
    captcha: f.captcha,
  }),
  output: token,
})

export const register = defineCall({
  method: 'POST',
  path: 'user/register',
  summary: 'Registers a user name, and signs in. The message is the token.',
  input: v.object({
    username: f.username,
    password: f.password,
    inviteCode,
    /** The e-mail address or the telephone number, with its area code, to which the code was sent. */
    target: v.pipe(v.string(), v.minLength(3), v.maxLength(254)),
    code: f.verificationCode,
    timeZone: deviceZone,
    captcha: f.captcha,
  }),
  output: token,
})

export const setZone = defineCall({
  method: 'POST',
  path: 'set/time_zone',
  token: true,
  ours: true,
  summary:
    'Sets the account’s time zone by its IANA name. Days and months of lists, filters, totals and statements follow it. Statements of past months do not change.',
  input: v.object({ timeZone: v.pipe(v.string(), v.maxLength(64, 'wrongTimeZone'), v.check(isZone, 'wrongTimeZone')) }),
  output: f.done,
})

export const forget = defineCall({
  method: 'POST',
  path: 'user/forget',
  summary:
    'Resets a forgotten password with a code sent to the account’s e-mail address or phone. Ends all sessions of the account.',
  input: v.object({
    target: v.pipe(v.string(), v.minLength(3), v.maxLength(254)),
    code: f.verificationCode,
    password: f.password,
    confirm: f.confirm,
    captcha: f.captcha,
  }),
  output: f.done,
})

/** The purpose of a wallet's signature: signing in, re-authentication before a change, or before an export. */
export const signingPurpose = v.picklist(['signIn', 'change', 'takeData'])
export type SigningPurpose = v.InferOutput<typeof signingPurpose>

export const nonce = defineCall({
  method: 'POST',
  path: 'user/nonce',
  ours: true,
  summary: 'Creates the EIP-4361 message that a wallet signs: for one use and one purpose, valid for five minutes.',
  input: v.object({ address: f.address, purpose: v.optional(signingPurpose, 'signIn'), captcha: f.captcha }),
  output: v.object({ nonce: f.id, message: v.string(), expiresAt: f.seconds }),
})

export const addressreg = defineCall({
  method: 'POST',
  path: 'user/addressreg',
  summary: 'Registers or signs in by wallet address. The message is the token.',
  input: v.object({
    address: f.address,
    /** `personal_sign` over the nonce’s message; or, where the server turns it on, the older hash of address and secret. */
    sign: f.walletSign,
    nonce: v.optional(f.id),
    /** The inviter's code, if any: read only when the address registers. */
    inviteCode: v.optional(inviteCode),
    timeZone: deviceZone,
    captcha: f.captcha,
  }),
  output: token,
})

export const smsCode = defineCall({
  method: 'POST',
  path: 'sms_send_d',
  summary: 'Sends a code to a phone.',
  input: v.object({
    areaCode: v.pipe(v.string(), v.regex(/^\+?\d{1,4}$/, 'wrongPhone')),
    phone: v.pipe(v.string(), v.regex(/^[\d\s().-]{3,24}$/, 'wrongPhone')),
    purpose,
    captcha: f.captcha,
  }),
  output: f.sentCode,
})

export const mailCode = defineCall({
  method: 'POST',
  path: 'sms_mail',
  summary: 'Sends a code to an e-mail address.',
  input: v.object({ email: f.email, purpose, captcha: f.captcha }),
  output: f.sentCode,
})

/** `country`: ISO 3166-1 alpha-2. `areaCode`: digits, without a plus. */
const areaCode = v.object({ country: v.string(), areaCode: v.string() })
export type AreaCode = v.InferOutput<typeof areaCode>

export const areaCodes = defineCall({
  path: 'getareacode',
  compressed: true,
  summary: 'The country calling codes.',
  input: f.nothing,
  output: v.array(areaCode),
})

export const outbox = defineCall({
  path: 'paper/outbox',
  ours: true,
  summary:
    'If money is paper: the message with a ticket’s code (none for `forget`, whose code would open an account), and an invitation code that anyone can use.',
  input: v.object({ ticket: v.optional(f.id) }),
  output: v.object({
    inviteCode: v.string(),
    message: v.nullable(v.object({ target: v.string(), code: v.string(), sentAt: f.seconds })),
  }),
})

export const messages = defineCall({
  path: 'user/usermessage',
  token: true,
  summary: 'The user’s messages, newest first, and the number of unread ones.',
  input: v.object({
    /** Only messages older than this one: the cursor of the next page. */
    before: v.optional(f.id),
    /** Only messages of this kind, or of this group of kinds. `unread` counts all. */
    kind: v.optional(messageTopic),
    limit: v.optional(f.count(1, 100), 20),
  }),
  output: v.object({ unread: v.number(), messages: v.array(userMessage) }),
})

export const readMessages = defineCall({
  method: 'POST',
  path: 'user/messages_read',
  token: true,
  ours: true,
  summary:
    'Marks a message as read; with `older`, all earlier messages too, or with `kind` those of that kind or group. Messages keep the time when they were first read. Returns the number of unread messages.',
  input: v.object({ id: f.id, older: v.optional(v.boolean(), false), kind: v.optional(messageTopic) }),
  output: v.object({ readAt: f.seconds, unread: v.number() }),
})
