import * as v from 'valibot'
import { defineCall } from './call.ts'
import * as f from './first-fields.ts'

// The session's part of `user.ts`, in a file of its own, because the first screen needs it.

/** How a session signed in. */
export const signInMethod = v.picklist(['password', 'wallet', 'passkey'])
export type SignInMethod = v.InferOutput<typeof signInMethod>

export const userInfo = v.object({
  id: f.id,
  username: v.nullable(v.string()),
  address: v.nullable(v.string()),
  /** Of this session. */
  method: signInMethod,
  status: v.picklist(['active', 'locked']),
  lang: f.lang,
  /** The IANA time zone of the user’s days and months. */
  timeZone: v.string(),
  inviteCode: v.string(),
  createdAt: f.seconds,
  /** Whether a loan is unpaid: `orders/coverage` returns what it leaves free. */
  owes: v.boolean(),
  /** Number of the newest private event, from which catching up starts. */
  eventSeq: v.number(),
})
export type UserInfo = v.InferOutput<typeof userInfo>

export const logout = defineCall({
  method: 'POST',
  path: 'user/logout',
  token: true,
  ours: true,
  summary: 'Ends this session and its sockets.',
  input: f.nothing,
  output: f.done,
})

export const info = defineCall({
  path: 'user/info',
  token: true,
  summary: 'The signed-in user.',
  input: f.nothing,
  output: userInfo,
})

export const setLang = defineCall({
  method: 'POST',
  path: 'set/lang',
  token: true,
  summary: 'Saves the language, sent in `lang` as in every request, with the account.',
  input: v.object({ lang: f.lang }),
  output: f.done,
})
