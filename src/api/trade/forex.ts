import * as v from 'valibot'
import { forexMachine } from '../../machines/orders/forex.ts'
import { statesOf } from '../../machines/orders/life.ts'
import { forexTypes } from '../../rules/forex/entry.ts'
import { forexCauses } from '../../rules/forex/forex.ts'
import { leverDirections } from '../../rules/lever/lever.ts'
import { voidReasons } from '../../rules/orders/order-list.ts'
import { limitedGap, recordedTick, recordStretch } from '../market/record-stretch.ts'
import { defineCall } from '../wire/call.ts'
import * as f from '../wire/fields.ts'
import { messageKey } from '../wire/message-key.ts'
import { page, tradeList } from '../wire/page.ts'
import { losing, ruleName } from '../wire/rules.ts'

declare module './orders.ts' {
  interface Orders {
    forex: ForexOrder
  }
}

/**
 * A partial close. `closePrice`: half of the spread away from `tick`; `initial`, `margin` and `limited`: its shares of those of the position;
 * `since`: the time from which it took the next tick; `shortfall`: paid by the insurance account.
 */
const forexPart = v.object({
  lots: f.amount,
  since: f.millis,
  closePrice: f.price,
  initial: f.amount,
  margin: f.amount,
  profit: f.signedAmount,
  returned: f.amount,
  shortfall: f.amount,
  limited: f.amount,
  tick: recordedTick,
})

/**
 * A position in a currency pair or a metal. `state` is its machine's; `list` and `status` are that state's codes: in transaction, closing
 * position, closed position.
 *
 * - `type`: `market`, or a `limit` or `stop` order that opens by the first tick whose deal price reaches `price`, null for a market order;
 *   `reachedAt`: the time of that tick, null until then
 * - `lots` of `lot` units each; `spread` between bid and ask, `swapPoints` per unit and day, `stopOutBps` of its initial margin: frozen at
 *   its acceptance
 * - `openLots`: what is left of `lots`, 0 once it has ended; `parts`: what was closed of them before its end; `closing`: the lots of a requested
 *   close, null for none
 * - `reserve`: held until it opens. `dealPrice` with `openTick`: null until then; they differ by half of the spread
 * - `via`, `rate`, `rateTick`: the conversion of the quote currency to dollars for a pair without the dollar, as recorded at the opening
 * - `initial`: the initial margin of all lots; `margin`: the current one of the open lots, including rollovers; 0 once it is closed
 * - `stopOut`: the recorded price at which it is closed because at most `stopOutBps` of their initial margin is left; null if there is none
 * - `takeProfit`, `stopLoss`: in effect since `stopsAt`, or since its opening if that is null; `next`: both from the record's next moment on,
 *   null if not requested
 * - `night`: one day's rollover of the open lots, negative for a charge; `nights`: the number of days so far, and `swap` their sum
 * - `nextNightAt`: the next rollover; `closingAt`: the time from which its close takes the next tick; null if none is requested
 * - `profit`: of everything closed; `returned`: the returned amount; `shortfall`: paid by the insurance account
 * - `gaps`: the gaps in the record that limited its gain, null if its terms have no such limit; `limited`: the deduction from the lots that are
 *   open, or were closed last
 * - `voidReason`: why it is void; null if it is not
 */
export const forexOrder = v.object({
  id: f.id,
  symbol: f.symbol,
  direction: v.picklist(leverDirections),
  type: v.picklist(forexTypes),
  price: v.nullable(f.price),
  reachedAt: v.nullable(f.millis),
  currency: f.currency,
  lots: f.amount,
  openLots: f.amount,
  closing: v.nullable(f.amount),
  parts: v.array(forexPart),
  lot: v.number(),
  leverage: v.number(),
  spread: f.price,
  swapPoints: f.signedAmount,
  stopOutBps: v.number(),
  state: v.picklist(statesOf(forexMachine)),
  /** Rises by one with each change: the higher one is newer. */
  version: v.number(),
  list: v.number(),
  status: v.number(),
  acceptedAt: f.millis,
  settledAt: v.nullable(f.millis),
  reserve: f.amount,
  dealPrice: v.nullable(f.price),
  openTick: v.nullable(recordedTick),
  via: v.nullable(f.symbol),
  rate: v.nullable(f.amount),
  rateTick: v.nullable(recordedTick),
  initial: f.amount,
  margin: f.amount,
  stopOut: v.nullable(f.price),
  takeProfit: v.nullable(f.price),
  stopLoss: v.nullable(f.price),
  stopsAt: v.nullable(f.millis),
  next: v.nullable(v.object({ takeProfit: v.nullable(f.price), stopLoss: v.nullable(f.price) })),
  night: f.signedAmount,
  nights: v.number(),
  swap: f.signedAmount,
  nextNightAt: v.nullable(f.millis),
  closingAt: v.nullable(f.millis),
  closePrice: v.nullable(f.price),
  closeTick: v.nullable(recordedTick),
  profit: f.signedAmount,
  returned: f.amount,
  shortfall: f.amount,
  cause: v.nullable(v.picklist(forexCauses)),
  voidReason: v.nullable(v.picklist(voidReasons)),
  limited: f.amount,
  gaps: v.nullable(v.array(limitedGap)),
})
export type ForexOrder = v.InferOutput<typeof forexOrder>

