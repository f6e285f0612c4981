import { equity, getInfo, list } from '../../src/api/money/wallet.ts'
import * as api from '../../src/api/money/worth.ts'
import { Refusal } from '../../src/api/wire/messages.ts'
import { currencyOf } from '../../src/rules/money/currencies.ts'
import { formatMoney } from '../../src/rules/money/money.ts'
import { TURNOVER_BPS } from '../../src/rules/money/turnover.ts'
import { turnoverOf } from '../leaving.ts'
import { heldFor, walletOf, walletsOf } from '../ledger/module.ts'
import type { MarketView } from '../market/module.ts'
import { type Route, route } from '../platform/http/route.ts'
import type { TimeSlice } from '../platform/http/time-slice.ts'
import { readFrom } from '../platform/unit/defer.ts'
import { equityNow } from './equity.ts'
import { historyOf } from './history.ts'
import { ratesOf } from './rates.ts'

/** What reading all that ever moved takes of what someone may ask. */
const HISTORY_COST = 10
/** What summing what someone has live takes of it. */
const TURNOVER_COST = 5

export const walletRoutes = (market: MarketView, slice: TimeSlice): readonly Route[] => [
  route(list, ({ platform, session }) => walletsOf(platform.db, session.userId)),

  route(equity, ({ platform, session }) => equityNow(platform, session.userId)),

  route(getInfo, async ({ input, platform, session }) => {
    const wallet = await walletOf(platform.db, session.userId, input.currency)
    if (!wallet) throw new Refusal('wrongCurrency')
    return wallet
  }),

  route(api.detail, async ({ input: { currency }, platform: { db, modules }, session: { userId } }) => {
    const wallet = await walletOf(db, userId, currency)
    if (!wallet) throw new Refusal('wrongCurrency')
    const { scale } = currencyOf(currency)
    const held = await heldFor(db, modules, userId, currency)
    return { ...wallet, held: held.map(({ amount, ...order }) => ({ ...order, amount: formatMoney(amount, scale) })) }
  }),

  route(api.history, {
    cost: () => HISTORY_COST,
    handle: ({ input, platform, session }) => historyOf(platform, market, session.userId, input.range, slice),
  }),

  route(api.turnover, {
    cost: () => TURNOVER_COST,
    handle: async ({ platform, session: { userId } }) => {
      const { asked, counted, missing } = await turnoverOf(platform.modules, readFrom(platform), userId)
      const usdt = (amount: bigint) => formatMoney(amount, currencyOf('USDT').scale)
      return { bps: TURNOVER_BPS, asked: usdt(asked), counted: usdt(counted), missing: usdt(missing) }
    },
  }),

  route(api.rates, async () => ratesOf(market.quotes())),
]
