import { afterEach, beforeEach, expect, it } from 'vitest'
import { blocksLeaving, turnoverOf } from '../../../server/leaving.ts'
import { modules } from '../../../server/modules.ts'
import { readFrom } from '../../../server/platform/unit/defer.ts'
import { commit } from '../../../server/platform/unit/unit.ts'
import { setStatus } from '../../../server/user/module.ts'
import { getInfo } from '../../../src/api/money/wallet.ts'
import * as api from '../../../src/api/trade/spot.ts'
import { SPOT_BOUND_BPS, SPOT_FEE_BPS } from '../../../src/rules/market/pairs.ts'
import { describeServer } from '../harness.ts'
import { createInvariants } from '../invariants.ts'
import { testMoneyCall } from '../kit/money-call.ts'
import { price, SILENCE_MS } from '../microtrade/support.ts'
import { createSaboteur } from '../sabotage.ts'
import { registered } from '../security/support.ts'
import {
  after,
  askAt,
  beyondMost,
  bidAt,
  byId,
  cancelled,
  limit,
  oddQuantity,
  ordered,
  spotOrder,
  withinALevel,
} from './support.ts'

const FEE = SPOT_FEE_BPS / 10_000
const BOUND = SPOT_BOUND_BPS / 10_000

const saboteur = createSaboteur()

describeServer(
  'coin/trade as a call that moves money',
  (server) => {
    testMoneyCall(server, saboteur, {
      call: api.trade,
      input: async (_, __, change = {}) => {
        await price(server, '40000.00')
        return spotOrder(change)
      },
      other: { quantity: '0.02' },
      // Each holds 2,400 and its fee.
      most: { change: { type: 'limit', price: '40000', quantity: '0.06' }, count: 4, refusal: 'insufficientBalance' },
    })
  },
  { plugins: [saboteur.plugin] },
)

