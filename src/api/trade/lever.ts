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

declare module './orders.ts' {
  interface Orders {
    lever: LeverOrder
  }
}

/**
 * A closing of a position, or of a part of it. Amounts in the collateral: `liquidationFee` is what the insurance account took, `shortfall`
 * what it paid, `returned` what came back, and `limited` what gaps in the record took from its profit: margin + profit + shortfall = fee + liquidationFee + returned.
 * `since`: from when on a close that was asked took the next tick, or its prices were waited for; null of a delivery, and of what was closed before this was kept.
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
 * - `feeBps`, `liquidationFeeBps` and `tiers` are frozen when it is ordered. `liquidationFeeBps`: null where a liquidation takes all that is left of the
 *   margin, as it did once
 * - `currency`: what stands behind it. `ordered` is the quantity that was ordered, `quantity` what is open of it
 * - `worth`: of what is open of it when it opened, or of what is to be opened; `exposure`: of all else that its owner had on the symbol when it was
 *   ordered: where its tiers begin
 * - `price`: of a limit order; null for one at the market
 * - `reserve`: what is held until it opens. `dealPrice` with `openTick`: null until then
 * - `margin`: what stands behind the open quantity; `adding`: what comes to it at the next moment of the record
 * - `next`: the stops that hold from then on, and `closing` the quantity that is closed then; null where nothing is asked
 * - `profit`, `closeFee`, `returned`: of all that was closed; `paid`: margin, added margin and the fee of opening
 * - `fundingTerms`: what longs pay shorts every so many hours, in millionths of the worth, frozen when it was ordered; null where nothing is.
 *   `funding`: what that brought so far, and `nextFundingAt` when it is paid next
 * - `deliveryAt`: when it ends by itself; null where its market never closes
 * - `gaps`: where its gain over a gap in the record was limited, by the `quantity` that was open there, and `limited` what of that lies in what is open; null where its terms limit none
 * - `voidReason`: why it came to nothing; null where it did not, or its owner took it back
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
  /** Raised by one at each change: of two reports the higher one is the newer. */
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
  summary: 'Orders a leveraged contract, at the market or at a limit, with stops or without.',
  input: v.object({
    requestId: f.requestId,
    ...form,
    /** By the server's clock: a request that arrives later for the first time orders nothing. */
    confirmBy: f.confirmBy,
  }),
  output: leverOrder,
})

export const close = defineCall({
  method: 'POST',
  path: 'lever/close',
  token: true,
  once: true,
  summary: 'Closes a position, or a part of it, at the next tick of the record.',
  input: v.object({ ...own, quantity: v.optional(f.decimal) }),
  output: leverOrder,
})

export const setStop = defineCall({
  method: 'POST',
  path: 'lever/setstop',
  token: true,
  once: true,
  summary: 'Sets the prices at which a position closes by itself, both at once: one that is left out is none.',
  input: v.object({ ...own, takeProfit: v.optional(f.decimal), stopLoss: v.optional(f.decimal) }),
  output: leverOrder,
})

export const cancel = defineCall({
  method: 'POST',
  path: 'lever/cancel',
  token: true,
  once: true,
  ours: true,
  summary: 'Takes a limit order back that no tick has opened yet.',
  input: v.object(own),
  output: leverOrder,
})

export const addMargin = defineCall({
  method: 'POST',
  path: 'lever/add_margin',
  token: true,
  once: true,
  ours: true,
  summary: 'Adds margin to a position, which moves its liquidation price away.',
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
    'Closes the newest 200 positions of the user, or those on a symbol, each at the next tick of its symbol. Who gets 200 asks again.',
  input: v.object({ requestId: f.requestId, symbol: v.optional(f.symbol) }),
  output: v.array(leverOrder),
})

const tier = v.object({ upTo: f.amount, leverageMax: v.number(), maintenanceBps: v.number() })

export const deal = defineCall({
  method: 'POST',
  path: 'lever/deal',
  token: true,
  summary:
    'What one symbol’s form needs: its contract, the current price, what is available, and the newest 200 contracts live on it; older ones come by lever/my_trade.',
  input: v.object({ symbol: f.symbol }),
  output: v.object({
    symbol: f.symbol,
    currency: f.currency,
    available: f.amount,
    /** The price that was shown last; null before there was one. */
    price: v.nullable(f.amount),
    unit: f.amount,
    max: f.amount,
    feeBps: v.number(),
    liquidationFeeBps: v.number(),
    headroomBps: v.number(),
    leverages: v.array(v.number()),
    tiers: v.array(tier),
    /** Why nothing can be opened now; null where it can. */
    closed: v.nullable(v.picklist(['functionOff', 'tradingClosed', 'marketClosed'])),
    /** What all live contracts on it are worth together, with those that are not among `orders`. */
    exposure: f.amount,
    orders: v.array(leverOrder),
  }),
})
export type LeverDeal = v.InferOutput<typeof deal.output>

export const dealAll = defineCall({
  method: 'POST',
  path: 'lever/dealall',
  token: true,
  summary:
    'What all live contracts of the user come to at the current prices, and the newest 200 of them; older ones come by lever/my_trade.',
  input: f.nothing,
  output: v.object({
    currency: f.currency,
    /** What stands behind positions, and what is held for those that have not opened. */
    margin: f.amount,
    reserve: f.amount,
    /** What the positions would gain or lose now, before the fees of closing. */
    profit: f.signedAmount,
    orders: v.array(leverOrder),
  }),
})

export const myTrade = defineCall({
  method: 'POST',
  path: 'lever/my_trade',
  token: true,
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
  summary: 'What an order would come to now, and what is wrong with it, by field. Nothing is ordered.',
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
  summary:
    'The tick that opened a contract, that of each closing, and those around each gap, with their places in the chain; or why it came to nothing.',
  input: v.object({ id: f.id }),
  output: v.object({
    order: leverOrder,
    /** Each ends with its tick, and begins where that could first have decided: at most a minute before where a price was waited for. */
    proofs: v.array(recordStretch),
    gapProofs: v.array(recordStretch),
    /** Of the tick by which it came to nothing, or of the time in which none came; null where it opened, may still open, or was cancelled. */
    decided: v.nullable(recordStretch),
  }),
})
export type LeverReceipt = v.InferOutput<typeof receipt.output>
