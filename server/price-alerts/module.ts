import type { Capability } from '../capability.ts'
import { historyOf, orderCapability } from '../orders/module.ts'
import { priceAlertKind } from './kind.ts'
import { priceAlertRoutes } from './routes.ts'
import { alertSweep } from './sweep.ts'

/** Price alerts, which fire once. */
export const priceAlerts: Capability = orderCapability(priceAlertKind, {
  migrations: new URL('./migrations/', import.meta.url),
  routes: priceAlertRoutes,
  works: (platform) => [alertSweep(platform)],
  keeps: { priceAlerts: (platform, { userId }, limit) => historyOf(platform, priceAlertKind, userId, limit) },
})
