import * as v from 'valibot'
import { statesOf } from '../../machines/orders/life.ts'
import { spotMachine } from '../../machines/orders/spot.ts'
import { spotCauses, spotSides, spotTypes, timesInForce } from '../../rules/spot/spot.ts'
import { recordedTick, recordStretch } from '../market/record-stretch.ts'
import { defineCall } from '../wire/call.ts'
import * as f from '../wire/fields.ts'
import { type MessageKey, messages } from '../wire/messages.ts'
import { page, tradeList } from '../wire/page.ts'

declare module './orders.ts' {
  interface Orders {
    spot: SpotOrder
  }
}

/** A fill by one tick. `worth` (its value) and `fee` in USDT; `price`: the average of its levels. */
export const spotFill = v.object({
  quantity: f.quantity,
  worth: f.usdt,
  fee: f.usdt,
  price: f.price,
  tick: recordedTick,
})

/**
 * A spot order. `state` is its machine's; `list` and `status` are that state's codes.
 *
 * - `price`: of a limit order, null for a market order; `bound`: its price limit
 * - `level`: the first level of the book that it matches, 0 being the best: behind its owner's other orders
 * - `filled` of `quantity`; `worth` and `fee` in USDT, `averagePrice` null until something is filled
 * - `currency`: the given one; `held`: reserved until it is filled; `released`: the refund of the unfilled part
 * - `fills`: one for each tick that filled some of it, oldest first
 * - `strategyId`: the strategy that placed it; null for the user’s own order
 */
export const spotOrder = v.object({
  id: f.id,
  symbol: f.symbol,
  side: v.picklist(spotSides),
  type: v.picklist(spotTypes),
  timeInForce: v.picklist(timesInForce),
  currency: f.currency,
  quantity: f.quantity,
  price: v.nullable(f.price),
  bound: f.price,
  level: v.number(),
  feeBps: v.number(),
  state: v.picklist(statesOf(spotMachine)),
  /** Rises by one with each change: the higher one is newer. */
  version: v.number(),
  list: v.number(),
  status: v.number(),
  acceptedAt: f.millis,
  settledAt: v.nullable(f.millis),
  filled: f.quantity,
  averagePrice: v.nullable(f.price),
  worth: f.usdt,
  fee: f.usdt,
  held: f.amount,
  released: f.amount,
  fills: v.array(spotFill),
  cause: v.nullable(v.picklist(spotCauses)),
  strategyId: v.nullable(f.id),
})
export type SpotOrder = v.InferOutput<typeof spotOrder>

const form = {
  symbol: f.symbol,
  side: v.picklist(spotSides),
  type: v.picklist(spotTypes),
  timeInForce: v.optional(v.picklist(timesInForce), 'gtc'),
  /** Of a limit order. */
  price: v.optional(f.decimal),
  quantity: f.decimal,
}

export const trade = defineCall({
  method: 'POST',
  path: 'coin/trade',
  token: true,
  once: true,
  summary: 'Buys or sells a coin for USDT, by a market or a limit order.',
  input: v.object({
    requestId: f.requestId,
    ...form,
    /** By the server's clock: a request that first arrives later places no order. */
    confirmBy: f.confirmBy,
  }),
  output: spotOrder,
})

export const list = defineCall({
  path: 'coin/list',
  token: true,
  compressed: true,
  summary: 'The user’s spot orders, live and ended, newest first, page by page.',
  input: v.object({
    list: tradeList,
    symbol: v.optional(f.symbol),
    /** Only those of a strategy. */
    strategy: v.optional(f.id),
    ...page,
  }),
  output: v.array(spotOrder),
})

export const cancel = defineCall({
  method: 'POST',
  path: 'coin/cancel',
  token: true,
  once: true,
  ours: true,
  summary: 'Cancels a limit order, or its unfilled part, at the next tick of the record.',
  input: v.object({ requestId: f.requestId, id: f.id }),
  output: spotOrder,
})

export const pair = defineCall({
  path: 'coin/pair',
  token: true,
  ours: true,
  compressed: true,
  summary:
    'Data for the order form of a pair: its terms, the current price, the available balance, and its newest 200 live orders. `coin/list` returns older ones.',
  input: v.object({ symbol: f.symbol }),
  output: v.object({
    symbol: f.symbol,
    /** The available amounts of the coin and of USDT. */
    base: v.object({ currency: f.currency, available: f.amount }),
    quote: v.object({ currency: f.currency, available: f.amount }),
    /** The last displayed price, and its best bid and ask; null before the first. */
    price: v.nullable(f.amount),
    bid: v.nullable(f.amount),
    ask: v.nullable(f.amount),
    unit: f.amount,
    max: f.amount,
    feeBps: v.number(),
    /** Maximum slippage of a market order beyond the best price. */
    boundBps: v.number(),
    /** Why no order, or no sale, is possible now; null if it is. */
    closed: v.nullable(v.picklist(['functionOff', 'tradingClosed', 'marketClosed'])),
    sellsClosed: v.nullable(v.picklist(['hoardingActive'])),
    orders: v.array(spotOrder),
  }),
})
export type SpotPair = v.InferOutput<typeof pair.output>

const level = v.object({ price: f.amount, quantity: f.amount })

export const book = defineCall({
  path: 'coin/book',
  token: false,
  ours: true,
  compressed: true,
  summary: 'The order book of a pair, calculated from its newest recorded tick by a public formula, best levels first.',
  input: v.object({ symbol: f.symbol }),
  output: v.object({ tick: v.nullable(recordedTick), bids: v.array(level), asks: v.array(level) }),
})
export type SpotBook = v.InferOutput<typeof book.output>

const messageKey = v.picklist(Object.keys(messages) as [MessageKey, ...MessageKey[]])

export const preview = defineCall({
  method: 'POST',
  path: 'coin/preview',
  token: true,
  ours: true,
  summary: 'Previews an order at the current price, with errors by field. Places no order.',
  input: v.object({ ...form, quantity: v.optional(f.decimal, '0') }),
  output: v.object({
    errors: v.record(v.string(), v.object({ key: messageKey, params: v.optional(v.record(v.string(), v.string())) })),
    summary: v.nullable(
      v.object({
        average: f.amount,
        worth: f.amount,
        fee: f.amount,
        total: f.amount,
        slippage: v.nullable(f.amount),
        bound: f.amount,
        worst: f.amount,
        gives: f.currency,
        held: f.amount,
      }),
    ),
  }),
})

export const receipt = defineCall({
  path: 'coin/receipt',
  token: true,
  ours: true,
  compressed: true,
  summary:
    'The tick of each fill of a spot order, with its position in the hash chain. The filled order book levels follow from it.',
  input: v.object({ id: f.id }),
  output: v.object({
    order: spotOrder,
    /** Of each fill: the ticks of the last minute of the order's wait, up to the one that filled it. */
    proofs: v.array(recordStretch),
    /** Of the tick that ended the unfilled part, or of the time without one; null if neither applies. */
    decided: v.nullable(recordStretch),
  }),
})
export type SpotReceipt = v.InferOutput<typeof receipt.output>
