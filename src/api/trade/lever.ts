import * as v from 'valibot'
import { leverMachine } from '../../machines/orders/lever.ts'
import { statesOf } from '../../machines/orders/life.ts'
import { leverCauses, leverDirections, leverTypes } from '../../rules/lever/lever.ts'
import { voidReasons } from '../../rules/orders/order-list.ts'
import { limitedGap, recordedTick, recordStretch } from '../market/record-stretch.ts'
import { defineCall } from '../wire/call.ts'
import * as f from '../wire/fields.ts'
import { messageKey } from '../wire/message-key.ts'
import { page, tradeList } from '../wire/page.ts'
import { losing, ruleName } from '../wire/rules.ts'

declare module './orders.ts' {
  interface Orders {
    lever: LeverOrder
  }
}

/**
 * A close of a position, or of a part of it. Amounts in the collateral: `liquidationFee` for, and `shortfall` paid by the insurance
 * account, `returned` to the user, and `limited`, which gaps in the record deducted from its profit: margin + profit + shortfall = fee +
 * liquidationFee + returned. `since`: the time from which a requested close took the next tick, or its prices could be reached; null for a
 * delivery, and for closes before this was stored.
 */
export const leverFill = v.object({
  cause: v.picklist(leverCauses),
  since: v.nullable(f.millis),
  quantity: f.quantity,
  margin: f.amount,
  profit: f.signedAmount,
  fee: f.amount,
  liquidationFee: f.amount,
  returned: f.amount,
  shortfall: f.amount,
  limited: f.amount,
  tick: recordedTick,
})

/**
 * A leveraged contract. `state` is its machine's; `list` and `status` are that state's codes.
 *
 * - `feeBps`, `liquidationFeeBps` and `tiers` are frozen at its acceptance. `liquidationFeeBps`: null if a liquidation takes the whole
 *   remaining margin, as under the earlier terms
 * - `currency`: its collateral. `ordered`: the ordered quantity; `quantity`: the open part
 * - `worth`: the notional of the open part at the opening price, or of the order before; `exposure`: the notional of its owner's other
 *   contracts on the symbol at its acceptance, where its tiers begin
 * - `price`: of a limit order; null for a market order
 * - `reserve`: held until it opens. `dealPrice` with `openTick`: null until then
 * - `margin`: of the open quantity; `adding`: margin that is added at the record's next moment
 * - `next`: the stops in effect from then on, and `closing` the quantity that is closed then; null if not requested
 * - `profit`, `closeFee`, `returned`: of all closes; `paid`: margin, added margin and the opening fee
 * - `fundingTerms`: the hours between payments, and the rate that longs pay shorts, in millionths of the notional, frozen at its
 *   acceptance; null without funding. `funding`: the sum so far, and `nextFundingAt` the next payment
 * - `deliveryAt`: its expiry; null if its market never closes
 * - `gaps`: the gaps in the record that limited its gain, with the `quantity` open at each, and `limited` the deduction of the open part;
 *   null if its terms have no such limit
 * - `voidReason`: why it is void; null if it is not, or its owner cancelled it
 */
export const leverOrder = v.object({
  id: f.id,
  symbol: f.symbol,
  direction: v.picklist(leverDirections),
  type: v.picklist(leverTypes),
  currency: f.currency,
  leverage: v.number(),
  feeBps: v.number(),
  liquidationFeeBps: v.nullable(v.number()),
  tiers: v.array(v.object({ upTo: f.amount, maintenanceBps: v.number() })),
  ordered: f.quantity,
  quantity: f.quantity,
  worth: f.amount,
  exposure: f.amount,
  price: v.nullable(f.price),
  state: v.picklist(statesOf(leverMachine)),
  /** Rises by one with each change: the higher one is newer. */
  version: v.number(),
  list: v.number(),
  status: v.number(),
  acceptedAt: f.millis,
  settledAt: v.nullable(f.millis),
  deliveryAt: v.nullable(f.millis),
  reserve: f.amount,
  dealPrice: v.nullable(f.price),
  openTick: v.nullable(recordedTick),
  openFee: f.amount,
  margin: f.amount,
  adding: f.amount,
  maintenance: f.amount,
  liquidationPrice: v.nullable(f.price),
  takeProfit: v.nullable(f.price),
  stopLoss: v.nullable(f.price),
  next: v.nullable(v.object({ takeProfit: v.nullable(f.price), stopLoss: v.nullable(f.price) })),
  closing: v.nullable(f.quantity),
  fills: v.array(leverFill),
  limited: f.amount,
  gaps: v.nullable(v.array(v.object({ quantity: f.quantity, ...limitedGap.entries }))),
  profit: f.signedAmount,
  closeFee: f.amount,
  funding: f.signedAmount,
  fundingTerms: v.nullable(v.object({ hours: v.number(), ppm: v.number() })),
  nextFundingAt: v.nullable(f.millis),
  paid: f.amount,
  returned: f.amount,
  cause: v.nullable(v.picklist(leverCauses)),
  voidReason: v.nullable(v.picklist(voidReasons)),
})
export type LeverOrder = v.InferOutput<typeof leverOrder>

const form = {
  symbol: f.symbol,
  direction: v.picklist(leverDirections),
  type: v.picklist(leverTypes),
  /** Of a limit order. */
  price: v.optional(f.decimal),
  quantity: f.decimal,
  leverage: f.count(1, 1_000),
  takeProfit: v.optional(f.decimal),
  stopLoss: v.optional(f.decimal),
}

const own = { requestId: f.requestId, id: f.id }

export const submit = defineCall({
  method: 'POST',
  path: 'lever/submit',
  token: true,
  once: true,
  summary: 'Opens a leveraged contract, by a market or a limit order, with or without stops.',
  input: v.object({
    requestId: f.requestId,
    ...form,
    /** By the server's clock: a request that first arrives later places no order. */
    confirmBy: f.confirmBy,
  }),
  output: leverOrder,
})

