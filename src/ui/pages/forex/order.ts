import { forexMachine } from '../../../machines/orders/forex.ts'
import { canActOnLots } from '../../../machines/trade/forexAct.ts'
import { resting, roundTrip, standing } from '../orders/chart-marks.ts'
import { leveragedAlert, signedNet } from '../orders/ended-notice.ts'
import { isResting } from '../orders/order-facts.ts'
import type { OrderKind } from '../orders/order-kind.ts'
import { sides } from '../orders/sides.ts'
import { forexNet, forexNetAt } from './profit.ts'

export const order: OrderKind<'forex'> = {
  name: 'title.forex',
  rank: 3,
  machine: forexMachine,
  netAt: forexNetAt,
  alert: leveragedAlert,
  wayOf: ({ direction }) => sides.forex[direction].way,
  isPosition: ({ dealPrice }) => dealPrice !== null,
  net: forexNet,
  outcome: (order) => signedNet(order, forexNet(order)),
  positions: (order) => {
    const { id, direction, openLots, type } = order
    if (isResting(order))
      return resting(id, direction === 'long', order.price, openLots, type === 'stop' ? 'stop' : 'limit')
    const { takeProfit, stopLoss } = order.next ?? order
    const levels = { stop: stopLoss, profit: takeProfit, liquidation: order.stopOut }
    return standing(order, levels, openLots).map((position) => ({
      ...position,
      movable: canActOnLots('stops', order),
    }))
  },
  deals: ({ direction, dealPrice, openTick, parts, closePrice, closeTick }) =>
    roundTrip(
      direction === 'long',
      [dealPrice, openTick],
      [...parts.map((part) => [part.closePrice, part.tick] as const), [closePrice, closeTick]],
    ),
  cards: () => import('./cards.tsx'),
  ticket: () => import('./ticket.ts'),
}
