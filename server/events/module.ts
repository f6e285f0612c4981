import type { Module } from '../module.ts'
import { eventRoutes } from './routes.ts'

export { eventsAfter, type NewEvent, newestEvents, recordEvent } from './events.ts'

/** The private events of an account. */
export const events: Module = { name: 'events', routes: ({ platform }) => eventRoutes(platform) }
