import { array, type GenericSchema } from 'valibot'
import { type AccountEvent, accountEventOf, events } from '../../src/api/wire/events.ts'
import { eventsOf } from '../module.ts'
import type { Platform } from '../platform/context.ts'
import { type Route, route } from '../platform/http/route.ts'
import { eventsAfter } from './events.ts'

/** The call by which a device catches up, with this server's events. */
export function eventRoutes({ modules }: Pick<Platform, 'modules'>): readonly Route[] {
  const event = accountEventOf(eventsOf(modules)) as unknown as GenericSchema<unknown, AccountEvent>
  const call: typeof events = { ...events, output: array(event) }
  return [
    route(call, ({ input, session, platform }) => eventsAfter(platform.db, session.userId, input.after, input.limit)),
  ]
}
