import { part } from '../part.ts'

/** What an app needs that renews itself. */
export const update = part('shared', () => import('./compose.ts'))
