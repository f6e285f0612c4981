import { sql } from 'kysely'
import { type LeverOrder, leverOrder } from '../../src/api/trade/lever.ts'
import { leverMachine } from '../../src/machines/orders/lever.ts'
import type { Funding } from '../../src/rules/lever/funding.ts'
import {
  type LeverCause,
  type LeverFees,
  maintenanceOf,
  notionalOf,
  type Position,
} from '../../src/rules/lever/lever.ts'
import type { MaintenanceTier } from '../../src/rules/lever/terms.ts'
import { STALE_AFTER_MS } from '../../src/rules/market/prices.ts'
import type { Market, VoidReason } from '../../src/rules/orders/order-list.ts'
import {
  gapsOf,
  type KeptTick,
  type LimitedGap,
  nextStopsOf,
  type OrderRow,
  soonest,
  type TickColumns,
  until,
  wireOf,
} from '../orders/module.ts'
import { compiled } from '../platform/database/compiled.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { fromJson, isOneOf, toJson } from '../platform/database/rows.ts'
import type { Loader } from '../platform/unit/defer.ts'

/**
 * A leveraged contract as stored: prices in minor units of the instrument, amounts in those of `currency`. While open, `due_ms` is the
 * earliest of `asked_ms` (new stops or added margin take effect), `close_ms` (its owner closes it), `funding_ms` (the next funding payment)
 * and `delivery_ms`. `funding` is the sum of all payments, `funded` the last one. `limited` is what gaps deducted from the open position's
 * profit, and `fresh` the margin added since the tick `fresh_seq`. `tiers` are those at its acceptance, as `upTo:maintenanceBps` separated
 * by spaces; `void_ms` is the time of the tick that made it void; `liquidation_fee_bps` is null if a liquidation takes all remaining margin.
 */
export type LeverRow = OrderRow &
  TickColumns<'open'> & {
    state: LeverOrder['state']
    market: Market
    symbol: string
    direction: LeverOrder['direction']
    type: LeverOrder['type']
    leverage: bigint
    fee_bps: bigint
    liquidation_fee_bps: bigint | null
    tiers: string
    ordered: bigint
    quantity: bigint
    worth: bigint
    exposure: bigint
    price: bigint | null
    reserve: bigint
    open_fee: bigint
    margin: bigint
    initial: bigint
    adding: bigint
    liquidation_price: bigint | null
    take_profit: bigint | null
    stop_loss: bigint | null
    next_take_profit: bigint | null
    next_stop_loss: bigint | null
    close_quantity: bigint | null
    fills: string
    paid: bigint
    profit: bigint
    close_fee: bigint
    returned: bigint
    turnover: bigint
    asked: bigint
    cause: LeverCause | null
    void_reason: VoidReason | null
    void_ms: bigint | null
    delivery_ms: bigint | null
    asked_ms: bigint | null
    close_ms: bigint | null
    funding_hours: bigint | null
    funding_ppm: bigint | null
    funding_ms: bigint | null
    funding: bigint
    funded: bigint
    gaps: string | null
    limited: bigint
    fresh: bigint
    fresh_seq: bigint | null
  }

declare module '../platform/database/tables.ts' {
  interface Tables {
    levers: LeverRow
    lever_halts: { scope: string; at: bigint }
  }
}

/**
 * A close of a position or of a part. `margin`: the share of the margin; `limited`: what gaps deducted from its profit; `back`: margin that
 * was to be added, and is refunded; `since`: the earliest time, in ms, of a tick that could close it.
 */
export type Fill = {
  cause: LeverCause
  since: bigint | null
  quantity: bigint
  margin: bigint
  profit: bigint
  fee: bigint
  liquidationFee: bigint
  payout: bigint
  shortfall: bigint
  limited: bigint
  back: bigint
  tick: KeptTick
}

/** A gap that deducted from a contract, with the quantity that was open. */
export type LeverGap = LimitedGap & { quantity: bigint }

/** Every closing of a contract so far, oldest first. */
export const fillsOf = ({ fills }: Pick<LeverRow, 'fills'>): Fill[] =>
  // Older rows have no gaps, and name the liquidation's deduction `left`.
  fromJson(fills).map(({ left, ...fill }: Fill & { left?: bigint }) => ({
    ...fill,
    since: fill.since ?? null,
    limited: fill.limited ?? 0n,
    liquidationFee: fill.liquidationFee ?? left ?? 0n,
  }))

/** The closings with one more, as they are stored. */
export const withFill = (row: Pick<LeverRow, 'fills'>, fill: Fill): string => toJson([...fillsOf(row), fill])

/**
 * The parts of the record, in ms, both ends included, that prove the tick of the opening and of each close: from the earliest tick that could have
 * decided, for a trigger at most a minute before.
 */