export const close = defineCall({
  method: 'POST',
  path: 'lever/close',
  token: true,
  once: true,
  summary: 'Closes a position or a part of it at the next tick of the record.',
  input: v.object({ ...own, quantity: v.optional(f.decimal) }),
  output: leverOrder,
})

export const setStop = defineCall({
  method: 'POST',
  path: 'lever/setstop',
  token: true,
  once: true,
  summary: 'Sets take profit and stop loss of a position, both at once. A price that is left out is removed.',
  input: v.object({ ...own, takeProfit: v.optional(f.decimal), stopLoss: v.optional(f.decimal) }),
  output: leverOrder,
})

export const cancel = defineCall({
  method: 'POST',
  path: 'lever/cancel',
  token: true,
  once: true,
  ours: true,
  summary: 'Cancels a limit order that has not been filled.',
  input: v.object(own),
  output: leverOrder,
})

export const addMargin = defineCall({
  method: 'POST',
  path: 'lever/add_margin',
  token: true,
  once: true,
  ours: true,
  summary: 'Adds margin to a position and moves its liquidation price further away.',
  input: v.object({ ...own, amount: f.decimal }),
  output: leverOrder,
})

export const closeAll = defineCall({
  method: 'POST',
  path: 'lever/close_all',
  token: true,
  once: true,
  ours: true,
  summary:
    'Closes the user’s newest 200 positions, or those on a symbol, each at the next tick of its symbol. If it returns 200, call it again.',
  input: v.object({ requestId: f.requestId, symbol: v.optional(f.symbol) }),
  output: v.array(leverOrder),
})

const tier = v.object({ upTo: f.amount, leverageMax: v.number(), maintenanceBps: v.number() })

export const deal = defineCall({
  method: 'POST',
  path: 'lever/deal',
  token: true,
  compressed: true,
  summary:
    'Data for the order form of a symbol: its contract, the current price, the available balance, and its newest 200 live contracts. `lever/my_trade` returns older ones.',
  input: v.object({ symbol: f.symbol }),
  output: v.object({
    symbol: f.symbol,
    currency: f.currency,
    available: f.amount,
    /** The last displayed price; null before the first. */
    price: v.nullable(f.amount),
    unit: f.amount,
    max: f.amount,
    feeBps: v.number(),
    liquidationFeeBps: v.number(),
    headroomBps: v.number(),
    leverages: v.array(v.number()),
    tiers: v.array(tier),
    /** Why no contract can be opened now; null if one can. */
    closed: v.nullable(v.picklist(['functionOff', 'tradingClosed', 'marketClosed'])),
    /** The server's profile of rules; absent for `paper`. */
    rules: v.optional(ruleName),
    losing,
    /** The notional of all live contracts on it, including those not among `orders`. */
    exposure: f.amount,
    orders: v.array(leverOrder),
  }),
})
export type LeverDeal = v.InferOutput<typeof deal.output>

export const dealAll = defineCall({
  method: 'POST',
  path: 'lever/dealall',
  token: true,
  compressed: true,
  summary:
    'Totals of the user’s live contracts at the current prices, and the newest 200 of them. `lever/my_trade` returns older ones.',
  input: f.nothing,
  output: v.object({
    currency: f.currency,
    /** The margin of open positions, and the reserve of pending orders. */
    margin: f.amount,
    reserve: f.amount,
    /** Unrealised P&L of the positions, before closing fees. */
    profit: f.signedAmount,
    orders: v.array(leverOrder),
  }),
})

export const myTrade = defineCall({
  method: 'POST',
  path: 'lever/my_trade',
  token: true,
  compressed: true,
  summary: 'The user’s contracts, live and ended, newest first, page by page.',
  input: v.object({
    list: tradeList,
    symbol: v.optional(f.symbol),
    ...page,
  }),
  output: v.array(leverOrder),
})

export const preview = defineCall({
  method: 'POST',
  path: 'lever/preview',
  token: true,
  ours: true,
  summary: 'Previews an order at the current price, with errors by field. Places no order.',
  input: v.object({ ...form, quantity: v.optional(f.decimal, '0') }),
  output: v.object({
    errors: v.record(v.string(), v.object({ key: messageKey, params: v.optional(v.record(v.string(), v.string())) })),
    summary: v.nullable(
      v.object({
        price: f.amount,
        notional: f.amount,
        margin: f.amount,
        fee: f.amount,
        closeFee: f.amount,
        maintenance: f.amount,
        liquidation: v.nullable(f.amount),
        liquidationFee: v.nullable(f.amount),
        moveBps: v.nullable(v.number()),
        reserve: f.amount,
        worst: f.amount,
        exposure: f.amount,
        total: f.amount,
        leverageMax: v.number(),
        funding: v.nullable(f.signedAmount),
      }),
    ),
  }),
})

export const receipt = defineCall({
  path: 'lever/receipt',
  token: true,
  ours: true,
  compressed: true,
  summary:
    'The ticks that opened and closed a contract, and those around each gap, with their positions in the hash chain; or why it was not opened.',
  input: v.object({ id: f.id }),
  output: v.object({
    order: leverOrder,
    /**
     * Each ends with its tick, and begins where a tick could first have decided; if the order waited for a price, at most a minute before.
     */
    proofs: v.array(recordStretch),
    gapProofs: v.array(recordStretch),
    /** Of the tick that made it void, or of the time without one; null if it opened, may still open, or was cancelled. */
    decided: v.nullable(recordStretch),
  }),
})
export type LeverReceipt = v.InferOutput<typeof receipt.output>
