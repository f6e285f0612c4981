import * as v from 'valibot'
import type { Orders } from '../trade/orders.ts'
import { defineCall, type Schema } from './call.ts'
import * as f from './fields.ts'

const numbered = { seq: v.number(), at: f.seconds }

/** The bodies of private events by their kind, beside those of orders: each noun's file adds its own. */
// biome-ignore lint/suspicious/noEmptyInterface: others add to it
export interface EventBodies {}

type Bodies = EventBodies & Orders

/** Something that happened to a user's account. `seq` counts them one by one, so that a gap shows. */
export type AccountEvent = {
  [Kind in keyof Bodies]: { seq: number; at: number; kind: Kind; body: Bodies[Kind] }
}[keyof Bodies]

/** The schema of an event, given the body of each kind that there is. */
export const accountEventOf = (bodies: Readonly<Record<string, Schema>>) =>
  v.variant(
    'kind',
    Object.entries(bodies).map(([kind, body]) => v.object({ ...numbered, kind: v.literal(kind), body })),
  )

/** What the app requires of one. A kind that it does not know is of a newer server: it lets that pass. */
const anyEvent = v.object({ ...numbered, kind: v.string(), body: v.looseObject({}) })

export const events = defineCall({
  path: 'user/events',
  token: true,
  ours: true,
  summary: 'The private events after a number: how a device catches up.',
  input: v.object({ after: f.count(0, 1e15), limit: v.optional(f.count(1, 500), 200) }),
  output: v.array(anyEvent as unknown as v.GenericSchema<unknown, AccountEvent>),
})