export function timesOf(row: LeverRow): [from: number, to: number][] {
  const { open_ms, accepted_ms, type } = row
  if (open_ms === null) return []
  const fills = fillsOf(row).map(({ cause, since, tick: { time_ms } }): [number, number] =>
    since === null ? [Number(time_ms), Number(time_ms)] : until(since, time_ms, cause !== 'user'),
  )
  return [until(accepted_ms, open_ms, type === 'limit'), ...fills]
}

/**
 * The part of the record, in ms, that proves why a contract is void: up to the tick that decided, or the time without one; null if it opened, is
 * pending, was cancelled, or was void before `void_ms` was stored.
 */
export function timeOfNothing(row: LeverRow): [from: number, to: number] | null {
  const { void_reason: reason, void_ms, accepted_ms, delivery_ms, type } = row
  if (reason === 'noPrice') return [Number(accepted_ms), Number(accepted_ms) + STALE_AFTER_MS]
  if (reason === 'delivery' && type === 'limit' && delivery_ms !== null)
    return until(accepted_ms, delivery_ms - 1n, true)
  return void_ms === null ? null : until(accepted_ms, void_ms, type === 'limit')
}

/** The maintenance tiers frozen into a contract. */
export const tiersOf = ({ tiers }: Pick<LeverRow, 'tiers'>): MaintenanceTier[] =>
  tiers.split(' ').map((tier) => {
    const [upTo = '', bps] = tier.split(':')
    return { upTo, maintenanceBps: Number(bps) }
  })

/** Tiers as they are stored. */
export const withTiers = (tiers: readonly MaintenanceTier[]): string =>
  tiers.map(({ upTo, maintenanceBps }) => `${upTo}:${maintenanceBps}`).join(' ')

/** The fees frozen into a contract. */
export const feesOf = ({
  fee_bps,
  liquidation_fee_bps: liquidation,
}: Pick<LeverRow, 'fee_bps' | 'liquidation_fee_bps'>): LeverFees => ({
  feeBps: Number(fee_bps),
  liquidationFeeBps: liquidation === null ? null : Number(liquidation),
})

/** The open position of a contract. @throws Error if it has none */
export function positionOf(row: LeverRow): Position {
  const { symbol, direction, quantity, open_price: entry, margin, exposure, limited } = row
  if (entry === null) throw new Error(`lever ${row.id}: no position`)
  return { symbol, direction, quantity, entry, margin, exposure, limited, tiers: tiersOf(row) }
}

/** The notional of a user's live contracts on each symbol, long plus short, in minor units of the collateral. */
export const exposures: Loader<ReadonlyMap<string, bigint>> = {
  ofUser: true,
  reread: true,
  none: new Map(),
  load: async (db, users) => {
    const all = new Map<string, Map<string, bigint>>()
    for (const { user_id, symbol, worth } of await notionalsOf(db, toJson(users))) {
      all.set(user_id, (all.get(user_id) ?? new Map()).set(symbol, BigInt(worth)))
    }
    return all
  },
}

const notionalsOf = compiled(
  (db: Db | Tx, users: string) => sql<{ user_id: string; symbol: string; worth: bigint | string }>`
    select user_id, symbol, sum(worth) as worth from levers
    where ${isOneOf(db, 'user_id', users)} and settled_ms is null group by user_id, symbol`,
)

/** A contract as the wire carries it. */
export const toWire = wireOf<LeverRow, LeverOrder>(leverOrder, leverMachine, {
  tiers: tiersOf,
  worth: ({ settled_ms, worth }) => (settled_ms === null ? worth : 0n),
  dealPrice: 'open_price',
  maintenance: maintenanceNow,
  next: nextStopsOf,
  closing: 'close_quantity',
  fills: (row) => fillsOf(row).map((fill) => ({ ...fill, returned: fill.payout })),
  gaps: (row) => gapsOf<LeverGap>(row),
  fundingTerms: fundingTermsOf,
  nextFundingAt: ({ settled_ms, funding_ms }) => (settled_ms === null ? funding_ms : null),
})

/** The funding terms frozen into a contract. */
export function fundingTermsOf({ funding_hours: hours, funding_ppm: ppm }: LeverRow): Funding | null {
  return hours === null || ppm === null ? null : { hours: Number(hours), ppm: Number(ppm) }
}

/** When the next step of an open order, or of one being cancelled, is due, in ms; its delivery if nothing is requested. */
export function nextStepOf({
  asked_ms,
  close_ms,
  funding_ms,
  delivery_ms,
}: Pick<LeverRow, 'asked_ms' | 'close_ms' | 'funding_ms' | 'delivery_ms'>): bigint | null {
  const asked = soonest(asked_ms, close_ms)
  return soonest(asked, funding_ms, asked === null ? delivery_ms : null)
}

function maintenanceNow({ symbol, quantity, open_price, exposure, tiers }: LeverRow): bigint {
  if (open_price === null) return 0n
  return maintenanceOf({ tiers: tiersOf({ tiers }) }, notionalOf(symbol, quantity, open_price), exposure)
}
