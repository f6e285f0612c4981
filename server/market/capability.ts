import type { Capability } from '../capability.ts'
import { marketRoutes } from './routes.ts'

/** Prices. */
export const market: Capability = { name: 'market', routes: ({ market }) => marketRoutes(market) }
