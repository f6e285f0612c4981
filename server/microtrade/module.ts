import type { Capability } from '../capability.ts'
import { orderCapability } from '../orders/module.ts'
import { microtradeKind, tradedBy } from './kind.ts'
import { microtradeRoutes } from './routes.ts'

/** Timed options. */
export const microtrade: Capability = orderCapability(microtradeKind, {
  migrations: new URL('./migrations/', import.meta.url),
  routes: ({ market }) => microtradeRoutes(market),
  turnover: { counts: tradedBy },
})
