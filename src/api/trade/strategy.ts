import * as v from 'valibot'
import { statesOf } from '../../machines/orders/life.ts'
import { strategyMachine } from '../../machines/orders/strategy.ts'
import { intervals } from '../../rules/market/intervals.ts'
import { GRIDS_MAX, GRIDS_MIN, strategyTypes } from '../../rules/strategy/strategy.ts'
import { defineCall } from '../wire/call.ts'
import * as f from '../wire/fields.ts'
import { type MessageKey, messages } from '../wire/messages.ts'
import { page, tradeList } from '../wire/page.ts'

declare module '../wire/events.ts' {
  interface EventBodies {
    strategy: Strategy
  }
}

const messageKey = v.picklist(Object.keys(messages) as [MessageKey, ...MessageKey[]])

/** A level of a grid. `coins`: its holding; without one it buys `quantity` at `low`, otherwise it sells at `high`. */
export const strategyStep = v.object({ low: f.price, high: f.price, quantity: f.quantity, coins: f.quantity })

/**
 * A strategy. `state` is its machine's, `status` that state's code.
 *
 * - `amount`: of each buy of a recurring one, of the whole grid otherwise, in USDT
 * - `days`, `daySeconds`: interval of recurring buys; `nextAt`: the next one; `missed`: skipped ones
 * - `lower`, `upper`, `steps`: of a grid; null and none otherwise
 * - `buys`, `sells`: its ended orders with a fill; `spent`, `received`, `fees`: their sums in USDT, the first two including fees
 * - `coins`: bought and not yet sold; `costs`: their cost including fees
 * - `rounds`: round trips of a grid; `realised`: their result after both fees
 * - `reason`: why the platform paused or ended it
 */
export const strategy = v.object({
  id: f.id,
  type: v.picklist(strategyTypes),
  symbol: f.symbol,
  currency: f.currency,
  amount: f.amount,
  days: v.nullable(v.number()),
  daySeconds: v.number(),
  nextAt: v.nullable(f.millis),
  missed: v.number(),
  lower: v.nullable(f.price),
  upper: v.nullable(f.price),
  steps: v.array(strategyStep),
  state: v.picklist(statesOf(strategyMachine)),
  /** Rises by one with each change: the higher one is newer. */
  version: v.number(),
  status: v.number(),
  acceptedAt: f.millis,
  settledAt: v.nullable(f.millis),
  buys: v.number(),
  sells: v.number(),
  spent: f.amount,
  received: f.amount,
  fees: f.amount,
  coins: f.quantity,
  costs: f.amount,
  rounds: v.number(),
  realised: f.signedAmount,
  reason: v.nullable(messageKey),
})
export type Strategy = v.InferOutput<typeof strategy>

export const config = defineCall({
  path: 'strategy/config',
  token: true,
  ours: true,
  summary:
    'Data for the strategy form: the available balance, the number of running strategies, and the length of a day.',
  input: f.nothing,
  output: v.object({
    /** How long a day of a new recurring buy is, in seconds: 86400 unless shortened for a demonstration. */
    daySeconds: v.number(),
    /** Of USDT. */
    available: f.amount,
    /** The number of live strategies, and its maximum. */
    live: v.number(),
    max: v.number(),
  }),
})
export type StrategyOffer = v.InferOutput<typeof config.output>

const form = {
  type: v.picklist(strategyTypes),
  symbol: f.symbol,
  amount: f.decimal,
  /** Of a recurring buy. */
  days: v.optional(f.count(1, 30)),
  /** Of a grid. */
  lower: v.optional(f.decimal),
  upper: v.optional(f.decimal),
  grids: v.optional(f.count(GRIDS_MIN, GRIDS_MAX)),
}

export const submit = defineCall({
  method: 'POST',
  path: 'strategy/submit',
  token: true,
  once: true,
  ours: true,
  summary: 'Starts a strategy and places its first orders: all of them, or none.',
  input: v.object({
    requestId: f.requestId,
    ...form,
    /** By the server's clock: a request that first arrives later starts no strategy. */
    confirmBy: f.confirmBy,
  }),
  output: strategy,
})

export const preview = defineCall({
  method: 'POST',
  path: 'strategy/preview',
  token: true,
  ours: true,
  compressed: true,
  summary: 'Previews a strategy, with errors by field and its result over past bars. Starts nothing.',
  input: v.object({ ...form, interval: v.optional(v.picklist(intervals), '15m') }),
  output: v.object({
    errors: v.record(v.string(), v.object({ key: messageKey, params: v.optional(v.record(v.string(), v.string())) })),
    /** The maximum held or paid at the start, the maximum holding, bought at up to `highest`, and the profit of a level. */
    summary: v.nullable(
      v.object({
        held: f.amount,
        quantity: f.amount,
        highest: v.nullable(f.amount),
        profitLeast: v.nullable(f.signedAmount),
        profitMost: v.nullable(f.signedAmount),
        buysNow: v.number(),
      }),
    ),
    /**
     * A backtest of the same settings over recorded bars of `interval`, an estimate and no forecast; null if the form is invalid. `value`:
     * the final value of `budget`, all sold at the last price after the fee; `held`: its final value if all of it had bought at the start;
     * `line`: both over time, in seconds.
     */
    past: v.nullable(
      v.object({
        from: f.seconds,
        to: f.seconds,
        bars: v.number(),
        buys: v.number(),
        sells: v.number(),
        rounds: v.number(),
        coins: f.amount,
        budget: f.amount,
        spent: f.amount,
        received: f.amount,
        fees: f.amount,
        realised: f.signedAmount,
        value: f.amount,
        held: f.amount,
        line: v.array(v.tuple([f.seconds, f.amount, f.amount])),
      }),
    ),
  }),
})

export const list = defineCall({
  path: 'strategy/list',
  token: true,
  ours: true,
  compressed: true,
  summary: 'The user’s strategies, newest first, page by page. `coin/list` returns their orders by strategy.',
  input: v.object({ list: tradeList, id: v.optional(f.id), ...page }),
  output: v.array(strategy),
})

const act = (path: string, summary: string) =>
  defineCall({
    method: 'POST',
    path,
    token: true,
    once: true,
    ours: true,
    summary,
    input: v.object({ requestId: f.requestId, id: f.id }),
    output: strategy,
  })

export const pause = act(
  'strategy/pause',
  'Pauses a strategy: its open orders are cancelled, and what was bought stays.',
)
export const resume = act('strategy/resume', 'Resumes a paused strategy, which places its orders again.')
export const stop = act('strategy/stop', 'Ends a strategy: its open orders are cancelled, and what was bought stays.')
