import { sql } from 'kysely'
import type { Module } from '../module.ts'
import { limitedCheck, orderModule } from '../orders/module.ts'
import { forexCommands } from './halts.ts'
import { forexKind, forexTradedBy } from './kind.ts'
import { positionsOf } from './positions.ts'
import { forexRoutes } from './routes.ts'

/** Positions in foreign exchange and precious metals. */
export const forex: Module = orderModule(forexKind, {
  migrations: new URL('./migrations/', import.meta.url),
  routes: ({ market }) => forexRoutes(market),
  positions: positionsOf,
  turnover: { counts: forexTradedBy },
  commands: forexCommands,
  checks: [
    limitedCheck(forexKind),
    {
      rows: sql`select id as what, initial, swap, profit, returned, shortfall from forex_positions
        where cause is not null and returned - shortfall <> initial + swap + profit`,
      describe: (what) => `forex ${what} did not come to its margin, its nights and its profit`,
    },
  ],
})
