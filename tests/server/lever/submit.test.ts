import { afterEach, beforeEach, expect, it } from 'vitest'
import { commit } from '../../../server/platform/unit/unit.ts'
import { setStatus } from '../../../server/user/module.ts'
import { getInfo } from '../../../src/api/money/wallet.ts'
import * as api from '../../../src/api/trade/lever.ts'
import { DELIVERY_BEFORE_MS, LEVER_FEE_BPS } from '../../../src/rules/lever/terms.ts'
import { describeServer, MONDAY_NOON } from '../harness.ts'
import { createInvariants } from '../invariants.ts'
import { testMoneyCall } from '../kit/money-call.ts'
import { hold, price, SILENCE_MS } from '../microtrade/support.ts'
import { createSaboteur } from '../sabotage.ts'
import { registered } from '../security/support.ts'
import { ask, BTC, beyondMost, contract, oddQuantity, ordered } from './support.ts'

const saboteur = createSaboteur()

describeServer(
  'lever/submit as a call that moves money',
  (server) => {
    testMoneyCall(server, saboteur, {
      call: api.submit,
      input: async (_, __, change = {}) => {
        await price(server, '40000.00')
        return contract(change)
      },
      other: { quantity: '0.2' },
      // 1 BTC at 20x: a margin of 2,000, an allowance for a worse price, and its fee.
      most: { change: { quantity: '1' }, count: 4, refusal: 'insufficientBalance' },
    })
  },
  { plugins: [saboteur.plugin] },
)

describeServer.onSqlite('lever/submit', (server) => {
  let token: string
  let userId: string
  beforeEach(async () => {
    const person = await server.person()
    token = person.token
    userId = person.userId
    await price(server, '40000.00')
  })
  afterEach(async () => {
    await server.platform.db.deleteFrom('lever_halts').execute()
  })

  const submit = (change: Record<string, unknown> = {}) => server.call(api.submit, contract(change), token)
  const short = { direction: 'short' }

  it.each([
    ['pairNotFound', { symbol: 'NOTHING' }],
    ['pairNotActivated', { symbol: 'USDJPY' }],
    ['belowMinimum', { quantity: '0' }],
    ['notMultiple', { quantity: oddQuantity }],
    ['aboveMaximum', { quantity: beyondMost }],
    ['parameterError', { quantity: '0.0000001' }],
    ['wrongLeverage', { leverage: 7 }],
    ['leverageTooHigh', { quantity: String(Number(BTC.tiers[0]?.upTo) / 40_000 + 0.25), leverage: 50 }],
    ['parameterError', { type: 'limit' }],
    ['limitSellTooLow', { ...short, type: 'limit', price: '39999.99' }],
    ['stopZero', { takeProfit: '0' }],
    ['stopZero', { stopLoss: '0.00' }],
    ['takeProfitTooLow', { takeProfit: '39999.99' }],
    ['stopLossTooHigh', { stopLoss: '40000.01' }],
    ['takeProfitTooHigh', { ...short, takeProfit: '40000.01' }],
    ['stopLossTooLow', { ...short, stopLoss: '39999.99' }],
    ['takeProfitTooLow', { type: 'limit', price: '39000', takeProfit: '39500' }],
    ['insufficientBalance', { quantity: '1', leverage: 3 }],
    ['requestExpired', { confirmBy: 1 }],
  ])('refuses by %s what is %o, and nothing moves', async (key, change) => {
    if ('symbol' in change && change.symbol === 'USDJPY') await price(server, '148.000', 'USDJPY')
    expect(await submit(change)).toMatchObject({ type: 'error', key })
    expect(await server.ok(getInfo, { currency: 'USDT' }, token)).toMatchObject({ available: '10000.000000' })
    expect(await server.ok(api.myTrade, {}, token)).toEqual([])
  })

  it('refuses an order without a fresh price, or halted by an operator', async () => {
    const halt = (scope: string) => server.platform.db.insertInto('lever_halts').values({ scope, at: 1n }).execute()
    await halt('ETHUSDT')
    const { id } = await ordered(server, token)
    await halt('BTCUSDT')
    expect(await submit()).toMatchObject({ key: 'tradingClosed' })
    expect(await server.ok(api.deal, { symbol: 'BTCUSDT' }, token)).toMatchObject({ closed: 'tradingClosed' })
    await halt('off')
    expect(await submit()).toMatchObject({ key: 'functionOff' })
    await server.platform.db.deleteFrom('lever_halts').execute()
    await halt('all')
    expect(await submit()).toMatchObject({ key: 'tradingClosed' })
    // Open positions can still be closed.
    await hold(server, '40000.00', 2)
    expect(await ask(server, token, api.close, { id })).toMatchObject({ type: 'ok' })
    await server.platform.db.deleteFrom('lever_halts').execute()
    await server.clock.advance(SILENCE_MS)
    expect(await submit()).toMatchObject({ key: 'tradingClosed' })
  })

  it('refuses locked users', async () => {
    for (const [status, key] of [
      ['locked', 'accountLocked'],
      ['frozen', 'accountFrozen'],
    ] as const) {
      await commit(server.platform, (unit) => setStatus(unit, userId, status))
      expect(await submit()).toMatchObject({ key })
    }
  })

  it('freezes its terms: a later change affects no order', async () => {
    const invariants = createInvariants()
    for (const direction of ['long', 'short'] as const) {
      for (const type of ['market', 'limit'] as const) {
        const placed = await ordered(server, token, {
          ...{ direction, type, leverage: 10, quantity: '0.01' },
          ...(type === 'limit' && { price: direction === 'long' ? '39900' : '40100' }),
        })
        invariants.acknowledged(placed)
        expect(placed).toMatchObject({
          state: 'pending',
          version: 1,
          list: 0,
          status: 0,
          feeBps: LEVER_FEE_BPS,
          leverage: 10,
        })
        expect(placed.acceptedAt).toBe(server.clock.now())
      }
    }
    for (const value of ['40000.00', '39900.00', '40100.00', '43000.00', '44500.00', '35000.00', '30000.00']) {
      await hold(server, value, 2)
      expect(await invariants.check(server.platform.db)).toEqual([])
    }
    const states = (await server.ok(api.myTrade, {}, token)).map(({ state }) => state)
    expect(states).toEqual(['liquidated', 'liquidated', 'liquidated', 'liquidated'])
    expect(await server.ledger()).toEqual([])
  })
})

