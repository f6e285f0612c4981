import { spotMachine } from '../../../machines/orders/spot.ts'
import { instrumentOf } from '../../../rules/market/instruments.ts'
import { formatPlain } from '../../format/format.ts'
import { langNow } from '../../i18n/index.ts'
import { STRATEGY_ORDERS } from '../../router/places.ts'
import { placeOf } from '../../router/router.ts'
import { dealOf, resting } from '../orders/chart-marks.ts'
import type { OrderKind } from '../orders/order-kind.ts'
import { sides } from '../orders/sides.ts'

export const order: OrderKind<'spot'> = {
  name: 'lever.kind.spot',
  rank: 2,
  machine: spotMachine,
  wayOf: ({ side }) => sides.spot[side].way,
  isPosition: () => false,
  net: () => null,
  outcome: ({ symbol, filled }) => `${formatPlain(filled, langNow())} ${instrumentOf(symbol).base}`,
  alert: ({ cause, state, strategyId }) =>
    state !== 'returned' || cause === null || cause === 'user' || strategyId !== null
      ? null
      : { reason: `spot.cause.${cause}`, tone: 'bad' },
  origin: ({ strategyId }) =>
    strategyId === null ? null : { id: strategyId, to: placeOf(STRATEGY_ORDERS, { strategy: strategyId }) },
  // Only a limit order rests at a price.
  positions: ({ id, side, price, quantity }) => resting(id, side === 'buy', price, quantity),
  deals: ({ side, fills }) => fills.flatMap(({ price, tick }) => dealOf(side === 'buy', [price, tick])),
  cards: () => import('./cards.tsx'),
  ticket: () => import('./ticket.ts'),
}
