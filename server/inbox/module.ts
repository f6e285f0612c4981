import { userMessage } from '../../src/api/account/user.ts'
import type { Module } from '../module.ts'
import { inboxCommands } from './commands.ts'
import { messagesOf } from './messages.ts'
import { inboxRoutes } from './routes.ts'
import { switchRoutes } from './switches.ts'

export { amountIn, pairIn, quantityIn } from './amount.ts'
export type { Message } from './message.ts'
export { tellUser } from './messages.ts'

/** Messages to users, and which categories they receive. */
export const inbox: Module = {
  name: 'inbox',
  migrations: new URL('./migrations/', import.meta.url),
  routes: () => [...inboxRoutes, ...switchRoutes],
  events: { message: userMessage },
  exports: { messages: ({ db }, { userId }, limit) => messagesOf(db, userId, {}, limit) },
  commands: inboxCommands,
}
