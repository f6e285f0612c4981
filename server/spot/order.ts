import { sql } from 'kysely'
import { type SpotOrder, spotOrder } from '../../src/api/trade/spot.ts'
import { spotMachine } from '../../src/machines/orders/spot.ts'
import { STALE_AFTER_MS } from '../../src/rules/market/prices.ts'
import { LOOK_BACK_MS } from '../../src/rules/market/record-stretch.ts'
import { averageOf, type LiveSpot } from '../../src/rules/spot/spot.ts'
import { firstTickAtOrAfter, type TickRow } from '../market/module.ts'
import { type OrderRow, type Switched, wireOf } from '../orders/module.ts'
import { compiled } from '../platform/database/compiled.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { eachOf, fromJson, toJson } from '../platform/database/rows.ts'
import type { Loader, Prefetch, Reads } from '../platform/unit/defer.ts'

/**
 * A spot order as stored: prices and quantities in minor units of the instrument, `worth` (the value of its fills) and `fee` in minor units
 * of USDT.
 */
export type SpotRow = OrderRow & {
  state: SpotOrder['state']
  symbol: string
  side: SpotOrder['side']
  type: SpotOrder['type']
  time_in_force: SpotOrder['timeInForce']
  quantity: bigint
  price: bigint | null
  bound: bigint
  level: bigint
  fee_bps: bigint
  filled: bigint
  worth: bigint
  fee: bigint
  /** In minor units of `currency`, as is the refund of the unfilled part. */
  held: bigint
  released: bigint
  fills: string
  asked: bigint
  cause: SpotOrder['cause']
} & OfStrategy

/** The strategy that placed an order, and which of its orders it is; null for the user's own order. */
export type OfStrategy = { strategy_id: string | null; strategy_step: string | null }

declare module '../platform/database/tables.ts' {
  interface Tables {
    spots: SpotRow
    spot_halts: Switched
    spot_hoarding: Switched
  }
}

/** A fill by one tick. `freed`: the unused part of its reserve, in minor units of the given currency. */
export type Fill = {
  quantity: bigint
  worth: bigint
  fee: bigint
  freed: bigint
  tick: Pick<TickRow, 'seq' | 'time_ms' | 'price' | 'hash'>
}

/** Every fill of an order so far, oldest first. */
export const fillsOf = ({ fills }: Pick<SpotRow, 'fills'>): Fill[] => fromJson(fills)

/** The fills with one more, as they are stored. */
export const withFill = (row: Pick<SpotRow, 'fills'>, fill: Fill): string => toJson([...fillsOf(row), fill])

/** The earliest time, in ms, at which the next tick may fill an order that has these fills. */
const startOf = (row: SpotRow, fills = fillsOf(row)) =>
  Number((fills.at(-1)?.tick.time_ms ?? row.accepted_ms - 1n) + 1n)

/** The parts of the record, in ms, that a receipt shows, one for each fill; for a resting order the last minute before it. */
export const timesOfFills = (row: SpotRow): [from: number, to: number][] =>
  fillsOf(row).map(({ tick }, at, fills) => {
    const to = Number(tick.time_ms)
    return [Math.max(startOf(row, fills.slice(0, at)), to - LOOK_BACK_MS), to]
  })

/**
 * The part of the record, in ms, that proves why the remainder was cancelled: the tick that decided it, or the time without one. Null if
 * the order is live, filled or cancelled by its owner.
 */
export async function timeOfEnd(db: Db | Tx, row: SpotRow): Promise<[from: number, to: number] | null> {
  const start = startOf(row)
  if (row.cause === 'noPrice') return [start, start + STALE_AFTER_MS]
  if (row.cause !== 'bound' && row.cause !== 'postOnly') return null
  const tick = await firstTickAtOrAfter(db, row.symbol, start)
  return tick ? [start, Number(tick.time_ms)] : null
}

type OneSide = Pick<SpotRow, 'symbol' | 'side'>

/** The key of a user's live orders on a symbol and side. */
const keyOf = (userId: string, { symbol, side }: OneSide) => `${userId} ${symbol} ${side}`

const unfilled: Loader<readonly LiveSpot[]> = {
  ofUser: false,
  reread: true,
  none: [],
  load: async (db, keys) => {
    const found = await unfilledOf(db, toJson(keys.map((key) => key.split(' '))))
    const byKey = Map.groupBy(found, ({ user_id, ...of }) => keyOf(user_id, of))
    const live = (rows: readonly Unfilled[]) => rows.map(({ price, left }) => ({ price, left: BigInt(left) }))
    return new Map([...byKey].map(([key, rows]) => [key, live(rows)]))
  },
}

type Unfilled = OneSide & { user_id: string; price: bigint | null; left: bigint | string }

const unfilledOf = compiled(
  (db: Db | Tx, asked: string) => sql<Unfilled>`
    select user_id, symbol, side, price, sum(quantity - filled) as "left" from spots
    where (user_id, symbol, side) in (
      select value ->> 0, value ->> 1, value ->> 2 from ${eachOf(db, asked)}
    ) and settled_ms is null group by user_id, symbol, side, price`,
)

/** Prefetch of `readUnfilled`. */
export const prefetchUnfilled = (userId: string, of: OneSide): Prefetch => [unfilled, keyOf(userId, of)]

/** Unfilled quantities of a user's live orders on a symbol and side, by price, null for market orders: in minor units. */
export const readUnfilled = (reads: Reads, userId: string, of: OneSide): Promise<readonly LiveSpot[]> =>
  reads.read(unfilled, keyOf(userId, of))

/** A spot order as the wire carries it. */
export const toWire = wireOf<SpotRow, SpotOrder>(spotOrder, spotMachine, {
  averagePrice: ({ symbol, filled, worth }) => averageOf(symbol, { quantity: filled, cost: worth }),
  fills: (row) =>
    fillsOf(row).map((fill) => ({
      ...fill,
      price: averageOf(row.symbol, { quantity: fill.quantity, cost: fill.worth }) ?? 0n,
    })),
})
