import { fromPromise } from 'xstate'
import { result } from '../../api/answer.ts'
import type { Client } from '../../api/client.ts'
import { type PriceAlert, priceAlerts, removePriceAlert, setPriceAlert } from '../../api/price-alerts.ts'
import { loadFirstBy } from '../parts/loadFirst.ts'
import type { AlertForm } from '../trade/alerts.ts'
import { ask } from './ask.ts'

/** The newest of a market that the sheet shows: as many as may wait, and some that came. */
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
