import type { OrderKind } from '../../../../src/ui/pages/orders/order-kind.ts'
import { reservationMachine } from './machine.ts'

export const order: OrderKind = {
  name: 'tab.trade',
  rank: 5,
  machine: reservationMachine,
  wayOf: () => 'rise',
  isPosition: () => false,
  net: () => null,
  outcome: ({ symbol }) => symbol,
  positions: () => [],
  deals: () => [],
  cards: () => import('./cards.tsx'),
  ticket: () => import('./cards.tsx'),
}