describeServer.onSqlite('coin/trade', (server) => {
  let token: string
  let userId: string
  beforeEach(async () => {
    const person = await server.person()
    token = person.token
    userId = person.userId
    await price(server, '40000.00')
  })
  afterEach(async () => {
    await server.platform.db.deleteFrom('spot_halts').execute()
    await server.platform.db.deleteFrom('spot_hoarding').execute()
  })

  const trade = (change: Record<string, unknown> = {}) => server.call(api.trade, spotOrder(change), token)
  const wallet = async (currency: string) => {
    const { available, frozen } = await server.ok(getInfo, { currency }, token)
    return [Number(available), Number(frozen)]
  }
  /** Buys 0.1 BTC, which one tick fills. */
  const bought = async () => {
    const { id } = await ordered(server, token, { quantity: '0.1' })
    return after(server, token, id, '40000.00')
  }

  it('refuses each error with its reason, and moves nothing', async () => {
    const wrong: [string, Record<string, unknown>][] = [
      ['pairNotFound', { symbol: 'NOTHING' }],
      ['throughUsdt', { symbol: 'ETHBTC' }],
      ['pairNotActivated', { symbol: 'EURUSD' }],
      ['belowMinimum', { quantity: '0' }],
      ['notMultiple', { quantity: oddQuantity }],
      ['aboveMaximum', { quantity: beyondMost }],
      ['parameterError', { quantity: '0.0000001' }],
      ['parameterError', { type: 'limit' }],
      ['parameterError', { timeInForce: 'postOnly' }],
      ['limitSellTooLow', { side: 'sell', ...limit((Number(bidAt('40000.00')) - 0.01).toFixed(2)) }],
      ['insufficientBalance', { quantity: '0.3' }],
      ['insufficientBalance', { side: 'sell' }],
      ['requestExpired', { confirmBy: 1 }],
    ]
    for (const [key, change] of wrong) expect(await trade(change), key).toMatchObject({ type: 'error', key })
    await server.clock.advance(SILENCE_MS)
    expect(await trade()).toMatchObject({ key: 'tradingClosed' })
    expect(await wallet('USDT')).toEqual([10_000, 0])
    expect(await server.ok(api.list, {}, token)).toEqual([])
    for (const [status, key] of [
      ['locked', 'accountLocked'],
      ['frozen', 'accountFrozen'],
    ] as const) {
      await commit(server.platform, (unit) => setStatus(unit, userId, status))
      expect(await trade()).toMatchObject({ key })
    }
  })

  it('refuses halted orders, and halted sells; live orders continue', async () => {
    const { db } = server.platform
    await bought()
    const { id } = await ordered(server, token, { side: 'sell', quantity: '0.05', ...limit('40100') })
    const halt = (scope: string) => db.insertInto('spot_halts').values({ scope, at: 1n }).execute()
    await db.insertInto('spot_hoarding').values({ scope: 'BTCUSDT', at: 1n }).execute()
    expect(await trade({ side: 'sell' })).toMatchObject({ key: 'hoardingActive' })
    expect(await trade()).toMatchObject({ type: 'ok' })
    expect(await server.ok(api.pair, { symbol: 'BTCUSDT' }, token)).toMatchObject({ sellsClosed: 'hoardingActive' })
    await halt('ETHUSDT')
    expect(await trade()).toMatchObject({ type: 'ok' })
    await halt('BTCUSDT')
    expect(await trade()).toMatchObject({ key: 'tradingClosed' })
    await halt('off')
    expect(await trade()).toMatchObject({ key: 'functionOff' })
    expect(await server.ok(api.pair, { symbol: 'BTCUSDT' }, token)).toMatchObject({ closed: 'functionOff' })
    expect(await after(server, token, id, '40000.00', '40200.00')).toMatchObject({ state: 'filled' })
  })

  it('is filled at the market by the first tick at or after it, within its limit around the shown price', async () => {
    const { id, held } = await ordered(server, token, { quantity: '0.2' })
    expect(Number(held)).toBeCloseTo(0.2 * Number(askAt('40000.00')) * (1 + BOUND) * (1 + FEE), 2)
    expect(await cancelled(server, token, id)).toMatchObject({ key: 'orderNotCancellable' })
    const done = await after(server, token, id, '40300.00')
    expect(done).toMatchObject({ state: 'filled', status: 1, filled: '0.20000', held: '0.000000', cause: null })
    expect(done.fills[0]?.tick.price).toBe('40300.00')
    expect(Number(done.averagePrice)).toBeGreaterThan(Number(askAt('40300.00')))
    expect(Number(done.averagePrice)).toBeLessThan(Number(askAt('40300.00')) + 20)
    expect(await wallet('BTC')).toEqual([0.2, 0])
    expect((await wallet('USDT'))[0]).toBeCloseTo(10_000 - Number(done.worth) * (1 + FEE), 5)
    // There is no liquidity further away, and the full reserve is released.
    const far = await ordered(server, token, { quantity: '0.01' })
    expect(await after(server, token, far.id, (40_000 * (1 + BOUND) + 500).toFixed(2))).toMatchObject({
      state: 'returned',
      cause: 'bound',
      status: 3,
    })
  })

  it('rests at its limit, fills partially at each tick within it, and never beyond', async () => {
    const { id } = await ordered(server, token, { quantity: '0.24', ...limit('40000') })
    expect(await after(server, token, id, '40000.00')).toMatchObject({ state: 'resting.waiting', filled: '0.00000' })
    expect((await wallet('USDT'))[1]).toBeCloseTo(9_600 * (1 + FEE), 6)
    const part = await after(server, token, id, '39999.00')
    expect(part).toMatchObject({ state: 'filling.waiting', list: 0, averagePrice: askAt('39999.00') })
    const left = 0.24 - Number(part.filled)
    expect(Number(part.held)).toBeCloseTo(left * 40_000 * (1 + FEE), 6)
    expect((await wallet('USDT'))[1]).toBeCloseTo(left * 40_000 * (1 + FEE), 6)
    expect(await blocksLeaving(modules, readFrom(server.platform), userId)).toContain('unfinishedTrades')
    const done = await after(server, token, id, '40001.00', '39000.00')
    expect(done).toMatchObject({ state: 'filled', filled: '0.24000', held: '0.000000' })
    expect(done.fills.map(({ tick }) => tick.price)).toEqual(['39999.00', '39000.00'])
    // Filled amounts count as turnover.
    const { counted } = await turnoverOf(modules, readFrom(server.platform), userId)
    expect(counted).toBe(BigInt(Math.round(Number(done.worth) * 1e6)))
  })

  it('takes only immediate liquidity as IOC, or none as post only', async () => {
    const most = { quantity: '0.24', ...limit(askAt('39999.00')) }
    const ioc = await ordered(server, token, { ...most, timeInForce: 'ioc' })
    const part = await after(server, token, ioc.id, '39999.00', '39000.00')
    expect(part).toMatchObject({ state: 'partly', cause: 'immediate', status: 1, held: '0.000000' })
    expect(part.fills).toHaveLength(1)
    const none = await ordered(server, token, { quantity: '0.01', ...limit('38000', { timeInForce: 'ioc' }) })
    expect(await after(server, token, none.id, '39000.00')).toMatchObject({ state: 'returned', cause: 'bound' })
    const taker = await ordered(server, token, { quantity: '0.01', ...limit('39100', { timeInForce: 'postOnly' }) })
    expect(await after(server, token, taker.id, '39000.00')).toMatchObject({ state: 'returned', cause: 'postOnly' })
    const maker = await ordered(server, token, { quantity: '0.01', ...limit('38900', { timeInForce: 'postOnly' }) })
    expect(await after(server, token, maker.id, '39000.00')).toMatchObject({ state: 'resting.waiting' })
    expect(await after(server, token, maker.id, '38800.00')).toMatchObject({ state: 'filled' })
  })

  it('is void if no price comes in time, unless it rests at a limit', async () => {
    const market = await ordered(server, token)
    const atOnce = await ordered(server, token, limit('39000', { timeInForce: 'ioc' }))
    const resting = await ordered(server, token, limit('39000'))
    const maker = await ordered(server, token, limit('39000', { timeInForce: 'postOnly' }))
    await server.clock.advance(SILENCE_MS + 2_000)
    for (const { id } of [market, atOnce]) {
      expect(await byId(server, token, id)).toMatchObject({ state: 'returned', cause: 'noPrice' })
    }
    for (const { id } of [resting, maker]) {
      expect(await byId(server, token, id)).toMatchObject({ state: 'resting.waiting', cause: null })
    }
    expect(await after(server, token, resting.id, '38900.00')).toMatchObject({ state: 'filled' })
    expect(await byId(server, token, maker.id)).toMatchObject({ state: 'filled' })
  })

  it('starts behind the user’s own orders in the book, and is refused if nothing is left', async () => {
    const levels: number[] = []
    for (const quantity of [withinALevel, withinALevel, withinALevel]) {
      levels.push((await ordered(server, token, { quantity, ...limit('40000') })).level)
    }
    // One and two of them are more than the least of as many levels would leave.
    expect(levels).toEqual([0, 1, 2])
    expect((await ordered(server, token, { quantity: '0.01', ...limit('30000') })).level).toBe(0)
    await price(server, '0.01000', 'DOGEUSDT')
    const doge = { symbol: 'DOGEUSDT', quantity: '50000', ...limit('0.01') }
    const taken: number[] = []
    // The least level holds 9,370.
    for (let count = 0; count < 4; count++)
      taken.push((await ordered(server, token, { ...doge, price: '0.00999' })).level)
    expect(taken).toEqual([0, 6, 11, 17])
    expect(await trade(doge)).toMatchObject({ key: 'unfinishedTrades' })
  })

  it('freezes its terms, and stays consistent with record and ledger', async () => {
    const invariants = createInvariants()
    await bought()
    for (const side of ['buy', 'sell'] as const) {
      for (const type of ['market', 'limit'] as const) {
        for (const timeInForce of type === 'market' ? ['gtc'] : ['gtc', 'ioc', 'postOnly']) {
          const value = side === 'buy' ? '40001' : '40003'
          const placed = await ordered(server, token, {
            ...{ side, type, timeInForce, quantity: '0.02' },
            ...(type === 'limit' && { price: value }),
          })
          invariants.acknowledged(placed)
          expect(placed).toMatchObject({ state: 'pending', version: 1, list: 0, status: 0, feeBps: SPOT_FEE_BPS })
        }
      }
    }
    for (const value of ['40002.00', '40000.00', '40500.00', '39000.00', '41000.00']) {
      await after(server, token, (await server.ok(api.list, { limit: 1 }, token))[0]?.id ?? '', value)
      expect(await invariants.check(server.platform.db)).toEqual([])
    }
    const states = (await server.ok(api.list, {}, token)).map(({ state }) => state)
    expect(new Set(states)).toEqual(new Set(['filled', 'returned']))
    expect(await server.ledger()).toEqual([])
  })
})

describeServer.onSqlite(
  'coin/trade with verification required',
  (server) => {
    it('refuses an unverified user', async () => {
      const token = await registered(server, 'nameless')
      await price(server, '40000.00')
      expect(await server.call(api.trade, spotOrder(), token)).toMatchObject({ key: 'verifyNameFirst' })
    })
  },
  { env: { REAL_NAME: 'trading' } },
)
