import type { Module } from '../module.ts'
import { historyOf, orderModule } from '../orders/module.ts'
import { priceAlertKind } from './kind.ts'
import { priceAlertRoutes } from './routes.ts'
import { alertSweep } from './sweep.ts'

/** Price alerts, which fire once. */
export const priceAlerts: Module = orderModule(priceAlertKind, {
  migrations: new URL('./migrations/', import.meta.url),
  routes: priceAlertRoutes,
  jobs: (platform) => [alertSweep(platform)],
  exports: { priceAlerts: (platform, { userId }, limit) => historyOf(platform, priceAlertKind, userId, limit) },
})
