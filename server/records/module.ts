import { sumsWork } from '../ledger/module.ts'
import type { Module } from '../module.ts'
import { recordRoutes } from './routes.ts'

/** Movements of a user's money. */
export const records: Module = {
  name: 'records',
  routes: () => recordRoutes,
  jobs: (platform) => [sumsWork(platform)],
}
