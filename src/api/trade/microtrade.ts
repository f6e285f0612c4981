import * as v from 'valibot'
import { statesOf } from '../../machines/orders/life.ts'
import { microtradeMachine } from '../../machines/orders/microtrade.ts'
import { directions, PERIOD_SECONDS_MAX } from '../../rules/microtrade/microtrade.ts'
import { recordedTick } from '../market/record-stretch.ts'
import { defineCall } from '../wire/call.ts'
import * as f from '../wire/fields.ts'
import { page, tradeList } from '../wire/page.ts'

declare module './orders.ts' {
  interface Orders {
    microtrade: MicrotradeOrder
  }
}

/**
 * A timed option. `state` is its machine's; `list` and `status` are that state's codes. `buyPrice` with `openTick` are null until it opens,
 * `finalPrice` with `closeTick` until it settles. `payout`: returned at its end: stake and profit, the stake, or nothing.
 */
export const order = v.object({
  id: f.id,
  symbol: f.symbol,
  direction: v.picklist(directions),
  currency: f.currency,
  amount: f.amount,
  seconds: v.number(),
  payoutBps: v.number(),
  state: v.picklist(statesOf(microtradeMachine)),
  /** Rises by one with each change: the higher one is newer. */
  version: v.number(),
  list: v.number(),
  status: v.number(),
  acceptedAt: f.millis,
  openTime: v.nullable(f.millis),
  closeTime: v.nullable(f.millis),
  settledAt: v.nullable(f.millis),
  buyPrice: v.nullable(f.price),
  finalPrice: v.nullable(f.price),
  openTick: v.nullable(recordedTick),
  closeTick: v.nullable(recordedTick),
  payout: v.nullable(f.amount),
})
export type MicrotradeOrder = v.InferOutput<typeof order>

const submitInput = v.object({
  requestId: f.requestId,
  symbol: f.symbol,
  direction: v.picklist(directions),
  currency: f.currency,
  amount: f.decimal,
  seconds: f.count(1, PERIOD_SECONDS_MAX),
  /** By the server's clock: a request that first arrives later places no order. */
  confirmBy: f.confirmBy,
})

const listInput = v.object({
  list: tradeList,
  symbol: v.optional(f.symbol),
  ...page,
})

export const seconds = defineCall({
  path: 'microtrade/seconds',
  token: true,
  summary: 'The periods on offer, with the payout of each and the stake limits. None under rules without options.',
  input: v.object({ currency: v.optional(f.currency, 'USDT') }),
  output: v.array(
    v.object({
      seconds: v.number(),
      payoutBps: v.number(),
      currency: f.currency,
      min: f.amount,
      max: f.amount,
      unit: f.amount,
    }),
  ),
})

export const payableCurrencies = defineCall({
  path: 'microtrade/payable_currencies',
  token: true,
  summary: 'The currencies that can pay for an option, with the available balance of each.',
  input: f.nothing,
  output: v.array(
    v.object({ currency: f.currency, available: f.amount, min: f.amount, max: f.amount, unit: f.amount }),
  ),
})

export const submit = defineCall({
  method: 'POST',
  path: 'microtrade/submit',
  token: true,
  once: true,
  summary: 'Buys a timed option on a crypto pair.',
  input: submitInput,
  output: order,
})

export const whsubmit = defineCall({
  method: 'POST',
  path: 'microtrade/whsubmit',
  token: true,
  once: true,
  summary: 'Buys a timed option on a foreign exchange pair or a precious metal.',
  input: submitInput,
  output: order,
})

export const lists = defineCall({
  path: 'microtrade/lists',
  token: true,
  compressed: true,
  summary: 'The user’s timed options on crypto pairs, newest first.',
  input: listInput,
  output: v.array(order),
})

export const whlists = defineCall({
  path: 'microtrade/whlists',
  token: true,
  compressed: true,
  summary: 'The user’s timed options on foreign exchange and metals, newest first.',
  input: listInput,
  output: v.array(order),
})

export const receipt = defineCall({
  path: 'microtrade/receipt',
  token: true,
  ours: true,
  compressed: true,
  summary: 'The receipt of an option: its ticks, the stretch of the hash chain between them, and its neighbours.',
  input: v.object({ id: f.id }),
  output: v.object({
    order,
    /** The hash before `before`, or before the opening tick if that is the first of its record. */
    previousHash: v.nullable(f.hash),
    /** The recorded tick before the opening one, which proves that no earlier tick followed the acceptance. */
    before: v.nullable(recordedTick),
    /** The record from the opening to the closing tick, both inclusive. */
    ticks: v.array(recordedTick),
    /** The recorded tick after the closing one, which proves that no later tick preceded the due time; null until there is one. */
    after: v.nullable(recordedTick),
  }),
})
export type Receipt = v.InferOutput<typeof receipt.output>
