import * as v from 'valibot'
import { statesOf } from '../../machines/orders/life.ts'
import { savingsMachine } from '../../machines/orders/savings.ts'
import { defineCall } from '../wire/call.ts'
import * as f from '../wire/fields.ts'
import { page, tradeList } from '../wire/page.ts'

declare module '../wire/events.ts' {
  interface EventBodies {
    savings: Savings
  }
}

/**
 * A fixed-term deposit. `amount`: its principal; `interest`: paid at the end of each term; `earned`: paid so far. `term`: the current one,
 * or the last, from 1. `rateBps`: simple interest for 365 days. `daySeconds`: the length of its day.
 */
export const savings = v.object({
  id: f.id,
  state: v.picklist(statesOf(savingsMachine)),
  /** Rises by one with each change: the higher one is newer. */
  version: v.number(),
  status: v.number(),
  product: v.string(),
  currency: f.currency,
  amount: f.amount,
  days: v.number(),
  rateBps: v.number(),
  daySeconds: v.number(),
  interest: f.amount,
  earned: f.amount,
  /** Whether another term of the same product begins where this one ends. */
  renew: v.boolean(),
  term: v.number(),
  acceptedAt: f.millis,
  /** Start and end of the term. */
  termAt: f.millis,
  maturesAt: f.millis,
  settledAt: v.nullable(f.millis),
})
export type Savings = v.InferOutput<typeof savings>

export const config = defineCall({
  path: 'lh/deposit/config',
  token: true,
  summary: 'The fixed-term deposits on offer, with the rest of each quota.',
  input: f.nothing,
  output: v.object({
    /** How long a day of a new deposit is, in seconds: 86400 unless shortened for a demonstration. */
    daySeconds: v.number(),
    available: v.array(v.object({ currency: f.currency, available: f.amount })),
    products: v.array(
      v.object({
        id: v.string(),
        currency: f.currency,
        days: v.number(),
        rateBps: v.number(),
        min: f.amount,
        max: f.amount,
        quota: f.amount,
        left: f.amount,
      }),
    ),
  }),
})
export type SavingsOffer = v.InferOutput<typeof config.output>

/** `principal` and `interest`: of running deposits, at the end of their terms; `earned`: of all deposits ever. */
export const orderSum = defineCall({
  path: 'lh/deposit/ordersum',
  token: true,
  summary: 'Totals of the user’s fixed-term deposits, by currency.',
  input: f.nothing,
  output: v.array(
    v.object({
      currency: f.currency,
      running: v.number(),
      principal: f.amount,
      interest: f.amount,
      earned: f.amount,
    }),
  ),
})
export type SavingsSum = v.InferOutput<typeof orderSum.output>[number]

export const place = defineCall({
  method: 'POST',
  path: 'lh/deposit',
  token: true,
  once: true,
  summary: 'Opens a fixed-term deposit. The terms are fixed for the deposit.',
  input: v.object({
    requestId: f.requestId,
    product: v.pipe(v.string(), v.maxLength(32)),
    amount: f.decimal,
    renew: v.optional(v.boolean(), false),
  }),
  output: savings,
})

export const order = defineCall({
  path: 'lh/deposit/order',
  token: true,
  compressed: true,
  summary: 'The user’s fixed-term deposits, newest first.',
  input: v.object({
    list: tradeList,
    id: v.optional(f.id),
    ...page,
  }),
  output: v.array(savings),
})

/** `order`: the deposit; `step`: `holdPrincipal`, `payInterest` or `returnPrincipal`; `amount`: of that step. */
export const records = defineCall({
  path: 'lh/deposit/records',
  token: true,
  compressed: true,
  summary: 'Movements of the user’s fixed-term deposits, newest first.',
  input: v.object(page),
  output: v.array(
    v.object({ id: f.id, order: f.id, at: f.seconds, currency: f.currency, step: v.string(), amount: f.amount }),
  ),
})

export const cancel = defineCall({
  method: 'POST',
  path: 'lh/deposit/cancel',
  token: true,
  once: true,
  summary:
    'Cancels a fixed-term deposit before maturity: the principal is returned, the interest of the term is forfeited.',
  input: v.object({ requestId: f.requestId, id: f.id }),
  output: savings,
})

export const renew = defineCall({
  method: 'POST',
  path: 'lh/deposit/renew',
  token: true,
  ours: true,
  summary: 'Turns automatic renewal at maturity on or off.',
  input: v.object({ id: f.id, renew: v.boolean() }),
  output: savings,
})
