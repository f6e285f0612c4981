import type { Module } from '../module.ts'
import { bankRoutes } from './routes.ts'

export { bankCardOf } from './cards.ts'
export { cardBound, hasBankCard } from './permissions.ts'

/** The bank card. */
export const bank: Module = { name: 'bank', routes: bankRoutes }