describeServer.onSqlite(
  'lever/submit with verification required',
  (server) => {
    it('refuses an unverified user', async () => {
      const token = await registered(server, 'nameless')
      await price(server, '40000.00')
      expect(await server.call(api.submit, contract(), token)).toMatchObject({ key: 'verifyNameFirst' })
    })
  },
  { env: { REAL_NAME: 'trading' } },
)

const HOUR_MS = 3_600_000
/** A minute before contracts on gold end: before the market closes on the Friday of that week, at 22:00 UTC. */
const FRIDAY = MONDAY_NOON + 4 * 24 * HOUR_MS + 10 * HOUR_MS - DELIVERY_BEFORE_MS - 60_000

describeServer.onSqlite(
  'lever/submit before a weekend',
  (server) => {
    it('opens no contract on gold once contracts have ended, and none on a closed market', async () => {
      const { token } = await server.person()
      const submit = () => server.call(api.submit, contract({ symbol: 'XAUUSD', quantity: '1', leverage: 10 }), token)
      await price(server, '2000.00', 'XAUUSD')
      expect(await submit()).toMatchObject({ type: 'ok', message: { deliveryAt: FRIDAY + 60_000 } })
      await hold(server, '2000.00', 59, 'XAUUSD')
      expect(await submit()).toMatchObject({ key: 'marketClosed' })
      expect(await server.ok(api.deal, { symbol: 'XAUUSD' }, token)).toMatchObject({ closed: 'marketClosed' })
      await hold(server, '2001.00', 3, 'XAUUSD')
      expect(await server.ok(api.myTrade, {}, token)).toMatchObject([{ cause: 'delivery', state: 'lost' }])
    })
  },
  { start: FRIDAY },
)
