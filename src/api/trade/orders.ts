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

/** What is required of one. A kind that the app does not know is of a newer server. */
const anyOrder = v.looseObject({ kind: v.string(), id: f.id, state: v.string(), version: v.number() })

const filter = {
  /** Orders of one kind: the server takes those of its modules. */
  kind: v.optional(v.string() as unknown as v.GenericSchema<unknown, Order['kind']>),
  /** Crypto pairs, or foreign exchange and metals; both where left out. */
  market: v.optional(v.picklist(markets)),
  /** What they came to: only ended ones then. */
  result: v.optional(v.picklist(results)),
  symbol: v.optional(f.symbol),
}

/** The filter of an order list; all orders by default. */
export type OrderFilter = v.InferOutput<v.ObjectSchema<typeof filter, undefined>>

export const list = defineCall({
  path: 'orders/list',
  token: true,
  ours: true,
  summary:
    'The user’s orders of every kind, newest first; each as the calls of its kind carry it, with the kind’s name.',
  input: v.object({
    list: tradeList,
    ...filter,
    ...page,
  }),
  output: v.array(anyOrder as unknown as v.GenericSchema<unknown, Order>),
})

/**
 * `winRateBps`: how many were won of those won or lost, in basis points, rounded down; null where there are none of these.
 * `amounts`: what was staked, what was won beyond the stakes, what was lost of them, and what came back less what was staked. Orders that
 * came to nothing (void, or cancelled before they opened) staked nothing.
 * `traded` of them gave one thing for another; `turnover`: what these bought and sold was worth, and their fees, in USDT; null where there
 * are none.
 */
export const totals = defineCall({
  path: 'orders/totals',
  token: true,
  ours: true,
  summary: 'What the user’s orders of every kind came to that have ended.',
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
 * What a loan that must stay covered leaves free, in USDT. `id`: of the loan, the oldest of several; `due`: what is owed at the
 * latest when the platform takes it; `least`: what plans and fixed terms return at worst; `coins`: what available coins are worth by
 * the last recorded prices. `room`: what may still be put at risk; `own`: what may still be put into plans and fixed terms, as far as
 * `room` takes what these could lose.
 */
export const coverage = defineCall({
  path: 'orders/coverage',
  token: true,
  ours: true,
  summary: 'What the user’s loans leave free for orders, plans and fixed terms; null where no loan must stay covered.',
  input: f.nothing,
  output: v.nullable(
    v.object({ id: f.id, due: f.amount, least: f.amount, coins: f.amount, room: f.amount, own: f.amount }),
  ),
})
