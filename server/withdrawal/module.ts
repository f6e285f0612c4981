import type { Module } from '../module.ts'
import { orderModule } from '../orders/module.ts'
import { readFrom } from '../platform/unit/defer.ts'
import { addressesOf } from './addresses.ts'
import { openTradeChecks, withdrawalChecks } from './checks.ts'
import { withdrawalCommands } from './commands.ts'
import { withdrawalKind } from './kind.ts'
import { paidOutSince } from './paid-out.ts'
import { withdrawalRisks } from './risks.ts'
import { withdrawalRoutes } from './routes.ts'
import { takenSince } from './taken.ts'

/** Withdrawals, and the address book. */
export const withdrawal: Module = orderModule(withdrawalKind, {
  paysInOrOut: [withdrawalKind.name],
  paidIn: ({ db }, userId, sinceMs) => paidOutSince(db, userId, sinceMs),
  migrations: new URL('./migrations/', import.meta.url),
  routes: withdrawalRoutes,
  elsewhere: takenSince,
  risks: withdrawalRisks,
  commands: withdrawalCommands,
  checks: withdrawalChecks,
  checksAmong: openTradeChecks,

  exports: { addresses: (platform, { userId }) => addressesOf(readFrom(platform), userId) },
})
