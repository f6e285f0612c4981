import * as v from 'valibot'
import { defineCall } from '../../../../src/api/wire/call.ts'
import * as f from '../../../../src/api/wire/fields.ts'
import { statesOf } from '../../../../src/machines/orders/life.ts'
import { reservationMachine } from './machine.ts'

export const reservation = v.object({
  id: f.id,
  symbol: f.symbol,
  currency: f.currency,
  amount: f.amount,
  level: f.price,
  state: v.picklist(statesOf(reservationMachine)),
  version: v.number(),
  tick: v.nullable(v.number()),
  acceptedAt: v.number(),
})
export type Reservation = v.InferOutput<typeof reservation>

export const reserve = defineCall({
  method: 'POST',
  path: 'reservation/reserve',
  token: true,
  once: true,
  ours: true,
  summary: 'Holds an amount until a price is reached, which consumes it, or a time has passed, which releases it.',
  input: v.object({
    requestId: f.requestId,
    symbol: f.symbol,
    amount: f.amount,
    level: f.amount,
    seconds: f.count(1, 3_600),
  }),
  output: reservation,
})

export const cancel = defineCall({
  method: 'POST',
  path: 'reservation/cancel',
  token: true,
  once: true,
  ours: true,
  summary: 'Releases what a reservation holds.',
  input: v.object({ requestId: f.requestId, id: f.id }),
  output: reservation,
})

export const list = defineCall({
  path: 'reservation/list',
  token: true,
  ours: true,
  summary: 'The user’s reservations, newest first.',
  input: v.object({ before: v.optional(f.id), limit: v.optional(f.count(1, 100), 20) }),
  output: v.array(reservation),
})
