import { userMessage } from '../../src/api/user.ts'
import type { Capability } from '../capability.ts'
import { inboxCommands } from './commands.ts'
import { messagesOf } from './messages.ts'
import { inboxRoutes } from './routes.ts'

/** What people are told. */
export const inbox: Capability = {
  name: 'inbox',
  migrations: new URL('./migrations/', import.meta.url),
  routes: () => inboxRoutes,
  events: { message: userMessage },
  keeps: { messages: ({ db }, { userId }, limit) => messagesOf(db, userId, {}, limit) },
  commands: inboxCommands,
}
