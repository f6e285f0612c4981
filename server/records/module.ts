import type { Capability } from '../capability.ts'
import { sumsWork } from '../ledger/module.ts'
import { recordRoutes } from './routes.ts'

/** Movements of a user's money. */
export const records: Capability = {
  name: 'records',
  routes: () => recordRoutes,
  works: (platform) => [sumsWork(platform)],
}
