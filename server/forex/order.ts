import { type ForexOrder, forexOrder } from '../../src/api/trade/forex.ts'
import { forexMachine } from '../../src/machines/orders/forex.ts'
import type { ForexCause, ForexPosition, ForexTerms } from '../../src/rules/forex/forex.ts'
import { LOT_SCALE } from '../../src/rules/forex/pairs.ts'
import { instrumentOf } from '../../src/rules/market/instruments.ts'
import { STALE_AFTER_MS } from '../../src/rules/market/prices.ts'
import { LOOK_BACK_MS } from '../../src/rules/market/record-stretch.ts'
import { formatMoney } from '../../src/rules/money/money.ts'
import type { VoidReason } from '../../src/rules/orders/order-list.ts'
import { firstTickAtOrAfter } from '../market/module.ts'
import {
  gapsOf,
  type KeptTick,
  nextStopsOf,
  type OrderRow,
  soonest,
  type TickColumns,
  until,
  wireOf,
} from '../orders/module.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { fromJson, toJson } from '../platform/database/rows.ts'

/**
 * A position as stored: prices in minor units of the instrument, `lots` in hundredths, amounts in minor units of `currency`. `price` is the
 * deal price of a limit or stop order, which has no `due_ms` until a tick reaches it: then the time of that tick, `reached_ms`. Of a
 * position, `due_ms` is
 * the earliest of `roll_ms`, the next rollover, `asked_ms`, when requested stops take effect, and `close_ms`, from when on a close takes the
 * next tick: of `close_lots`, null for all. `parts` are its partial closes, as JSON; `initial` and `lots` are of the whole position, `margin`, `night`
 * and `limited` of what is open. `stops_ms`: from when on its stops have been in effect, null since its opening; `asked`: the number of acts requested. `limited` is
 * what gaps deducted from the profit of what is open.
 */
export type ForexRow = OrderRow &
  TickColumns<'open' | 'rate'> & {
    state: ForexOrder['state']
    symbol: string
    direction: ForexOrder['direction']
    type: ForexOrder['type']
    price: bigint | null
    reached_ms: bigint | null
    lots: bigint
    lot: bigint
    leverage: bigint
    spread: bigint
    swap_points: bigint
    stop_out_bps: bigint
    take_profit: bigint | null
    stop_loss: bigint | null
    next_take_profit: bigint | null
    next_stop_loss: bigint | null
    asked: bigint
    asked_ms: bigint | null
    stops_ms: bigint | null
    reserve: bigint
    deal_price: bigint | null
    via: string | null
    initial: bigint
    margin: bigint
    stop_out: bigint | null
    night: bigint
    nights: bigint
    swap: bigint
    rolled: bigint
    roll_ms: bigint | null
    close_ms: bigint | null
    close_lots: bigint | null
    parts: string
    close_seq: bigint | null
    close_tick_ms: bigint | null
    close_price: bigint | null
    close_hash: string | null
    exit_price: bigint | null
    profit: bigint
    returned: bigint
    shortfall: bigint
    turnover: bigint
    cause: ForexCause | null
    void_reason: VoidReason | null
    gaps: string | null
    limited: bigint
  }

declare module '../platform/database/tables.ts' {
  interface Tables {
    forex_positions: ForexRow
    forex_halts: { scope: string; at: bigint }
  }
}

/** A partial close, in minor units; `since`: from when on, in ms, it took the next tick. */
export type ForexPart = {
  lots: bigint
  since: bigint
  exit: bigint
  initial: bigint
  margin: bigint
  profit: bigint
  returned: bigint
  shortfall: bigint
  limited: bigint
  tick: KeptTick
}

/** The partial closes of a position, oldest first. */
export const partsOf = ({ parts }: Pick<ForexRow, 'parts'>): ForexPart[] => fromJson(parts)

/** The partial closes with one more, as they are stored. */
export const withPart = (row: Pick<ForexRow, 'parts'>, part: ForexPart): string => toJson([...partsOf(row), part])

/** A sum over partial closes. */
export const sumOfParts = (parts: readonly ForexPart[], name: Exclude<keyof ForexPart, 'tick'>): bigint =>
  parts.reduce((sum, part) => sum + part[name], 0n)

/** The lots that were not closed in parts, in hundredths. */
export const openLotsOf = (row: Pick<ForexRow, 'lots' | 'parts'>): bigint => row.lots - sumOfParts(partsOf(row), 'lots')

/** The terms frozen into an order, with a rate of its quote currency. */
export const termsOf = (row: ForexRow, rate: bigint | null = row.rate_price): ForexTerms => {
  const { symbol, direction, lots, lot, leverage, spread, swap_points: swap, stop_out_bps: stopOutBps, via } = row
  return { symbol, direction, lots, lot, leverage, spread, swap, stopOutBps, via, rate }
}

