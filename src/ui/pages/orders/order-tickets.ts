import { part } from '../../app/part.ts'

/** The ticket of each kind of order that has one. */
export const orderTickets = part('orders', () => import('./compose-tickets.ts'))
