import type { Capability } from '../capability.ts'
import { sumsWork } from '../ledger/index.ts'
import { recordRoutes } from './routes.ts'

/** What moved a person's money, and when. */
export const records: Capability = {
  name: 'records',
  routes: () => recordRoutes,
  works: (platform) => [sumsWork(platform)],
}
