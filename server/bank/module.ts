import type { Capability } from '../capability.ts'
import { bankRoutes } from './routes.ts'

export { bankCardOf } from './cards.ts'
export { cardBound, hasBankCard } from './permissions.ts'

/** The bank card. */
export const bank: Capability = { name: 'bank', routes: bankRoutes }
