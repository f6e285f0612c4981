import type { Module } from '../module.ts'
import { exportRoutes } from './routes.ts'

export { collectHere, collectInThread } from './collecting.ts'

/** The export of a user's personal data. */
export const personalDataExport: Module = { name: 'export', routes: exportRoutes }
