import type { Module } from '../module.ts'
import { exportRoutes } from './routes.ts'

export { collectHere, collectInThread } from './collecting.ts'

/** Taking along what is kept about oneself. */
export const personalDataExport: Module = { name: 'export', routes: exportRoutes }
