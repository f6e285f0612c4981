import * as v from 'valibot'
import { forexMachine } from '../../machines/orders/forex.ts'
import { statesOf } from '../../machines/orders/life.ts'
import { forexCauses } from '../../rules/forex/forex.ts'
import { leverDirections } from '../../rules/lever/lever.ts'
import { voidReasons } from '../../rules/orders/order-list.ts'
import { limitedGap, recordedTick, recordStretch } from '../market/record-stretch.ts'
import { defineCall } from '../wire/call.ts'
import * as f from '../wire/fields.ts'
import { messageKey } from '../wire/message-key.ts'
import { page, tradeList } from '../wire/page.ts'

declare module './orders.ts' {
  interface Orders {
    forex: ForexOrder
  }
}

/**
 * A position in a currency pair or a metal. `state` is its machine's; `list` and `status` are that state's codes: in transaction,
 * closing position, closed position.
 *
 * - `lots` of `lot` units each; `spread` between buying and selling, `swapPoints` of a unit a night, `stopOutBps` of its first margin: frozen when it was ordered
 * - `reserve`: what is held until it opens. `dealPrice` with `openTick`: null until then; half of the spread lies between them
 * - `via`, `rate`, `rateTick`: what turns the quote currency into dollars where neither side is one, as it was recorded at the opening
 * - `initial`: the margin that it began with; `margin`: what is left of it, with what its nights brought; 0 once it is closed
 * - `stopOut`: the recorded price at which it is closed because no more than `stopOutBps` of its first margin is left; null where there is none
 * - `night`: what a night is credited, or charged below zero; `nights`: how many were, and `swap` what they came to
 * - `nextNightAt`: when it rolls over next; `closingAt`: from when on its close takes the next tick; null where none was asked
 * - `profit`: of the closing; `returned`: what came back; `shortfall`: what the insurance account paid
 * - `gaps`: where its gain over a gap in the record was limited, and `limited` what that took in all; null where its terms limit none
 * - `voidReason`: why it came to nothing; null where it did not
 */
export const forexOrder = v.object({
  id: f.id,
  symbol: f.symbol,
  direction: v.picklist(leverDirections),
  currency: f.currency,
  lots: f.amount,
  lot: v.number(),
  leverage: v.number(),
  spread: f.price,
  swapPoints: f.signedAmount,
  stopOutBps: v.number(),
  state: v.picklist(statesOf(forexMachine)),
  /** Raised by one at each change: of two reports the higher one is the newer. */
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
  takeProfit: v.optional(f.decimal),
  stopLoss: v.optional(f.decimal),
}

export const submit = defineCall({
  method: 'POST',
  path: 'forex/submit',
  token: true,
  once: true,
  ours: true,
  summary: 'Buys or sells lots of a currency pair or a metal, at the next tick of the record.',
  input: v.object({
    requestId: f.requestId,
    ...form,
    lots: f.decimal,
    /** By the server's clock: a request that arrives later for the first time orders nothing. */
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
  summary: 'Closes a position at the next tick of the record: the first one after the market opens where it is closed.',
  input: v.object({ requestId: f.requestId, id: f.id }),
  output: forexOrder,
})

export const pair = defineCall({
  path: 'forex/pair',
  token: true,
  ours: true,
  summary: 'What the form of a pair or a metal needs: its terms, what is available, and what is live on it.',
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
    /** The prices that were shown last, of the pair and of what turns its quote currency into dollars; null where there is none. */
    price: v.nullable(f.amount),
    rate: v.nullable(f.amount),
    /** Whether a bank card is bound, without which nothing is opened. */
    cardBound: v.boolean(),
    /** Why nothing can be opened now; null where it can. */
    closed: v.nullable(v.picklist(['functionOff', 'tradingClosed', 'marketClosed'])),
    orders: v.array(forexOrder),
  }),
})
export type ForexPairDetails = v.InferOutput<typeof pair.output>

export const list = defineCall({
  path: 'forex/list',
  token: true,
  ours: true,
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
  summary: 'What an order would come to now, and what is wrong with it, by field. Nothing is ordered.',
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
  summary:
    'The ticks that opened and closed a position, that of its rate and those around each gap, with their places in the chain; or why it came to nothing.',
  input: v.object({ id: f.id }),
  output: v.object({
    order: forexOrder,
    /** Of the opening and the closing, as far as it has come: each ends with its tick, and begins where that could first have decided, at most a minute before where a price was waited for. */
    proofs: v.array(recordStretch),
    /** Of the rate that turns the quote currency into dollars; null where none does. Of one that came to nothing, of the time in which a rate could be. */
    rateProof: v.nullable(recordStretch),
    /** Of the two ticks around each gap. */
    gapProofs: v.array(recordStretch),
    /** Of the tick by which it came to nothing, or of the time in which none came; null where it did not. */
    decided: v.nullable(recordStretch),
  }),
})
export type ForexReceipt = v.InferOutput<typeof receipt.output>
