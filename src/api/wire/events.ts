import * as v from 'valibot'
import type { Orders } from '../trade/orders.ts'
import { defineCall, type Schema } from './call.ts'
import * as f from './fields.ts'

const numbered = { seq: v.number(), at: f.seconds }

/** The bodies of private events by kind, other than those of orders: each noun's file adds its own. */
// biome-ignore lint/suspicious/noEmptyInterface: others add to it
export interface EventBodies {}

type Bodies = EventBodies & Orders

/** An event of a user's account. `seq` numbers them consecutively, so that a gap is visible. */
export type AccountEvent = {
  [Kind in keyof Bodies]: { seq: number; at: number; kind: Kind; body: Bodies[Kind] }
}[keyof Bodies]

/** The schema of an event, given the body of each kind. */
export const accountEventOf = (bodies: Readonly<Record<string, Schema>>) =>
  v.variant(
    'kind',
    Object.entries(bodies).map(([kind, body]) => v.object({ ...numbered, kind: v.literal(kind), body })),
  )

/** The fields that the app requires. An unknown kind comes from a newer server, and is accepted. */
const anyEvent = v.object({ ...numbered, kind: v.string(), body: v.looseObject({}) })

export const events = defineCall({
  path: 'user/events',
  token: true,
  ours: true,
  summary: 'The private events after a number, for a device that catches up.',
  input: v.object({ after: f.count(0, 1e15), limit: v.optional(f.count(1, 500), 200) }),
  output: v.array(anyEvent as unknown as v.GenericSchema<unknown, AccountEvent>),
})
