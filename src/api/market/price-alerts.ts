import * as v from 'valibot'
import { statesOf } from '../../machines/orders/life.ts'
import { priceAlertMachine } from '../../machines/orders/priceAlert.ts'
import { alertSides } from '../../rules/market/price-alerts.ts'
import { defineCall } from '../wire/call.ts'
import * as f from '../wire/fields.ts'

declare module '../wire/events.ts' {
  interface EventBodies {
    priceAlert: PriceAlert
  }
}

/**
 * A price alert, which fires once. `fired`: the recorded tick that triggered it, the first at or beyond `price` since it was set; null
 * until then.
 */
export const priceAlert = v.object({
  id: f.id,
  state: v.picklist(statesOf(priceAlertMachine)),
  version: v.number(),
  symbol: f.symbol,
  side: v.picklist(alertSides),
  price: f.price,
  setAt: f.millis,
  fired: v.nullable(v.object({ seq: v.number(), time: f.millis, price: f.price })),
})
export type PriceAlert = v.InferOutput<typeof priceAlert>

export const priceAlerts = defineCall({
  path: 'market/alerts',
  token: true,
  ours: true,
  compressed: true,
  summary: 'The user’s price alerts, newest first, pending and triggered.',
  input: v.object({
    symbol: v.optional(f.symbol),
    /** Only alerts older than this one: the cursor of the next page. */
    before: v.optional(f.id),
    limit: v.optional(f.count(1, 100), 20),
  }),
  output: v.array(priceAlert),
})

export const setPriceAlert = defineCall({
  method: 'POST',
  path: 'market/alert_set',
  token: true,
  ours: true,
  summary:
    'Creates a price alert that fires once, at the first recorded price at or beyond a level. If the same alert already waits, it is returned.',
  input: v.object({ symbol: f.symbol, side: v.picklist(alertSides), price: f.decimal }),
  output: priceAlert,
})

export const removePriceAlert = defineCall({
  method: 'POST',
  path: 'market/alert_remove',
  token: true,
  ours: true,
  summary: 'Removes a pending price alert. A triggered one is not changed.',
  input: v.object({ id: f.id }),
  output: priceAlert,
})