const form = {
  symbol: f.symbol,
  direction: v.picklist(leverDirections),
  type: v.optional(v.picklist(forexTypes), 'market'),
  /** Of a limit or stop order: its deal price. */
  price: v.optional(f.decimal),
  takeProfit: v.optional(f.decimal),
  stopLoss: v.optional(f.decimal),
}

export const submit = defineCall({
  method: 'POST',
  path: 'forex/submit',
  token: true,
  once: true,
  ours: true,
  summary:
    'Buys or sells lots of a currency pair or a metal: at the next tick of the record, or by a limit or stop order at the first one that reaches its price.',
  input: v.object({
    requestId: f.requestId,
    ...form,
    lots: f.decimal,
    /** By the server's clock: a request that first arrives later places no order. */
    confirmBy: f.confirmBy,
  }),
  output: forexOrder,
})

export const close = defineCall({
  method: 'POST',
  path: 'forex/close',
  token: true,
  once: true,
  ours: true,
  summary:
    'Closes a position or some of its lots at the next tick of the record, or at the first one after the market opens.',
  input: v.object({
    requestId: f.requestId,
    id: f.id,
    /** All that are open if left out. */
    lots: v.optional(f.decimal),
  }),
  output: forexOrder,
})

export const setStop = defineCall({
  method: 'POST',
  path: 'forex/setstop',
  token: true,
  once: true,
  ours: true,
  summary: 'Sets take profit and stop loss of a position, both at once. A price that is left out is removed.',
  input: v.object({
    requestId: f.requestId,
    id: f.id,
    takeProfit: v.optional(f.decimal),
    stopLoss: v.optional(f.decimal),
  }),
  output: forexOrder,
})

export const cancel = defineCall({
  method: 'POST',
  path: 'forex/cancel',
  token: true,
  once: true,
  ours: true,
  summary: 'Cancels a limit or stop order that has not been filled.',
  input: v.object({ requestId: f.requestId, id: f.id }),
  output: forexOrder,
})

export const pair = defineCall({
  path: 'forex/pair',
  token: true,
  ours: true,
  compressed: true,
  summary: 'Data for the order form of a pair or a metal: its terms, the available balance, and its live positions.',
  input: v.object({ symbol: f.symbol }),
  output: v.object({
    symbol: f.symbol,
    currency: f.currency,
    available: f.amount,
    lot: v.number(),
    unit: f.amount,
    max: f.amount,
    pip: f.amount,
    spread: f.amount,
    leverage: v.number(),
    stopOutBps: v.number(),
    swap: v.object({ long: f.signedAmount, short: f.signedAmount }),
    via: v.nullable(f.symbol),
    /** The last displayed prices of the pair, and of the instrument that converts its quote currency to dollars; null if there is none. */
    price: v.nullable(f.amount),
    rate: v.nullable(f.amount),
    /** Whether a bank card is bound, which every position requires. */
    cardBound: v.boolean(),
    /** The server's profile of rules; absent for `paper`. */
    rules: v.optional(ruleName),
    losing,
    /** Why no position can be opened now; null if one can. */
    closed: v.nullable(v.picklist(['functionOff', 'tradingClosed', 'marketClosed'])),
    orders: v.array(forexOrder),
  }),
})
export type ForexPairDetails = v.InferOutput<typeof pair.output>

export const list = defineCall({
  path: 'forex/list',
  token: true,
  ours: true,
  compressed: true,
  summary: 'The user’s positions in foreign exchange and metals, live and ended, newest first, page by page.',
  input: v.object({
    list: tradeList,
    /** 0 in transaction, 1 closing position, 2 closed position. */
    status: v.optional(f.count(0, 2)),
    symbol: v.optional(f.symbol),
    ...page,
  }),
  output: v.array(forexOrder),
})

export const preview = defineCall({
  method: 'POST',
  path: 'forex/preview',
  token: true,
  ours: true,
  summary: 'Previews an order at the current price, with errors by field. Places no order.',
  input: v.object({ ...form, lots: v.optional(f.decimal, '0') }),
  output: v.object({
    errors: v.record(v.string(), v.object({ key: messageKey, params: v.optional(v.record(v.string(), v.string())) })),
    summary: v.nullable(
      v.object({
        price: f.amount,
        units: f.amount,
        worth: f.amount,
        margin: f.amount,
        spread: f.amount,
        pip: f.amount,
        night: f.signedAmount,
        stopOut: v.nullable(f.amount),
        moveBps: v.nullable(v.number()),
        reserve: f.amount,
        worst: f.amount,
      }),
    ),
  }),
})

export const receipt = defineCall({
  path: 'forex/receipt',
  token: true,
  ours: true,
  compressed: true,
  summary:
    'The ticks that opened and closed a position, that of its conversion rate, and those around each gap, with their positions in the hash chain; or why it was not opened.',
  input: v.object({ id: f.id }),
  output: v.object({
    order: forexOrder,
    /**
     * Of the opening, of each partial close, and of the closing if it has closed. Each ends with its tick, and begins where a tick could first have decided; if
     * the order waited for a price, at most a minute before.
     */
    proofs: v.array(recordStretch),
    /**
     * Of the rate that converts the quote currency to dollars; null if none does. For a void order, of the time in which a rate could have
     * been.
     */
    rateProof: v.nullable(recordStretch),
    /** Of the two ticks around each gap. */
    gapProofs: v.array(recordStretch),
    /** Of the tick that made it void, or of the time without one; null if it is not void. */
    decided: v.nullable(recordStretch),
  }),
})
export type ForexReceipt = v.InferOutput<typeof receipt.output>
