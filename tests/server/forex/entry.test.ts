import { beforeEach, expect, it } from 'vitest'
import { messages } from '../../../src/api/account/user.ts'
import * as api from '../../../src/api/trade/forex.ts'
import { nextClose, nextOpen } from '../../../src/rules/market/hours.ts'
import { describeServer } from '../harness.ts'
import { createInvariants } from '../invariants.ts'
import { hold, price, SILENCE_MS } from '../microtrade/support.ts'
import { byId, dealAt, figuresOf, ordered, position, trader, usdt, withHeadroom } from './support.ts'

describeServer('forex: an order at a price', (server) => {
  let token: string
  beforeEach(async () => {
    ;({ token } = await trader(server))
    await price(server, '1.08000', 'EURUSD')
  })
  const now = (id: string) => byId(server, token, id)
  const expectSound = async () =>
    expect([...(await server.ledger()), ...(await createInvariants().check(server.platform.db))]).toEqual([])
  const wait = (at: string, symbol = 'EURUSD') => hold(server, at, 2, symbol)

  it.each([
    // type, direction, a recorded price that just misses it, and one that just reaches it
    ['limit', 'long', '1.07501', '1.07500'],
    ['limit', 'short', '1.08499', '1.08500'],
    ['stop', 'long', '1.08499', '1.08500'],
    ['stop', 'short', '1.07501', '1.07500'],
  ] as const)(
    'opens at the first tick whose deal price reaches it: %s %s, not at %s, at %s',
    async (type, direction, before, met) => {
      const at = dealAt(direction, met)
      const { id, reserve } = await ordered(server, token, { type, direction, price: at })
      const { initial } = figuresOf({ direction }, met)
      expect(reserve).toBe(usdt(withHeadroom(initial)))
      await wait(before)
      expect(await now(id)).toMatchObject({ state: 'pending', type, price: at, reachedAt: null, dealPrice: null })
      await wait(met)
      const order = await now(id)
      expect(order).toMatchObject({
        state: 'open.standing',
        dealPrice: at,
        initial: usdt(initial),
        margin: usdt(initial),
      })
      expect(order.reachedAt).toBe(order.openTick?.time)
      const [told] = (await server.ok(messages, { limit: 100 }, token)).messages
      expect([told?.key, told?.params]).toEqual([
        type === 'limit' ? 'forexLimitOpened' : 'forexStopOpened',
        { pair: 'EUR/USD', price: at },
      ])
      await expectSound()
    },
  )

  it('opens at the price of a jump: a limit at a better one, a stop at a worse one', async () => {
    const limit = await ordered(server, token, { type: 'limit', price: '1.07500' })
    const stop = await ordered(server, token, { type: 'stop', direction: 'short', price: '1.07500' })
    await wait('1.07200')
    expect(await now(limit.id)).toMatchObject({ state: 'open.standing', dealPrice: dealAt('long', '1.07200') })
    expect(await now(stop.id)).toMatchObject({ state: 'open.standing', dealPrice: dealAt('short', '1.07200') })
    await expectSound()
  })

  it('does not open while the market is closed, and afterwards at its first price', async () => {
    const limit = await ordered(server, token, { type: 'limit', price: '1.07500' })
    const stop = await ordered(server, token, { type: 'stop', direction: 'short', price: '1.07500' })
    const other = await ordered(server, token, { type: 'limit', price: '1.06000' })
    const closes = nextClose('forex', server.clock.now())
    server.clock.jump(closes + 60_000 - server.clock.now())
    await server.clock.advance(60_000)
    expect(await server.call(api.submit, position({ type: 'limit', price: '1.07000' }), token)).toMatchObject({
      key: 'marketClosed',
    })
    expect([(await now(limit.id)).state, (await now(stop.id)).state]).toEqual(['pending', 'pending'])
    server.clock.jump(nextOpen('forex', closes) - server.clock.now())
    await server.clock.advance(1_000)
    await wait('1.07000')
    expect(await now(limit.id)).toMatchObject({ state: 'open.standing', dealPrice: dealAt('long', '1.07000') })
    expect(await now(stop.id)).toMatchObject({ state: 'open.standing', dealPrice: dealAt('short', '1.07000') })
    expect(await now(other.id)).toMatchObject({ state: 'pending' })
    await expectSound()
  })

  it('has its quote currency converted at the rate of its tick, however late the server decides', async () => {
    await price(server, '1.25000', 'GBPUSD')
    await price(server, '0.86000', 'EURGBP')
    const { id } = await ordered(server, token, { symbol: 'EURGBP', type: 'limit', price: '0.85500' })
    await price(server, '1.26000', 'GBPUSD')
    await wait('0.85400', 'EURGBP')
    await price(server, '1.27000', 'GBPUSD')
    const { initial } = figuresOf({ symbol: 'EURGBP', rate: '1.26000' }, '0.85400')
    expect(await now(id)).toMatchObject({ state: 'open.standing', rate: '1.26000', initial: usdt(initial) })
    await expectSound()
  })

  it('is void if its rate is stale by then, if it costs more than is held, or beyond its stops', async () => {
    await price(server, '1.25000', 'GBPUSD')
    await price(server, '0.86000', 'EURGBP')
    const unturned = await ordered(server, token, { symbol: 'EURGBP', type: 'limit', price: '0.85500' })
    await server.clock.advance(SILENCE_MS)
    await wait('0.85400', 'EURGBP')
    await price(server, '1.08000', 'EURUSD')
    const dear = await ordered(server, token, { type: 'stop', price: '1.08500' })
    const passed = await ordered(server, token, { type: 'limit', price: '1.07500', stopLoss: '1.07400' })
    await wait('1.10000')
    await wait('1.07300')
    const reasons = await Promise.all([unturned, dear, passed].map(async ({ id }) => (await now(id)).voidReason))
    expect(reasons).toEqual(['noPrice', 'cost', 'stops'])
    await expectSound()
  })

  it('is not opened by a tick from before it took effect', async () => {
    server.tick('EURUSD', '1.07000')
    await server.clock.advance(100)
    // Its owner has seen that tick, which the server has yet to record.
    const { id } = await ordered(server, token, { type: 'limit', price: '1.07500' })
    await server.clock.advance(900)
    await wait('1.08000')
    expect(await now(id)).toMatchObject({ state: 'pending' })
    await expectSound()
  })

  it('closes by its stops from the tick after the one that opened it', async () => {
    const { id } = await ordered(server, token, { type: 'stop', price: '1.08500', stopLoss: '1.08300' })
    await wait('1.08600')
    await wait('1.08250')
    expect(await now(id)).toMatchObject({ state: 'lost', cause: 'stopLoss' })
    await expectSound()
  })

  it.each([
    ['parameterError', { type: 'limit' }],
    ['parameterError', { type: 'stop', price: '0' }],
    ['parameterError', { type: 'limit', price: '0.00005' }],
    ['limitSellTooLow', { type: 'limit', direction: 'short', price: dealAt('short', '1.08000', -1n) }],
    ['buyStopTooLow', { type: 'stop', price: dealAt('long', '1.08000') }],
    ['sellStopTooHigh', { type: 'stop', direction: 'short', price: dealAt('short', '1.08000') }],
    ['takeProfitTooLow', { type: 'limit', price: '1.07000', takeProfit: '1.07900' }],
    ['stopLossTooHigh', { type: 'limit', price: '1.07000', stopLoss: '1.07100' }],
    ['stopLossTooHigh', { type: 'stop', price: '1.09000', stopLoss: '1.09001' }],
    ['insufficientBalance', { type: 'limit', price: '1.07000', lots: '5' }],
  ])('is refused with %s', async (key, change) => {
    expect(await server.call(api.submit, position(change), token)).toMatchObject({ key })
  })

  it('may have its stop loss between the current price and that of a stop order', async () => {
    expect(await ordered(server, token, { type: 'stop', price: '1.09000', stopLoss: '1.08500' })).toMatchObject({
      state: 'pending',
    })
  })
})
