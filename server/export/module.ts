import type { Capability } from '../capability.ts'
import { exportRoutes } from './routes.ts'

export { collectHere, collectInThread } from './collecting.ts'

/** Taking along what is kept about oneself. */
export const personalDataExport: Capability = { name: 'export', routes: exportRoutes }
