import * as v from 'valibot'
import { statesOf } from '../../machines/orders/life.ts'
import { swapMachine } from '../../machines/orders/swap.ts'
import { recordedTick, recordStretch } from '../market/record-stretch.ts'
import { defineCall } from '../wire/call.ts'
import * as f from '../wire/fields.ts'
import { messageKey } from '../wire/message-key.ts'
import { page } from '../wire/page.ts'

declare module '../wire/events.ts' {
  interface EventBodies {
    swap: Swap
  }
}

/**
 * A flash swap, from its quote on. `amount` of `from` becomes `receive` of `to`; `usdt` is the intermediate amount in USDT, from which
 * `fee` is deducted. `legs`: a coin sold, a coin bought, or both; each with the recorded tick of its market price. `rate` follows from
 * these prices and the `spreadBps` of each leg.
 */
export const swap = v.object({
  id: f.id,
  state: v.picklist(statesOf(swapMachine)),
  /** Rises by one with each change: the higher one is newer. */
  version: v.number(),
  status: v.number(),
  from: f.currency,
  to: f.currency,
  amount: f.amount,
  receive: f.amount,
  usdt: f.usdt,
  fee: f.usdt,
  spreadBps: v.number(),
  feeBps: v.number(),
  rate: v.object({ base: f.currency, quote: f.currency, price: f.amount }),
  legs: v.array(v.object({ side: v.picklist(['sell', 'buy']), tick: recordedTick })),
  quotedAt: f.millis,
  /** The time from which it can no longer be executed. */
  expiresAt: f.millis,
  /** The time of its execution or expiry. */
  settledAt: v.nullable(f.millis),
})
export type Swap = v.InferOutput<typeof swap>

export const flashAgainstList = defineCall({
  path: 'wallet/flashAgainstList',
  token: true,
  summary: 'The currencies that can be swapped, the available balance of each, and the terms.',
  input: f.nothing,
  output: v.object({
    spreadBps: v.number(),
    feeBps: v.number(),
    /** A quote is valid while none of its prices has moved further than this, either way. */
    driftBps: v.number(),
    seconds: v.number(),
    min: f.amount,
    /** Why any swap would be refused now because of open orders; null if it would not. */
    refusal: v.nullable(messageKey),
    currencies: v.array(v.object({ currency: f.currency, available: f.amount })),
  }),
})
export type SwapOffer = v.InferOutput<typeof flashAgainstList.output>

export const flashAgainstQuote = defineCall({
  method: 'POST',
  path: 'wallet/flashAgainstQuote',
  token: true,
  once: true,
  ours: true,
  summary: 'Requests a swap quote, valid for a few seconds. A user has one at a time: a new quote replaces it.',
  input: v.object({ requestId: f.requestId, from: f.currency, to: f.currency, amount: f.decimal }),
  output: swap,
})

export const flashAgainst = defineCall({
  method: 'POST',
  path: 'wallet/flashAgainst',
  token: true,
  once: true,
  summary: 'Executes a quote before it expires.',
  input: v.object({ requestId: f.requestId, id: f.id }),
  output: swap,
})

export const flashAgainstReceipt = defineCall({
  path: 'wallet/flashAgainstReceipt',
  token: true,
  ours: true,
  compressed: true,
  summary: 'An executed swap, with the recorded tick of each leg and its position in the hash chain.',
  input: v.object({ id: f.id }),
  output: v.object({ order: swap, proofs: v.array(recordStretch) }),
})
export type SwapReceipt = v.InferOutput<typeof flashAgainstReceipt.output>

export const myFlashAgainstList = defineCall({
  path: 'wallet/myFlashAgainstList',
  token: true,
  compressed: true,
  summary: 'The user’s swaps, newest first.',
  input: v.object({
    /** Only this one. */
    id: v.optional(f.id),
    /** Only those in this state. */
    state: v.optional(swap.entries.state),
    ...page,
  }),
  output: v.array(swap),
})
