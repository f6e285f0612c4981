import * as v from 'valibot'
import { defineCall } from '../wire/call.ts'
import * as f from '../wire/fields.ts'
import { signInMethod } from '../wire/session.ts'

const typed = v.pipe(v.string(), v.minLength(1), v.maxLength(64))

/**
 * A re-authentication: the password, or for an account without one a fresh signature of its wallet over a message of `user/nonce` for that
 * purpose: `change`, or `takeData` for an export. `code`: of the authenticator, if one is bound.
 */
export const proof = v.object({
  password: v.optional(typed),
  nonce: v.optional(f.id),
  sign: v.optional(f.walletSign),
  code: v.optional(f.authenticatorCode),
})
export type Proof = v.InferOutput<typeof proof>

/** A user's authenticator. `offer` and `recoveryCodes` are shown once, in the answer that creates them. */
export const authenticator = v.object({
  bound: v.boolean(),
  recoveryCodesLeft: v.number(),
  /** `secret`: in base 32. `uri`: the same as a QR code carries it, `otpauth://totp/…`. */
  offer: v.nullable(v.object({ secret: v.string(), uri: v.string() })),
  recoveryCodes: v.nullable(v.array(v.string())),
})
export type Authenticator = v.InferOutput<typeof authenticator>

export const google = defineCall({
  method: 'POST',
  path: 'safe/google',
  token: true,
  summary:
    'The two-factor authenticator (RFC 6238). An offer returns a secret, valid for 15 minutes. The first correct code binds it and returns ten recovery codes. Unbinding requires a code too.',
  input: v.variant('action', [
    v.object({ action: v.literal('state') }),
    v.object({ action: v.literal('offer'), proof }),
    v.object({ action: v.literal('bind'), code: f.authenticatorCode }),
    v.object({ action: v.literal('unbind'), proof }),
  ]),
  output: authenticator,
})

/** A user's transaction password, and what changing it requires. */
export const payPasswordInfo = v.object({
  set: v.boolean(),
  /** Whether a proof has to carry an authenticator’s code. */
  authenticator: v.boolean(),
  /** The masked e-mail address that receives the code of a reset; null if none is bound, and then no code is required. */
  email: v.nullable(v.string()),
  /** The code that was just sent. */
  sent: v.nullable(f.sentCode),
})
export type PayPasswordInfo = v.InferOutput<typeof payPasswordInfo>

export const payPassword = defineCall({
  method: 'POST',
  path: 'safe/pay_password',
  token: true,
  ours: true,
  summary:
    'The transaction password: set it, change it with the old one, or reset it with a proof and a code that `sendCode` sends to the bound e-mail address.',
  input: v.variant('action', [
    v.object({ action: v.literal('state') }),
    v.object({ action: v.literal('set'), password: f.password, confirm: f.confirm, proof }),
    v.object({ action: v.literal('change'), oldPassword: typed, password: f.password, confirm: f.confirm }),
    v.object({ action: v.literal('sendCode'), captcha: f.captcha }),
    v.object({
      action: v.literal('reset'),
      password: f.password,
      confirm: f.confirm,
      proof,
      emailCode: v.optional(f.verificationCode),
    }),
  ]),
  output: payPasswordInfo,
})

/** A user's e-mail address, and what binding another requires. */
export const emailInfo = v.object({
  /** The bound address, masked; null if none is bound, and then no code from it is required. */
  email: v.nullable(v.string()),
  /** Whether a proof has to carry an authenticator’s code. */
  authenticator: v.boolean(),
  /** The code that was just sent. `paperCode`: the code itself, if no message leaves the server. */
  sent: v.nullable(v.object({ expiresAt: f.seconds, paperCode: v.nullable(v.string()) })),
})
export type EmailInfo = v.InferOutput<typeof emailInfo>

export const email = defineCall({
  method: 'POST',
  path: 'user/email',
  token: true,
  ours: true,
  summary:
    'The e-mail address: bind or replace it with a proof, a code that `sendNew` sends to the new address, and, if one is bound, a code that `sendOld` sends to the old one.',
  input: v.variant('action', [
    v.object({ action: v.literal('state') }),
    v.object({ action: v.literal('sendNew'), email: f.email, captcha: f.captcha }),
    v.object({ action: v.literal('sendOld'), captcha: f.captcha }),
    v.object({
      action: v.literal('bind'),
      email: f.email,
      code: f.verificationCode,
      oldCode: v.optional(f.verificationCode),
      proof,
    }),
  ]),
  output: emailInfo,
})

export const updatePassword = defineCall({
  method: 'POST',
  path: 'safe/update_password',
  token: true,
  summary:
    'Changes the sign-in password. Requires the old password, and the authenticator code if one is set up. Ends all other sessions.',
  input: v.object({
    oldPassword: typed,
    newPassword: f.password,
    confirm: f.confirm,
    code: v.optional(f.authenticatorCode),
  }),
  output: f.done,
})

/** A session of a user. `system` and `browser` as the device reports them; null if unknown. */
export const device = v.object({
  /** Identifies the session to its owner; it is not a token. */
  id: f.id,
  system: v.nullable(v.string()),
  browser: v.nullable(v.string()),
  kind: v.picklist(['phone', 'tablet', 'computer', 'unknown']),
  /** The network address that it signed in from. */
  address: v.string(),
  method: signInMethod,
  since: f.seconds,
  /** To the minute. */
  seenAt: f.seconds,
  /** Whether it is this session. */
  current: v.boolean(),
})
export type Device = v.InferOutput<typeof device>

export const sessions = defineCall({
  method: 'POST',
  path: 'user/sessions',
  token: true,
  ours: true,
  summary:
    'Up to 100 sessions of the user, most recently seen first. `end` ends one, `endOthers` all but the current one: their calls are refused and their sockets stop receiving data at once.',
  input: v.variant('action', [
    v.object({ action: v.literal('list') }),
    v.object({ action: v.literal('end'), id: f.id }),
    v.object({ action: v.literal('endOthers') }),
  ]),
  output: v.array(device),
})
