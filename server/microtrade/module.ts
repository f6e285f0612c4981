import type { Module } from '../module.ts'
import { orderModule } from '../orders/module.ts'
import { microtradeKind, tradedBy } from './kind.ts'
import { microtradeRoutes } from './routes.ts'

/** Timed options. */
export const microtrade: Module = orderModule(microtradeKind, {
  migrations: new URL('./migrations/', import.meta.url),
  routes: ({ market }) => microtradeRoutes(market),
  turnover: { counts: tradedBy },
})
