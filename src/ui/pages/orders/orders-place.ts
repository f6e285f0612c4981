import type { Order } from '../../../api/trade/orders.ts'
import type { Instrument } from '../../../rules/market/instruments.ts'
import { instrumentOf } from '../../../rules/market/instruments.ts'
import { FOREX_ORDERS, ORDERS } from '../../router/places.ts'
import { placeOf } from '../../router/router.ts'

/** The page with the user's orders on this kind of instrument. */
export const ordersPlace = ({ kind }: Pick<Instrument, 'kind'>, query: Record<string, string> = {}): string =>
  placeOf(kind === 'crypto' ? ORDERS : FOREX_ORDERS, query)

/** The page with an order's receipt. */
export const receiptPlace = ({ kind, symbol, id }: Pick<Order, 'kind' | 'symbol' | 'id'>): string =>
  ordersPlace(instrumentOf(symbol), { receipt: id, kind })
