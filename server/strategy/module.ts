import { sql } from 'kysely'
import type { Module } from '../module.ts'
import { orderModule } from '../orders/module.ts'
import { hearOfOrder, strategyKind } from './kind.ts'
import { strategyRoutes } from './routes.ts'

/** Recurring buys and grids, which place spot orders for a user. */
export const strategy: Module = orderModule(strategyKind, {
  migrations: new URL('./migrations/', import.meta.url),
  routes: ({ market }) => strategyRoutes(market),
  onOrderStep: hearOfOrder,
  checks: [
    {
      rows: sql`select spots.id as what, spots.strategy_id as strategy, spots.symbol from spots left join strategies on strategies.id = spots.strategy_id
        where spots.strategy_id is not null
          and (strategies.id is null or strategies.user_id <> spots.user_id or strategies.symbol <> spots.symbol)`,
      describe: (what) => `spot order ${what} is of a strategy that is not its owner’s`,
    },
    {
      rows: sql`select strategies.id as what, strategies.state, spots.id as spot from strategies join spots on spots.strategy_id = strategies.id
        where strategies.state in ('paused', 'ended', 'failed') and spots.settled_ms is null`,
      describe: (what) => `strategy ${what} rests or has ended, and an order of it is open`,
    },
  ],
})
