import * as api from '../../src/api/market/price-alerts.ts'
import { Refusal } from '../../src/api/wire/messages.ts'
import type { Parts } from '../module.ts'
import { ordersOf, prefetchOrder } from '../orders/module.ts'
import { type Route, route } from '../platform/http/route.ts'
import type { CallLimit } from '../platform/http/rules.ts'
import { commitFor } from '../platform/unit/group.ts'
import { priceAlertKind, toWire } from './kind.ts'
import { removeAlert, setAlert } from './set.ts'

/** Each is kept for a while, also once it came or was removed. */
const setting: CallLimit = { name: 'price alerts', per: 'user', points: 200, seconds: 3_600 }

/** Price alerts: listed, set and removed. */
export const priceAlertRoutes = ({ market }: Pick<Parts, 'market'>): readonly Route[] => [
  route(api.priceAlerts, async ({ platform, session, input: { symbol, before, limit } }) =>
    (
      await ordersOf(
        platform.db,
        priceAlertKind,
        session.userId,
        { before, states: ['waiting', 'fired'], where: { symbol } },
        limit,
      )
    ).map(toWire),
  ),
  route(api.setPriceAlert, {
    limits: [setting],
    handle: async ({ platform, session: { userId }, input }) => {
      if (!market.has(input.symbol)) throw new Refusal('pairNotFound')
      return toWire(await commitFor(platform, userId, (unit) => setAlert(unit, market, userId, input)))
    },
  }),
  route(api.removePriceAlert, async ({ platform, session: { userId }, input: { id } }) =>
    toWire(
      await commitFor(platform, userId, (unit) => removeAlert(unit, userId, id), {
        prefetch: [prefetchOrder(priceAlertKind, id)],
      }),
    ),
  ),
]
