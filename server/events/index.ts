export { events } from './capability.ts'
export { eventsAfter, type NewEvent, newestEvents, recordEvent } from './events.ts'
