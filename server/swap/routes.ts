import * as api from '../../src/api/money/swap.ts'
import { Refusal } from '../../src/api/wire/messages.ts'
import { currencies } from '../../src/rules/money/currencies.ts'
import { legsOf, SWAP_VIA, swapTerms } from '../../src/rules/swap/swap.ts'
import { knownBefore } from '../kyc/module.ts'
import { blocksLeaving } from '../leaving.ts'
import { walletsOf } from '../ledger/module.ts'
import { chainWithin } from '../market/module.ts'
import { orderOf, ordersOf, prefetchOrder } from '../orders/module.ts'
import { type Route, route } from '../platform/http/route.ts'
import type { CallLimit } from '../platform/http/rules.ts'
import { readFrom } from '../platform/unit/defer.ts'
import { active } from '../user/module.ts'
import { swapKind } from './kind.ts'
import { provenLegs, toWire } from './order.ts'
import { execute, type Prices, quote } from './quote.ts'

const maySwap = [knownBefore('trading'), active]

/** Each quote is kept. */
const quotesLimit: CallLimit = { name: 'swap quotes', points: 60, seconds: 60, per: 'user' }

/** Cost points of a swap's receipt, whose ticks are read. */
const RECEIPT_COST = 2

export const swapRoutes = (prices: Prices): readonly Route[] => [
  route(api.flashAgainstList, async ({ platform, session }) => {
    const wallets = await walletsOf(platform.db, session.userId)
    const offered = currencies.filter(({ code }) => legsOf(code, SWAP_VIA).every(({ symbol }) => prices.has(symbol)))
    return {
      ...swapTerms,
      refusal: (await blocksLeaving(platform.modules, readFrom(platform), session.userId))[0] ?? null,
      currencies: offered.map(({ code }) => ({
        currency: code,
        available: wallets.find(({ currency }) => currency === code)?.available ?? '0',
      })),
    }
  }),

  route(api.flashAgainstQuote, {
    limits: [quotesLimit],
    needs: maySwap,
    handle: async ({ unit, session, input }) => toWire(await quote(unit, prices, session.userId, input)),
  }),

  route(api.flashAgainst, {
    needs: maySwap,
    prefetch: ({ input: { id } }) => [prefetchOrder(swapKind, id)],
    handle: async ({ unit, session, input }) => toWire(await execute(unit, prices, session.userId, input)),
  }),

  route(api.flashAgainstReceipt, {
    cost: () => RECEIPT_COST,
    handle: async ({ platform: { db }, session, input }) => {
      const order = await orderOf(db, swapKind, session.userId, input.id)
      if (order?.state !== 'executed') throw new Refusal('dataNotFound')
      const proofs = provenLegs(order).map(([symbol, time]) => chainWithin(db, symbol, time, time))
      return { order: toWire(order), proofs: await Promise.all(proofs) }
    },
  }),

  route(api.myFlashAgainstList, async ({ platform, session, input: { id, state, before, limit } }) =>
    (
      await ordersOf(
        platform.db,
        swapKind,
        session.userId,
        { before, where: { id }, ...(state !== undefined && { states: [state] }) },
        limit,
      )
    ).map(toWire),
  ),
]
