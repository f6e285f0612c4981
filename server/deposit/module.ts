import type { Module } from '../module.ts'
import { orderModule } from '../orders/module.ts'
import { depositChecks } from './checks.ts'
import { depositCommands } from './commands.ts'
import { creditedSince, depositKind, turnoverAsked } from './kind.ts'
import { askedWithinDay, onItsWay } from './limits.ts'
import { paperProvider } from './paper.ts'
import { depositRoutes } from './routes.ts'

/** Deposits. */
export const deposit: Module = orderModule(depositKind, {
  migrations: new URL('./migrations/', import.meta.url),
  routes: () => depositRoutes,
  jobs: (platform, loopback) => [paperProvider(platform, loopback)],
  turnover: { asks: turnoverAsked },
  elsewhere: onItsWay,
  paperAsked: askedWithinDay,
  paysInOrOut: [depositKind.name],
  paidIn: ({ db }, userId, sinceMs) => creditedSince(db, userId, sinceMs),
  commands: depositCommands,
  checks: depositChecks,
})
