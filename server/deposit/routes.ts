import * as api from '../../src/api/money/deposit.ts'
import { Refusal } from '../../src/api/wire/messages.ts'
import { depositMachine } from '../../src/machines/orders/deposit.ts'
import { metaOf, statesOf } from '../../src/machines/orders/life.ts'
import { DAILY_LIMIT } from '../../src/rules/deposit/deposit.ts'
import { networksOf } from '../../src/rules/money/coin-networks.ts'
import { currencyOf, findCurrency } from '../../src/rules/money/currencies.ts'
import { formatMoney } from '../../src/rules/money/money.ts'
import { ordersOf } from '../orders/module.ts'
import { type Route, route } from '../platform/http/route.ts'
import type { CallLimit } from '../platform/http/rules.ts'
import { requireSigned } from '../platform/http/signature.ts'
import { moneyReviewSeconds } from '../platform/review.ts'
import { readFrom } from '../platform/unit/defer.ts'
import { active } from '../user/module.ts'
import { accountFor, networkFor, prefetchAccounts, remarkOf } from './addresses.ts'
import { announce, beginAgain } from './ask.ts'
import { depositKind } from './kind.ts'
import { againFor, depositTerms } from './limits.ts'
import { toWire } from './order.ts'
import { providerSecret } from './secret.ts'
import { takeWord } from './word.ts'

const askLimits = [
  { name: 'deposits', per: 'user', points: 60, seconds: 3_600 },
] as const satisfies readonly CallLimit[]
const callbackLimits = [
  { name: 'provider', per: 'address', points: 1_200, seconds: 60 },
] as const satisfies readonly CallLimit[]

/** The states of a code of the transaction statuses. */
const statesWith = (status: number) =>
  statesOf(depositMachine).filter((state) => metaOf(depositMachine, state).status === status)

const USDT = currencyOf('USDT')

/** The calls of deposits. */
export const depositRoutes: readonly Route[] = [
  route(api.terms, async ({ platform, session: { userId }, input: { currency } }) => {
    if (!findCurrency(currency)) throw new Refusal('wrongCurrency')
    const { CONFIRMATION_SECONDS } = platform.config
    const { crypto, bank } = await depositTerms(platform, userId, currency)
    const claimable = await againFor(platform, { db: platform.db, reads: readFrom(platform) }, userId)
    return {
      currency,
      networks: [...networksOf(currency)],
      crypto,
      bank: {
        ...bank,
        remark: remarkOf(platform, userId),
      },
      dailyLimit: DAILY_LIMIT,
      again: claimable === 0n ? null : formatMoney(claimable, USDT.scale),
      confirmationSeconds: CONFIRMATION_SECONDS,
      reviewSeconds: moneyReviewSeconds(platform.config),
    }
  }),
  route(api.getInAddress, async ({ commit, session: { userId }, input: { currency, network: code } }) => {
    const network = networkFor(currency, code)
    const address = await commit((unit) => accountFor(unit, { userId, currency, network: network.code }))
    return { currency, network, address }
  }),
  route(api.chargeReq, {
    limits: askLimits,
    needs: [active],
    prefetch: ({ platform, session, input }) => prefetchAccounts(platform, session.userId, input),
    handle: async ({ unit, session, input }) => toWire(await announce(unit, session.userId, input)),
  }),
  route(api.again, {
    limits: askLimits,
    needs: [active],
    handle: async ({ unit, session, input }) => toWire(await beginAgain(unit, session.userId, input)),
  }),
  route(api.log, async ({ platform: { db }, session, input: { id, status, before, limit } }) =>
    (
      await ordersOf(
        db,
        depositKind,
        session.userId,
        { before, where: { id }, ...(status !== undefined && { states: statesWith(status) }) },
        limit,
      )
    ).map(toWire),
  ),
  route(api.callback, {
    limits: callbackLimits,
    handle: async ({ platform, request, input: word }) => {
      const nonce = requireSigned(request, providerSecret(platform), platform.clock)
      return { effect: await takeWord(platform, word, nonce) }
    },
  }),
]
