import * as v from 'valibot'
import { defineCall } from '../wire/call.ts'
import * as f from '../wire/fields.ts'
import { wallet } from './wallet.ts'

// Further calls of the wallet pages, which the first screen does not need.

export const detail = defineCall({
  method: 'POST',
  path: 'wallet/detail',
  token: true,
  summary: 'One wallet of the user, with each order that reserves a part of it.',
  input: v.object({ currency: v.optional(f.currency, 'USDT') }),
  output: v.object({
    ...wallet.entries,
    /** The amounts held by live orders, newest first, which sum to the wallet's `frozen`. `kind`: of the order. */
    held: v.array(v.object({ kind: v.string(), id: f.id, amount: f.amount })),
  }),
})
export type WalletDetail = v.InferOutput<typeof detail.output>

/** The periods of a balance history. */
export const ranges = ['day', 'week', 'month', 'year', 'all'] as const
export type Range = (typeof ranges)[number]

/** A time, in seconds, and the net worth at that time, in USDT. */
const point = v.tuple([f.seconds, f.signedAmount])

/**
 * Net worth, in USDT. `points`: oldest first, the last one current. `today`: since the start of the day in the user’s time zone; `since`: since the
 * first point; `total`: since the beginning. `value`: at the start; `paidIn`: net payments since then other than by trading, at their value when they moved. The
 * gain is the current net worth less both. `unpriced`: currencies without a price, which are left out.
 */
export const history = defineCall({
  path: 'wallet/history',
  token: true,
  ours: true,
  compressed: true,
  summary: 'The user’s net worth over time, by the ledger, orders and recorded prices.',
  input: v.object({ range: v.optional(v.picklist(ranges), 'week') }),
  output: v.object({
    points: v.array(point),
    today: v.object({ value: f.signedAmount, paidIn: f.signedAmount }),
    since: v.object({ value: f.signedAmount, paidIn: f.signedAmount }),
    total: v.object({ value: f.signedAmount, paidIn: f.signedAmount }),
    unpriced: v.array(f.currency),
  }),
})
export type History = v.InferOutput<typeof history.output>

/**
 * The trading volume required before a withdrawal, reached, and missing, in USDT. `bps`: the required volume, in basis points of deposits.
 */
export const turnover = defineCall({
  path: 'wallet/turnover',
  token: true,
  ours: true,
  summary: 'The trading volume that the user’s deposits require before a withdrawal, and the volume traded so far.',
  input: f.nothing,
  output: v.object({ bps: v.number(), asked: f.amount, counted: f.amount, missing: f.amount }),
})
export type Turnover = v.InferOutput<typeof turnover.output>

/** The amount of a currency for one US dollar. `time`: of the price that gives it. */
const rate = v.object({ currency: f.currency, rate: f.amount, time: f.millis })
export type Rate = v.InferOutput<typeof rate>

export const rates = defineCall({
  path: 'lh/wh_bzhl_list',
  compressed: true,
  summary: 'Reference rates of the US dollar in other currencies, by the last recorded prices of the forex pairs.',
  input: f.nothing,
  output: v.array(rate),
})