/** The open position of an order. @throws Error if it has none */
export function positionOf(row: ForexRow): ForexPosition {
  const { deal_price: entry, margin, limited } = row
  if (entry === null) throw new Error(`forex ${row.id}: no position`)
  const initial = row.initial - sumOfParts(partsOf(row), 'initial')
  return { ...termsOf(row), lots: openLotsOf(row), entry, margin, initial, limited }
}

/** When the next step of an open position is due, in ms. */
export const nextStepOf = ({ asked_ms, close_ms, roll_ms }: Pick<ForexRow, 'asked_ms' | 'close_ms' | 'roll_ms'>) =>
  soonest(asked_ms, close_ms, roll_ms)

/**
 * The stretches of the record, in ms, both ends inclusive, that prove the tick of the opening, of each partial close and of the closing: from
 * the earliest tick that could have decided, for a trigger at most a minute before.
 */
export function timesOf(row: ForexRow): [from: number, to: number][] {
  const { open_ms, accepted_ms, close_tick_ms, close_ms, cause, type } = row
  if (open_ms === null) return []
  const parts = partsOf(row).map(({ since, tick }): [number, number] => [Number(since), Number(tick.time_ms)])
  const before: [number, number][] = [until(accepted_ms, open_ms, type !== 'market'), ...parts]
  if (close_tick_ms === null) return before
  const end = Number(close_tick_ms)
  const last = before.at(-1)?.[1] ?? 0
  return [...before, [cause === 'user' ? Number(close_ms ?? end) : Math.max(last + 1, end - LOOK_BACK_MS), end]]
}

/**
 * The stretch of the record, in ms, that proves the rate of a position: up to the tick that opened it, or could have. None if no rate is
 * needed.
 */
export const timeOfRate = (
  { via, rate_ms, open_ms }: ForexRow,
  metMs: number | null,
): [from: number, to: number] | null => {
  if (via === null) return null
  if (rate_ms !== null && open_ms !== null) return [Number(rate_ms), Number(open_ms)]
  return metMs === null ? null : [metMs - STALE_AFTER_MS, metMs]
}

/** The time of the tick that made a position void, in ms, or null if none came in time; `undefined` if it is not void. */
export async function metOf(
  db: Db | Tx,
  { void_reason, symbol, accepted_ms, reached_ms }: ForexRow,
): Promise<number | null | undefined> {
  if (void_reason === null) return undefined
  if (reached_ms !== null) return Number(reached_ms)
  const tick = await firstTickAtOrAfter(db, symbol, Number(accepted_ms))
  return tick && tick.time_ms <= accepted_ms + BigInt(STALE_AFTER_MS) ? Number(tick.time_ms) : null
}

/** The stretch of the record, in ms, that proves why a position is void: up to the tick that decided it, or the time without one. */
export const timeOfNothing = ({ accepted_ms, type }: ForexRow, metMs: number | null): [from: number, to: number] =>
  metMs === null
    ? [Number(accepted_ms), Number(accepted_ms) + STALE_AFTER_MS]
    : until(accepted_ms, BigInt(metMs), type !== 'market')

/** A position as the wire carries it. */
export const toWire = wireOf<ForexRow, ForexOrder>(forexOrder, forexMachine, {
  lots: ({ lots }) => formatMoney(lots, LOT_SCALE),
  openLots: (row) => formatMoney(row.settled_ms === null ? openLotsOf(row) : 0n, LOT_SCALE),
  closing: (row) =>
    row.close_ms === null || row.settled_ms !== null ? null : formatMoney(row.close_lots ?? openLotsOf(row), LOT_SCALE),
  parts: (row) =>
    partsOf(row).map(({ lots, exit, ...part }) => ({ ...part, lots: formatMoney(lots, LOT_SCALE), closePrice: exit })),
  swapPoints: ({ symbol, swap_points }) => formatMoney(swap_points, instrumentOf(symbol).scale),
  rate: ({ via, rate_price }) =>
    via === null || rate_price === null ? null : formatMoney(rate_price, instrumentOf(via).scale),
  rateTick: ({ via, rate_seq: seq, rate_ms: time_ms, rate_price: price, rate_hash: hash }) =>
    via === null || seq === null || time_ms === null || price === null || hash === null
      ? null
      : { symbol: via, seq, time_ms, price, hash },
  next: nextStopsOf,
  nextNightAt: 'roll_ms',
  closingAt: 'close_ms',
  closePrice: 'exit_price',
  closeTick: ({ close_seq: seq, close_tick_ms: time_ms, close_price: price, close_hash: hash }) =>
    seq === null || time_ms === null || price === null || hash === null ? null : { seq, time_ms, price, hash },
  gaps: (row) => gapsOf(row),
})
