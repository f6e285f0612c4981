import { type PriceAlert, priceAlert } from '../../src/api/market/price-alerts.ts'
import { priceAlertMachine } from '../../src/machines/orders/priceAlert.ts'
import { instrumentOf } from '../../src/rules/market/instruments.ts'
import type { AlertSide } from '../../src/rules/market/price-alerts.ts'
import { formatMoney } from '../../src/rules/money/money.ts'
import { pairIn } from '../inbox/module.ts'
import { type OrderKind, type OrderRow, wireOf } from '../orders/module.ts'

/** A price alert. `level`: in minor units of the symbol's price. */
export type PriceAlertRow = OrderRow & {
  state: PriceAlert['state']
  symbol: string
  side: AlertSide
  level: bigint
  tick_seq: bigint | null
  tick_ms: bigint | null
  tick_price: bigint | null
}

declare module '../platform/database/tables.ts' {
  interface Tables {
    price_alerts: PriceAlertRow
  }
}

const priceIn = (symbol: string, price: bigint) => formatMoney(price, instrumentOf(symbol).scale)

/** A price alert as the wire carries it. */
export const toWire = wireOf<PriceAlertRow, PriceAlert>(priceAlert, priceAlertMachine, {
  price: 'level',
  setAt: 'accepted_ms',
  fired: ({ tick_seq: seq, tick_ms: time, tick_price: price }) =>
    seq === null || time === null || price === null ? null : { seq, time, price },
})

/** A price alert as the order kernel knows it: it holds nothing, is never due, and ends by the price that it waits for. */
export const priceAlertKind: OrderKind<PriceAlertRow> = {
  name: 'priceAlert',
  table: 'price_alerts',
  machine: priceAlertMachine,
  wire: priceAlert,
  toWire,
  postings: () => ({}),
  crossed: (_, { tick: { seq, time_ms, price } }) => ({
    event: { type: 'alert.fire' },
    change: { tick_seq: seq, tick_ms: time_ms, tick_price: price },
  }),
  message: ({ symbol, side, level, tick_price }, { state }) =>
    state === 'fired' && tick_price !== null
      ? {
          kind: 'price',
          key: side === 'above' ? 'priceRose' : 'priceFell',
          params: { pair: pairIn(symbol), level: priceIn(symbol, level), price: priceIn(symbol, tick_price) },
        }
      : undefined,
}
