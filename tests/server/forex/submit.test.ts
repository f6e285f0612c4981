import { afterEach, beforeEach, expect, it } from 'vitest'
import { commit } from '../../../server/platform/unit/unit.ts'
import { setStatus } from '../../../server/user/module.ts'
import { getInfo } from '../../../src/api/money/wallet.ts'
import * as api from '../../../src/api/trade/forex.ts'
import { describeServer } from '../harness.ts'
import { testMoneyCall } from '../kit/money-call.ts'
import { hold, price, SILENCE_MS } from '../microtrade/support.ts'
import { createSaboteur } from '../sabotage.ts'
import { registered } from '../security/support.ts'
import {
  byId,
  figuresOf,
  lotsFor,
  mayTrade,
  opened,
  ordered,
  pairOf,
  position,
  priceText,
  trader,
  usdt,
} from './support.ts'

const saboteur = createSaboteur()

describeServer(
  'forex/submit as a call that moves money',
  (server) => {
    testMoneyCall(server, saboteur, {
      call: api.submit,
      input: async (_, token, change = {}) => {
        await mayTrade(server, token)
        await price(server, '1.08000', 'EURUSD')
        return position(change)
      },
      other: { lots: '0.2' },
      // Of 10,000.
      most: { change: { lots: lotsFor(1_820) }, count: 5, refusal: 'insufficientBalance' },
    })
  },
  { plugins: [saboteur.plugin] },
)

describeServer.onSqlite('forex/submit', (server) => {
  let token: string
  let userId: string
  beforeEach(async () => {
    ;({ token, userId } = await trader(server))
    await price(server, '1.08000', 'EURUSD')
  })
  afterEach(async () => {
    await server.platform.db.deleteFrom('forex_halts').execute()
  })
  const submit = (change: Record<string, unknown> = {}) => server.call(api.submit, position(change), token)
  const short = { direction: 'short' }

  it.each([
    ['pairNotFound', { symbol: 'NOTHING' }],
    ['pairNotActivated', { symbol: 'BTCUSDT' }],
    ['wrongLots', { lots: '0' }],
    ['wrongLots', { lots: (Number(pairOf().maxLots) + 0.01).toFixed(2) }],
    ['parameterError', { lots: '0.015' }],
    ['stopZero', { takeProfit: '0' }],
    ['takeProfitTooLow', { takeProfit: '1.08000' }],
    ['stopLossTooHigh', { stopLoss: '1.08010' }],
    ['takeProfitTooHigh', { ...short, takeProfit: '1.08010' }],
    ['stopLossTooLow', { ...short, stopLoss: '1.07990' }],
    ['insufficientBalance', { lots: lotsFor(11_000) }],
    ['requestExpired', { confirmBy: 1 }],
    // No price of the pound: euro in pounds cannot be turned into dollars.
    ['tradingClosed', { symbol: 'EURGBP' }],
  ])('refuses by %s what is %o, and nothing moves', async (key, change) => {
    if ('symbol' in change && change.symbol === 'BTCUSDT') await price(server, '40000.00')
    if ('symbol' in change && change.symbol === 'EURGBP') await price(server, '0.86000', 'EURGBP')
    expect(await submit(change)).toMatchObject({ type: 'error', key })
    expect(await server.ok(getInfo, { currency: 'USDT' }, token)).toMatchObject({ available: '10000.000000' })
    expect(await server.ok(api.list, {}, token)).toEqual([])
  })

  it('requires a bank card, and an unlocked account', async () => {
    const { token: cardless } = await server.person()
    expect(await server.ok(api.pair, { symbol: 'EURUSD' }, cardless)).toMatchObject({ cardBound: false })
    expect(await server.call(api.submit, position(), cardless)).toMatchObject({ key: 'bankCardRequired', http: 403 })
    expect(await server.ok(api.list, {}, cardless)).toEqual([])
    await commit(server.platform, (unit) => setStatus(unit, userId, 'locked'))
    expect(await submit()).toMatchObject({ key: 'accountLocked' })
  })

  it('refuses an order without a fresh price, or halted by an operator', async () => {
    const halt = (scope: string) => server.platform.db.insertInto('forex_halts').values({ scope, at: 1n }).execute()
    await halt('XAUUSD')
    const standing = await opened(server, token)
    const { leverage, lot } = pairOf()
    await halt('EURUSD')
    expect(await submit()).toMatchObject({ key: 'tradingClosed' })
    expect(await server.ok(api.pair, { symbol: 'EURUSD' }, token)).toMatchObject({
      ...{ closed: 'tradingClosed', cardBound: true, price: '1.08000', rate: null, leverage, lot },
      orders: [{ id: standing.id, state: 'open.standing' }],
    })
    await halt('off')
    expect(await submit()).toMatchObject({ key: 'functionOff' })
    // Open positions can still be closed.
    expect(await server.call(api.close, { requestId: 'a-close-while-halted', id: standing.id }, token)).toMatchObject({
      type: 'ok',
    })
    await server.platform.db.deleteFrom('forex_halts').execute()
    await server.clock.advance(SILENCE_MS)
    expect(await submit()).toMatchObject({ key: 'tradingClosed' })
  })

  it('opens at the first tick after it, with half of the spread, and refunds an order without a tick', async () => {
    const { id } = await ordered(server, token)
    const short = await ordered(server, token, { direction: 'short' })
    await hold(server, '1.08040', 2, 'EURUSD')
    const [bought, sold] = [figuresOf({}, '1.08040'), figuresOf({ direction: 'short' }, '1.08040')]
    const margin = usdt(bought.initial)
    expect(await byId(server, token, id)).toMatchObject({
      ...{ state: 'open.standing', status: 0, dealPrice: priceText(bought.entry), margin, initial: margin },
      ...{ openTick: { price: '1.08040' }, night: usdt(bought.night), stopOut: priceText(bought.stopOut) },
    })
    expect(await byId(server, token, short.id)).toMatchObject({
      ...{ dealPrice: priceText(sold.entry), night: usdt(sold.night) },
    })
    const late = await ordered(server, token)
    await server.clock.advance(20_000)
    expect(await byId(server, token, late.id)).toMatchObject({ state: 'unexpected', status: 2, returned: '0.000000' })
    expect(await server.ledger()).toEqual([])
  })
})

describeServer.onSqlite(
  'forex/submit with verification required',
  (server) => {
    it('is refused for an unverified user, with or without a bank card', async () => {
      const token = await registered(server, 'nobodyknown')
      await mayTrade(server, token)
      await price(server, '1.08000', 'EURUSD')
      expect(await server.call(api.submit, position(), token)).toMatchObject({ key: 'verifyNameFirst' })
    })
  },
  { env: { REAL_NAME: 'trading' } },
)
