import { LOOK_BACK_MS } from '../../src/rules/market/record-stretch.ts'

/** The earliest of some times that may be null. */
export const soonest = (...all: readonly (bigint | null)[]): bigint | null =>
  all.reduce((first, each) => (first === null || (each !== null && each < first) ? each : first), null)

type Asked = { asked_ms: bigint | null; close_ms: bigint | null }
type Order = Asked & { accepted_ms: bigint }

/**
 * The effective time of an act on a position, as stored: a close is separate, so that an earlier request takes effect first.
 *
 * @param at in ms; never before earlier requests, the order's own among them, whatever the clock says
 */
export function askedAt({ accepted_ms, asked_ms, close_ms }: Order, act: string, at: bigint): Asked {
  const moment = [accepted_ms, asked_ms ?? at].reduce((latest, each) => (each > latest ? each : latest), at)
  return act === 'order.close' ? { asked_ms, close_ms: moment } : { asked_ms: moment, close_ms }
}

type Stops = Record<'take_profit' | 'stop_loss' | 'next_take_profit' | 'next_stop_loss' | 'settled_ms', bigint | null>

/** The requested stops of a live position, both; null if none are. */
export const nextStopsOf = (row: Stops) =>
  row.settled_ms === null && (row.next_take_profit !== row.take_profit || row.next_stop_loss !== row.stop_loss)
    ? { takeProfit: row.next_take_profit, stopLoss: row.next_stop_loss }
    : null

/** The time up to a tick, in ms, both ends inclusive: all of it, or the last minute if a trigger waited for it. */
export function until(since: bigint, to: bigint, waited: boolean): [from: number, to: number] {
  const start = to - BigInt(LOOK_BACK_MS)
  return [Number(waited && start > since ? start : since), Number(to)]
}
