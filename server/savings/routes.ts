import * as api from '../../src/api/money/savings.ts'
import { currencyOf } from '../../src/rules/money/currencies.ts'
import { formatMoney } from '../../src/rules/money/money.ts'
import { savingsProducts } from '../../src/rules/savings/savings.ts'
import { knownBefore } from '../kyc/module.ts'
import { movementsOf, walletsOf } from '../ledger/module.ts'
import { ordersOf } from '../orders/module.ts'
import { type Route, route } from '../platform/http/route.ts'
import type { CallLimit } from '../platform/http/rules.ts'
import { active } from '../user/module.ts'
import { savingsKind } from './kind.ts'
import { toWire } from './order.ts'
import { cancel, choose, place } from './place.ts'
import { leftOf } from './quota.ts'
import { sumsOf } from './sums.ts'

const moneyOf = (currency: string, amount: bigint) => formatMoney(amount, currencyOf(currency).scale)

/** Cost points of finding them among all movements. */
const RECORDS_COST = 10

/** Limit: placing and cancelling is free, and leaves rows that are never deleted. */
const placeLimit: CallLimit = { name: 'savings', per: 'user', points: 60, seconds: 3_600 }

/** The calls about fixed-term deposits. */
export const savingsRoutes: readonly Route[] = [
  route(api.config, async ({ platform: { db, config }, session }) => {
    const offered = [...new Set(savingsProducts.map(({ currency }) => currency))]
    const wallets = await walletsOf(db, session.userId)
    return {
      daySeconds: config.PAPER_DAY_SECONDS,
      available: wallets
        .filter(({ currency }) => offered.includes(currency))
        .map(({ currency, available }) => ({ currency, available })),
      products: await Promise.all(
        savingsProducts.map(async (product) => ({
          ...product,
          left: moneyOf(product.currency, await leftOf(db, product)),
        })),
      ),
    }
  }),

  route(api.orderSum, ({ platform: { db }, session }) => sumsOf(db, session.userId)),

  route(api.place, {
    limits: [placeLimit],
    needs: [knownBefore('trading'), active],
    handle: async ({ unit, session, input }) => toWire(await place(unit, session.userId, input)),
  }),

  route(api.order, async ({ platform: { db }, session, input: { id, list, before, limit } }) =>
    (
      await ordersOf(
        db,
        savingsKind,
        session.userId,
        { before, where: { id }, ...(list !== undefined && { ended: list === 1 }) },
        limit,
      )
    ).map(toWire),
  ),

  route(api.records, {
    cost: () => RECORDS_COST,
    handle: async ({ platform: { db }, session, input: { before, limit } }) =>
      (await movementsOf(db, session.userId, { cause: savingsKind.name, before }, limit)).map(
        ({ id, causeId, at, currency, step, amount, held }) => ({
          id,
          order: causeId,
          at: Number(at),
          currency,
          step,
          // Holding or returning the principal changes only the held amount, and not the balance.
          amount: moneyOf(currency, abs(amount === 0n ? held : amount)),
        }),
      ),
  }),

  route(api.cancel, {
    needs: [active],
    handle: async ({ unit, session, input }) => toWire(await cancel(unit, session.userId, input)),
  }),

  route(api.renew, {
    needs: [active],
    handle: async ({ commit, session, input }) => toWire(await commit((unit) => choose(unit, session.userId, input))),
  }),
]

const abs = (amount: bigint) => (amount < 0n ? -amount : amount)
