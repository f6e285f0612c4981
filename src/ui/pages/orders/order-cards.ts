import { part } from '../../app/part.ts'

/** The components of each kind of order, for pages that show all kinds. */
export const orderCards = part('orders', () => import('./compose-cards.ts'))
