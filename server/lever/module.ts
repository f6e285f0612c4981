import type { Module } from '../module.ts'
import { limitedCheck, orderModule } from '../orders/module.ts'
import { leverCommands } from './halts.ts'
import { leveredBy, leverKind } from './kind.ts'
import { positionsOf } from './positions.ts'
import { leverRoutes } from './routes.ts'

/** Leveraged contracts. */
export const lever: Module = orderModule(leverKind, {
  migrations: new URL('./migrations/', import.meta.url),
  routes: ({ market }) => leverRoutes(market),
  positions: positionsOf,
  turnover: { counts: leveredBy },
  commands: leverCommands,
  checks: [limitedCheck(leverKind)],
})
