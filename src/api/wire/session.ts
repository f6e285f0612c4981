import * as v from 'valibot'
import { defineCall } from './call.ts'
import * as f from './first-fields.ts'

// What the session of every page needs, apart from the rest of `user.ts`: it comes with the first screen.

export const userInfo = v.object({
  id: f.id,
  username: v.nullable(v.string()),
  address: v.nullable(v.string()),
  /** How this session signed in. */
  method: v.picklist(['password', 'wallet']),
  status: v.picklist(['active', 'locked']),
  lang: f.lang,
  /** By its IANA name: what the user’s days and months go by. */
  timeZone: v.string(),
  inviteCode: v.string(),
  createdAt: f.seconds,
  /** Whether a loan is unpaid: `orders/coverage` says what it leaves free. */
  owes: v.boolean(),
  /** Number of the newest private event: where catching up begins. */
  eventSeq: v.number(),
})
export type UserInfo = v.InferOutput<typeof userInfo>

export const logout = defineCall({
  method: 'POST',
  path: 'user/logout',
  token: true,
  ours: true,
  summary: 'Ends this session, with its sockets.',
  input: f.nothing,
  output: f.done,
})

export const info = defineCall({
  path: 'user/info',
  token: true,
  summary: 'Who is signed in.',
  input: f.nothing,
  output: userInfo,
})

export const setLang = defineCall({
  method: 'POST',
  path: 'set/lang',
  token: true,
  summary: 'Keeps the language, carried in `lang` as in every request, with the account.',
  input: v.object({ lang: f.lang }),
  output: f.done,
})
