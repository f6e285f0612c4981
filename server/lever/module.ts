import type { Capability } from '../capability.ts'
import { limitedCheck, orderCapability } from '../orders/module.ts'
import { leverCommands } from './halts.ts'
import { leveredBy, leverKind } from './kind.ts'
import { positionsOf } from './positions.ts'
import { leverRoutes } from './routes.ts'

/** Leveraged contracts. */
export const lever: Capability = orderCapability(leverKind, {
  migrations: new URL('./migrations/', import.meta.url),
  routes: ({ market }) => leverRoutes(market),
  positions: positionsOf,
  turnover: { counts: leveredBy },
  commands: leverCommands,
  checks: [limitedCheck(leverKind)],
})
