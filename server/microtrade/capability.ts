import type { Capability } from '../capability.ts'
import { orderCapability } from '../orders/index.ts'
import { microtradeKind } from './kind.ts'
import { microtradeRoutes } from './routes.ts'

/** Timed options. */
export const microtrade: Capability = orderCapability(microtradeKind, {
  routes: ({ market }) => microtradeRoutes(market),
})
