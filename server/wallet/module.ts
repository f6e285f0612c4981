import { wallet as body } from '../../src/api/money/wallet.ts'
import { entriesOf } from '../ledger/module.ts'
import type { Module } from '../module.ts'
import { adjustedSince } from './adjust.ts'
import { walletCommands } from './commands.ts'
import { walletRoutes } from './routes.ts'

/** Wallets. */
export const wallet: Module = {
  name: 'wallet',
  routes: ({ market, slice }) => walletRoutes(market, slice),
  events: { wallet: body },
  exports: { entries: ({ db }, { userId }, limit) => entriesOf(db, userId, limit) },
  migrations: new URL('./migrations/', import.meta.url),
  paidIn: ({ db }, userId, sinceMs) => adjustedSince(db, userId, sinceMs),
  commands: walletCommands,
}
