import { fromPromise } from 'xstate'
import type { Client } from '../../api/client/client.ts'
import { type PriceAlert, priceAlerts, removePriceAlert, setPriceAlert } from '../../api/market/price-alerts.ts'
import { result } from '../../api/wire/answer.ts'
import { loadFirstBy } from '../parts/loadFirst.ts'
import type { AlertForm } from '../trade/alerts.ts'
import { ask } from './ask.ts'

/** Page size of the alerts of a market: all that may be active, and some sent ones. */
const SHOWN_MAX = 100

/** The price alerts of a market. */
export const createAlerts = (client: Client, symbol: string) => ({
  loadAlerts: loadFirstBy(
    fromPromise<readonly PriceAlert[]>(async ({ signal }) =>
      result(await client.call(priceAlerts, { symbol, limit: SHOWN_MAX }, { signal, quiet: true })),
    ),
  ),
  setAlert: ask(client, setPriceAlert, (form: AlertForm & { symbol: string }) => form, { form: true, stays: true }),
  removeAlert: ask(client, removePriceAlert, ({ id }: { id: string }) => ({ id }), { form: true, stays: true }),
})
