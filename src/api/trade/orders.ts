import * as v from 'valibot'
import { markets, results } from '../../rules/orders/order-list.ts'
import { defineCall } from '../wire/call.ts'
import * as f from '../wire/fields.ts'
import { page, tradeList } from '../wire/page.ts'

/** The kinds of order in the common lists, each with its order as its calls carry it: the file of each kind adds its own. */
// biome-ignore lint/suspicious/noEmptyInterface: others add to it
export interface Orders {}

/** An order of one kind. */
export type OrderOf<Kind extends keyof Orders> = { kind: Kind } & Orders[Kind]

/** An order of any kind. */
export type Order = { [Kind in keyof Orders]: OrderOf<Kind> }[keyof Orders]

/** The fields required of an order. An unknown kind comes from a newer server. */
const anyOrder = v.looseObject({ kind: v.string(), id: f.id, state: v.string(), version: v.number() })

const filter = {
  /** Orders of one kind: the server takes those of its modules. */
  kind: v.optional(v.string() as unknown as v.GenericSchema<unknown, Order['kind']>),
  /** Crypto pairs, or foreign exchange and metals; by default both. */
  market: v.optional(v.picklist(markets)),
  /** Only ended orders with this result. */
  result: v.optional(v.picklist(results)),
  symbol: v.optional(f.symbol),
}

/** The filter of an order list; all orders by default. */
export type OrderFilter = v.InferOutput<v.ObjectSchema<typeof filter, undefined>>

export const list = defineCall({
  path: 'orders/list',
  token: true,
  ours: true,
  compressed: true,
  summary:
    'The user’s orders of all kinds, newest first; list 1 by end time. Each order is as in the calls of its kind, with the name of the kind.',
  input: v.object({
    list: tradeList,
    ...filter,
    ...page,
  }),
  output: v.array(anyOrder as unknown as v.GenericSchema<unknown, Order>),
})

/**
 * `winRateBps`: won orders per won and lost ones, in basis points, rounded down; null without any. `amounts`: the stakes, the gains beyond
 * them, the losses, and the returns less the stakes. Void orders, and those cancelled before they opened, have no stake. `traded`: the
 * number of exchanges; `turnover`: the value of their purchases and sales, and their fees, in USDT; null without any.
 */
export const totals = defineCall({
  path: 'orders/totals',
  token: true,
  ours: true,
  summary: 'Totals of the user’s ended orders of all kinds.',
  input: v.object(filter),
  output: v.object({
    won: v.number(),
    lost: v.number(),
    returned: v.number(),
    traded: v.number(),
    winRateBps: v.nullable(v.number()),
    amounts: v.array(
      v.object({ currency: f.currency, staked: f.amount, gained: f.amount, lost: f.amount, net: f.signedAmount }),
    ),
    turnover: v.nullable(v.object({ bought: f.amount, sold: f.amount, fees: f.amount })),
  }),
})
export type OrderTotals = v.InferOutput<typeof totals.output>

/**
 * What a loan that must stay covered leaves free, in USDT. `id`: of the oldest such loan; `due`: the debt at its collection; `least`: the
 * least that plans and fixed terms return; `coins`: the value of available coins at the last recorded prices. `room`: how much may still be
 * put at risk; `own`: how much may still be hosted, if its possible loss fits into `room`.
 */
export const coverage = defineCall({
  path: 'orders/coverage',
  token: true,
  ours: true,
  summary:
    'The amount that the user’s loans leave free for orders, plans and fixed terms; null if no loan must stay covered.',
  input: f.nothing,
  output: v.nullable(
    v.object({ id: f.id, due: f.amount, least: f.amount, coins: f.amount, room: f.amount, own: f.amount }),
  ),
})
