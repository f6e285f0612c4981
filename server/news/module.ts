import type { Module } from '../module.ts'
import { agreementsOf } from './agreements.ts'
import { newsCommands } from './commands.ts'
import { newsRoutes } from './routes.ts'

export { documentInForce, documentsToAgree, inForceNow, keepAgreements, LOAN_AGREEMENT } from './agreements.ts'
export { ContentError, openLibrary } from './library.ts'

/** Articles, contacts, and consents to documents. */
export const news: Module = {
  name: 'news',
  migrations: new URL('./migrations/', import.meta.url),
  routes: ({ platform }) => newsRoutes(platform),
  exports: { agreements: ({ db }, { userId }, limit) => agreementsOf(db, userId, limit) },
  commands: newsCommands,
}
