import * as v from 'valibot'
import { defineCall } from './call.ts'
import * as f from './fields.ts'
import { verification } from './kyc.ts'
import { order } from './microtrade.ts'
import { userMessage } from './user.ts'
import { wallet } from './wallet.ts'

const numbered = { seq: v.number(), at: f.seconds }

/** Something that happened to a user's account. `seq` counts them one by one, so that a gap shows. */
export const accountEvent = v.variant('kind', [
  v.object({ ...numbered, kind: v.literal('wallet'), body: wallet }),
  v.object({ ...numbered, kind: v.literal('microtrade'), body: order }),
  v.object({ ...numbered, kind: v.literal('verification'), body: verification }),
  /** A frozen user hears nothing more. */
  v.object({ ...numbered, kind: v.literal('status'), body: v.object({ status: v.picklist(['active', 'locked']) }) }),
  v.object({ ...numbered, kind: v.literal('message'), body: userMessage }),
])
export type AccountEvent = v.InferOutput<typeof accountEvent>

export const events = defineCall({
  path: 'user/events',
  token: true,
  ours: true,
  summary: 'The private events after a number: how a device catches up.',
  input: v.object({ after: f.count(0, 1e15), limit: v.optional(f.count(1, 500), 200) }),
  output: v.array(accountEvent),
})
