import type { Module } from '../module.ts'
import { orderModule } from '../orders/module.ts'
import { spotKind, tradedBy } from './kind.ts'
import { spotRoutes } from './routes.ts'
import { spotCommands } from './switches.ts'

export type { SpotRow } from './order.ts'
export { cancelSpot, isCancellable, requirePair, tradeSpot } from './trade.ts'

/** Spot orders: coins bought and sold for USDT, from the order book. */
export const spot: Module = orderModule(spotKind, {
  migrations: new URL('./migrations/', import.meta.url),
  routes: ({ market }) => spotRoutes(market),
  turnover: { counts: tradedBy },
  commands: spotCommands,
})
