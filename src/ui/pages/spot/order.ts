import { spotMachine } from '../../../machines/orders/spot.ts'
import { instrumentOf } from '../../../rules/market/instruments.ts'
import { formatPlain } from '../../format/format.ts'
import { langNow } from '../../i18n/index.ts'
import { dealOf, resting } from '../orders/chart-marks.ts'
import type { OrderKind } from '../orders/order-kind.ts'

export const order: OrderKind<'spot'> = {
  name: 'lever.kind.spot',
  rank: 2,
  machine: spotMachine,
  outcome: ({ symbol, filled }) => `${formatPlain(filled, langNow())} ${instrumentOf(symbol).base}`,
  // Only a limit order rests at a price.
  positions: ({ id, side, price, quantity }) => resting(id, side === 'buy', price, quantity),
  deals: ({ side, fills }) => fills.flatMap(({ price, tick }) => dealOf(side === 'buy', [price, tick])),
  cards: () => import('./cards.tsx'),
}
