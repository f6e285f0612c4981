import * as v from 'valibot'
import { defineCall } from '../wire/call.ts'
import * as f from '../wire/fields.ts'
import { wallet } from './wallet.ts'

// What the pages of the wallets ask besides; the first screen needs none of it.

export const detail = defineCall({
  method: 'POST',
  path: 'wallet/detail',
  token: true,
  summary: 'One wallet of the user, with each order that holds some of it.',
  input: v.object({ currency: v.optional(f.currency, 'USDT') }),
  output: v.object({
    ...wallet.entries,
    /** What live orders hold, the newest first: together the wallet's `frozen`. `kind`: of the order. */
    held: v.array(v.object({ kind: v.string(), id: f.id, amount: f.amount })),
  }),
})
export type WalletDetail = v.InferOutput<typeof detail.output>

/** How far a history of the balance goes back. */
export const ranges = ['day', 'week', 'month', 'all'] as const
export type Range = (typeof ranges)[number]

/** A moment, in seconds, with the net worth of then, in USDT. */
const point = v.tuple([f.seconds, f.signedAmount])

/**
 * Net worth, in USDT. `points`: oldest first, the last of now. `today`: since the day began in the user’s time zone, `total`: since the
 * beginning. `value`: at its beginning; `paidIn`: what came in since and did not leave again, other than by trading, at what it was
 * worth when it moved. What was gained is the net worth now, less both. `unpriced`: currencies of which there was no price, and which are left out.
 */
export const history = defineCall({
  path: 'wallet/history',
  token: true,
  ours: true,
  summary: 'The user’s net worth over time, by the ledger, the orders and the recorded prices of those hours.',
  input: v.object({ range: v.optional(v.picklist(ranges), 'week') }),
  output: v.object({
    points: v.array(point),
    today: v.object({ value: f.signedAmount, paidIn: f.signedAmount }),
    total: v.object({ value: f.signedAmount, paidIn: f.signedAmount }),
    unpriced: v.array(f.currency),
  }),
})
export type History = v.InferOutput<typeof history.output>

/**
 * How much someone must have traded before money leaves, how much of it they have, and what is missing, in USDT. `bps`: how
 * much is asked for what is deposited, in basis points of it.
 */
export const turnover = defineCall({
  path: 'wallet/turnover',
  token: true,
  ours: true,
  summary:
    'What the user must trade for what they deposited before they withdraw, and how much of it they have traded.',
  input: f.nothing,
  output: v.object({ bps: v.number(), asked: f.amount, counted: f.amount, missing: f.amount }),
})
export type Turnover = v.InferOutput<typeof turnover.output>

/** How much of a currency a US dollar is. `time`: of the price that it comes from. */
const rate = v.object({ currency: f.currency, rate: f.amount, time: f.millis })
export type Rate = v.InferOutput<typeof rate>

export const rates = defineCall({
  path: 'lh/wh_bzhl_list',
  summary: 'Reference rates: what a US dollar is in other currencies, by the last recorded prices of the forex pairs.',
  input: f.nothing,
  output: v.array(rate),
})
