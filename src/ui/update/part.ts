import { part } from '../app/part.ts'

/** The part for app updates. */
export const update = part('shared', () => import('./compose.ts'))
