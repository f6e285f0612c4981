import { sql } from 'kysely'
import { Gauge } from 'prom-client'
import { hasEnded, statesOf } from '../../src/machines/orders/life.ts'
import type { Module } from '../module.ts'
import { kindsOf, type OrderKind, type OrderRow } from '../order-kind.ts'
import type { Platform } from '../platform/context.ts'
import type { Check } from '../platform/database/check.ts'
import type { Reads } from '../platform/unit/defer.ts'
import { orderCommands } from './commands.ts'
import { keptCheck } from './kept-sums.ts'
import { orderRisks } from './risks.ts'
import { orderRoutes } from './routes.ts'
import { countLive, hasLive, ordersOf } from './table.ts'
import { awaitedSince } from './triggers.ts'
import { dueWork, triggerWork } from './work.ts'

export {
  type Crossing,
  kindsOf,
  type Move,
  type OrderKind,
  type OrderOnWire,
  type OrderRow,
  type Posting,
  type Trigger,
} from '../order-kind.ts'
export { askedAt, nextStopsOf, soonest, until } from './acts.ts'
export { nulls, type TickColumns, tickColumns, zeros } from './columns.ts'
export { coinsOf, coverageOf } from './coverage.ts'
export {
  cutAtGaps,
  endsOf,
  gapChainsOf,
  gapStretchesOf,
  gapsOf,
  type KeptTick,
  type LimitedGap,
  limitedCheck,
  withGap,
} from './gaps.ts'
export { tradedIn } from './kept-sums.ts'
export { losingPercent } from './losing.ts'
export { moveOrder, placeOrder } from './order.ts'
export { mover } from './posting.ts'
export { haltSwitch, haltsBy, type Switch, type Switched, switchCommands, switchedBy } from './switches.ts'
export { COUNTED_MAX, type Filter, liveOf, orderOf, ordersOf, ownersOf, requireOrder, unsettledOf } from './table.ts'
export { wireOf } from './wire.ts'
export { ownOrder, prefetchOrder, primeOrder } from './writes.ts'

/** A kind of order as a server module: what the kernel needs of it, and its own routes, work and commands. */
export const orderModule = <Row extends OrderRow>(
  kind: OrderKind<Row>,
  own: Omit<Module, 'name' | 'orders' | 'holds' | 'needs' | 'events'>,
): Module => ({
  ...own,
  name: kind.name,
  orders: [kind],
  events: { [kind.name]: kind.wire },
  ...(kind.holds && { holds: kind.holds }),
  ...(kind.ticks && { needs: kind.ticks }),
  criticalJobs: (platform) => [dueWork(platform, kind), ...(own.criticalJobs?.(platform) ?? [])],
  blocksLeaving: (reads, userId) => blocked(reads, kind, userId),
  checks: [...checksOf(kind), ...(own.checks ?? [])],
})

async function blocked(reads: Reads, kind: OrderKind, userId: string) {
  const { blocksLeaving: key } = kind
  return key && (await hasLive(reads, kind, userId)) ? [key] : []
}

/** A user's orders of a kind as the wire carries them, the newest first. */
export const historyOf = async ({ db }: Platform, kind: OrderKind, userId: string, limit: number) =>
  (await ordersOf(db, kind, userId, {}, limit)).map((order) => kind.toWire(order))

/** Invariants of the table of any kind. */
function checksOf({ name, table, machine, listing }: OrderKind): Check[] {
  const ended = statesOf(machine).filter((state) => hasEnded(machine, state))
  const rows = sql.table(table)
  return [
    {
      rows: sql`select id as what, state, settled_ms from ${rows} where (settled_ms is not null) <> (state in (${sql.join(ended)}))`,
      describe: (what) => `${name} ${what} has ended, or it has not`,
    },
    {
      rows: sql`select id as what, settled_ms, due_ms from ${rows} where settled_ms is not null and due_ms is not null`,
      describe: (what) => `${name} ${what} has ended and is due`,
    },
    {
      rows: sql`select id as what, version, accepted_ms, settled_ms from ${rows} where version < 1 or settled_ms < accepted_ms`,
      describe: (what) => `${name} ${what} has no version, or ended before it began`,
    },
    {
      rows: sql`select order_id as what, name, symbol, level from triggers where kind = ${name}
        and not exists (select 1 from ${rows} as live where live.id = triggers.order_id and live.settled_ms is null)`,
      describe: (what) => `${name} ${what} waits for a price and is not live`,
    },
    ...(listing ? [keptCheck({ name, table, listing })] : []),
  ]
}

/** The order kernel as a server module. */
export const orders: Module = {
  name: 'orders',
  migrations: new URL('./migrations/', import.meta.url),
  routes: ({ platform }) => orderRoutes(kindsOf(platform.modules)),
  risks: orderRisks,
  commands: orderCommands,
  criticalJobs: (platform) => [triggerWork(platform, kindsOf(platform.modules))],
  needs: { since: awaitedSince, stretches: async () => [] },
  metrics: (registry, platform) => {
    new Gauge({
      name: 'quoin_orders_live',
      help: 'Orders that have not ended, by their kind, up to 10,001 of each.',
      labelNames: ['kind'],
      registers: [registry],
      async collect() {
        for (const kind of kindsOf(platform.modules)) {
          this.set({ kind: kind.name }, await countLive(platform.db, kind))
        }
      },
    })
  },
}
