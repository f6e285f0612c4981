import type { Capability } from '../capability.ts'
import { orderCapability } from '../orders/index.ts'
import { forexCommands } from './halts.ts'
import { forexKind, forexTradedBy } from './kind.ts'
import { positionsOf } from './positions.ts'
import { forexRoutes } from './routes.ts'

/** Positions in foreign exchange and precious metals. */
export const forex: Capability = orderCapability(forexKind, {
  migrations: new URL('./migrations/', import.meta.url),
  routes: ({ market }) => forexRoutes(market),
  positions: positionsOf,
  turnover: { counts: forexTradedBy },
  commands: forexCommands,
})
