import { chatMarks } from '../../src/api/account/chat.ts'
import type { Module } from '../module.ts'
import { chatCommands } from './commands.ts'
import { chatKept } from './conversation.ts'
import { chatRoutes } from './routes.ts'
import { chatMails, chatNotices, chatSweep } from './works.ts'

export { answerChat, closeChat, listChats, openChat } from './admin.ts'
export { usualSeconds } from './waits.ts'

/** Conversations between users and customer service. */
export const chat: Module = {
  name: 'chat',
  migrations: new URL('./migrations/', import.meta.url),
  routes: ({ relief }) => chatRoutes(relief),
  jobs: (platform) => [chatNotices(platform), ...chatMails(platform), chatSweep(platform)],
  events: { chat: chatMarks },
  exports: { chat: ({ db }, { userId }, limit) => chatKept(db, userId, limit) },
  commands: chatCommands,
}
