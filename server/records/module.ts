import { sumsWork } from '../ledger/module.ts'
import type { Module } from '../module.ts'
import { keptNotes } from './notes.ts'
import { recordRoutes } from './routes.ts'

/** Movements of a user's money. */
export const records: Module = {
  name: 'records',
  routes: recordRoutes,
  exports: { recordNotes: keptNotes },
  jobs: (platform) => [sumsWork(platform)],
}
