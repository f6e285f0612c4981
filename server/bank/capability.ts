import type { Capability } from '../capability.ts'
import { bankRoutes } from './routes.ts'

/** The bank card. */
export const bank: Capability = { name: 'bank', routes: bankRoutes }
