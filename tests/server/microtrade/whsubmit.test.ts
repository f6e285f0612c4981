import { beforeEach, expect, it } from 'vitest'
import { getInfo } from '../../../src/api/money/wallet.ts'
import * as api from '../../../src/api/trade/microtrade.ts'
import { STALE_AFTER_MS } from '../../../src/rules/market/prices.ts'
import { describeServer, MONDAY_NOON } from '../harness.ts'
import { testMoneyCall } from '../kit/money-call.ts'
import { createSaboteur } from '../sabotage.ts'
import { hold, newest, order, price, SILENCE_MS, withProfit } from './support.ts'

const FRIDAY_CLOSE = MONDAY_NOON + (4 * 24 + 10) * 3_600_000

const saboteur = createSaboteur()

describeServer.onSqlite(
  'microtrade/whsubmit as a call that moves money',
  (server) => {
    beforeEach(() => price(server, '2034.00', 'XAUUSD'))

    testMoneyCall(server, saboteur, {
      call: api.whsubmit,
      input: async (_, __, change = {}) => order({ symbol: 'XAUUSD', ...change }),
      other: { amount: '200' },
      most: { change: { amount: '300' }, count: 33, refusal: 'insufficientBalance' },
    })
  },
  { plugins: [saboteur.plugin] },
)

describeServer.onSqlite('microtrade/whsubmit', (server) => {
  it('buys and settles an option on gold', async () => {
    const { token } = await server.person()
    await price(server, '2034.00', 'XAUUSD')
    const accepted = await server.ok(api.whsubmit, order({ symbol: 'XAUUSD' }), token)
    expect(accepted).toMatchObject({ openTime: null, closeTime: null, settledAt: null, openTick: null, payout: null })
    const opened = server.clock.now()
    await price(server, '2034.00', 'XAUUSD')
    await hold(server, '2035.00', 32, 'XAUUSD')
    const settled = await newest(server, token, api.whlists)
    expect(settled).toMatchObject({
      state: 'won',
      payout: withProfit(100, 100),
      finalPrice: '2035.00',
      openTime: opened,
      closeTime: opened + 30_000,
      closeTick: { time: opened + 30_000 },
    })
    expect(settled.settledAt).toBeGreaterThanOrEqual(opened + 30_000)
  })

  it('refuses a crypto pair, and a stake outside the limits', async () => {
    const { token } = await server.person()
    await price(server, '43000.00')
    expect(await server.call(api.whsubmit, order(), token)).toMatchObject({ key: 'pairNotFound' })
    await price(server, '2034.00', 'XAUUSD')
    expect(await server.call(api.whsubmit, order({ symbol: 'XAUUSD', amount: '1' }), token)).toMatchObject({
      key: 'belowMinimum',
    })
  })

  it('is a different request from microtrade/submit with the same id', async () => {
    const { token } = await server.person()
    await price(server, '2034.00', 'XAUUSD')
    const request = order({ symbol: 'XAUUSD' })
    await server.ok(api.whsubmit, request, token)
    expect(await server.call(api.submit, request, token)).toMatchObject({ http: 409, key: 'requestReused' })
    expect(await server.ok(getInfo, {}, token)).toMatchObject({ frozen: '100.000000' })
  })

  it('buys for the signed-in user only, and never returns another user’s order', async () => {
    const [mine, theirs] = [await server.person(), await server.person()]
    await price(server, '2034.00', 'XAUUSD')
    const request = order({ symbol: 'XAUUSD', userId: theirs.userId, user_id: theirs.userId })
    const bought = await server.ok(api.whsubmit, request, mine.token)
    expect(await server.ok(api.whlists, {}, theirs.token)).toEqual([])
    expect(await server.ok(getInfo, {}, theirs.token)).toMatchObject({ available: '10000.000000' })
    expect((await server.ok(api.whsubmit, request, theirs.token)).id).not.toBe(bought.id)
    expect(await server.ok(api.whlists, {}, mine.token)).toMatchObject([{ id: bought.id }])
  })

  it('rejects a request that first arrives after its expiry', async () => {
    const { token } = await server.person()
    const request = order({ symbol: 'XAUUSD', confirmBy: server.clock.now() + 10_000 })
    await hold(server, '2034.00', 11, 'XAUUSD')
    expect(await server.call(api.whsubmit, request, token)).toMatchObject({ http: 409, key: 'requestExpired' })
    expect(await server.ok(api.whlists, {}, token)).toEqual([])
  })

  it.each([{ amount: '1e3' }, { seconds: 0 }, { symbol: 'xauusd' }, { direction: 'up' }, { requestId: 'short' }])(
    'refuses %j',
    async (change) => {
      const { token } = await server.person()
      const [field] = Object.keys(change)
      expect(await server.call(api.whsubmit, order({ symbol: 'XAUUSD', ...change }), token)).toMatchObject({
        http: 422,
        key: 'parameterError',
        params: { field },
      })
    },
  )

  it('refuses while the price is stale, and more than is available', async () => {
    const { token } = await server.person()
    await price(server, '2034.00', 'XAUUSD')
    const costly = order({ symbol: 'XAUUSD', currency: 'BTC', amount: '0.001' })
    expect(await server.call(api.whsubmit, costly, token)).toMatchObject({ http: 400, key: 'insufficientBalance' })
    await server.clock.advance(SILENCE_MS)
    expect(await server.call(api.whsubmit, order({ symbol: 'XAUUSD' }), token)).toMatchObject({ key: 'tradingClosed' })
  })
})

describeServer.onSqlite(
  'microtrade/whsubmit, before the weekend',
  (server) => {
    it('refuses an option that could not settle before its market closes', async () => {
      const { token } = await server.person()
      await price(server, '2034.00', 'XAUUSD')
      expect(await server.call(api.whsubmit, order({ symbol: 'XAUUSD', seconds: 300 }), token)).toMatchObject({
        key: 'marketClosed',
      })
      expect(await server.ok(api.whsubmit, order({ symbol: 'XAUUSD' }), token)).toMatchObject({ state: 'accepted' })
    })

    it('allows for the latest opening: even then it settles before the close', async () => {
      const { token } = await server.person()
      await server.clock.pass(FRIDAY_CLOSE - STALE_AFTER_MS - 30_001 - server.clock.now())
      server.tick('XAUUSD', '2034.00')
      expect(await server.ok(api.whsubmit, order({ symbol: 'XAUUSD' }), token)).toMatchObject({ state: 'accepted' })
      await server.clock.advance(1)
      expect(await server.call(api.whsubmit, order({ symbol: 'XAUUSD' }), token)).toMatchObject({ key: 'marketClosed' })
    })

    it('refuses while the market is closed', async () => {
      const { token } = await server.person()
      await server.clock.pass(300_000)
      expect(await server.call(api.whsubmit, order({ symbol: 'XAUUSD' }), token)).toMatchObject({
        http: 400,
        key: 'marketClosed',
        message: '已休市',
      })
    })
  },
  { start: FRIDAY_CLOSE - 120_000 },
)
