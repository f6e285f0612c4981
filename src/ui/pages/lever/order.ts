import { leverMachine } from '../../../machines/orders/lever.ts'
import { canAct } from '../../../machines/trade/leverAct.ts'
import { contractNet, contractNetAt } from '../../../rules/lever/figures.ts'
import { resting, roundTrip, standing } from '../orders/chart-marks.ts'
import { leveragedAlert, signedNet } from '../orders/ended-notice.ts'
import { isResting } from '../orders/order-facts.ts'
import type { OrderKind } from '../orders/order-kind.ts'
import { sides } from '../orders/sides.ts'

export const order: OrderKind<'lever'> = {
  name: 'title.contracts',
  rank: 1,
  machine: leverMachine,
  netAt: contractNetAt,
  alert: leveragedAlert,
  wayOf: ({ direction }) => sides.lever[direction].way,
  isPosition: ({ dealPrice }) => dealPrice !== null,
  net: contractNet,
  outcome: (order) => signedNet(order, contractNet(order)),
  positions(order) {
    const { id, direction, quantity } = order
    if (isResting(order)) return resting(id, direction === 'long', order.price, quantity)
    const { takeProfit, stopLoss } = order.next ?? order
    const levels = { stop: stopLoss, profit: takeProfit, liquidation: order.liquidationPrice }
    return standing(order, levels, quantity).map((position) => ({ ...position, movable: canAct('stops', order) }))
  },
  deals: ({ direction, dealPrice, openTick, fills }) =>
    roundTrip(
      direction === 'long',
      [dealPrice, openTick],
      fills.map(({ tick }) => [tick.price, tick]),
    ),
  cards: () => import('./cards.tsx'),
  ticket: () => import('./ticket.ts'),
}
