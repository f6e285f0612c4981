import { beforeEach, expect, it } from 'vitest'
import * as wallet from '../../../src/api/money/wallet.ts'
import * as api from '../../../src/api/trade/microtrade.ts'
import { stakeLimits } from '../../../src/rules/microtrade/microtrade.ts'
import { describeServer } from '../harness.ts'
import { testMoneyCall } from '../kit/money-call.ts'
import { review, submit } from '../kyc/support.ts'
import { createSaboteur } from '../sabotage.ts'
import { hold, newest, order, PAYOUT_BPS, price, requestId, SILENCE_MS, withProfit } from './support.ts'

const saboteur = createSaboteur()

describeServer(
  'microtrade/submit as a call that moves money',
  (server) => {
    beforeEach(() => price(server, '43000.00'))

    testMoneyCall(server, saboteur, {
      call: api.submit,
      input: async (_, __, change = {}) => order(change),
      other: { amount: '200' },
      most: { change: { amount: '300' }, count: 33, refusal: 'insufficientBalance' },
    })
  },
  { plugins: [saboteur.plugin] },
)

describeServer.onSqlite('microtrade/submit', (server) => {
  let token: string
  beforeEach(async () => {
    token = (await server.person()).token
    await price(server, '43000.00')
  })

  const usdt = () => server.ok(wallet.getInfo, { currency: 'USDT' }, token)
  const refused = async (change: Record<string, unknown>) => {
    const answer = await server.call(api.submit, order(change), token)
    expect(answer.type).toBe('error')
    expect(await usdt()).toMatchObject({ available: '10000.000000', frozen: '0.000000' })
    return answer
  }

  it('holds the stake and freezes the terms', async () => {
    const bought = await server.ok(api.submit, order(), token)
    expect(bought).toMatchObject({
      symbol: 'BTCUSDT',
      direction: 'rise',
      amount: '100.000000',
      seconds: 30,
      payoutBps: PAYOUT_BPS,
      state: 'accepted',
      list: 0,
      status: 0,
      buyPrice: null,
      payout: null,
    })
    expect(await usdt()).toMatchObject({ balance: '10000.000000', available: '9900.000000', frozen: '100.000000' })
    expect(await server.ledger()).toEqual([])
  })

  it('opens at the first recorded tick at or after acceptance, never at one before', async () => {
    await server.ok(api.submit, order(), token)
    await price(server, '43010.50')
    await price(server, '43020.00')
    expect(await newest(server, token)).toMatchObject({ state: 'open', buyPrice: '43010.50' })
  })

  it('settles at the last recorded tick at or before its end, never at one after', async () => {
    await server.ok(api.submit, order(), token)
    const opened = server.clock.now()
    await hold(server, '43000.00', 29)
    await price(server, '43000.01')
    // None comes at the end itself.
    await server.clock.advance(500)
    await hold(server, '42000.00', 3)
    expect(await newest(server, token)).toMatchObject({
      state: 'won',
      finalPrice: '43000.01',
      closeTime: opened + 30_000,
      closeTick: { time: opened + 29_000 },
    })
  })

  it('pays stake and profit where a rise ends above its opening price', async () => {
    await server.ok(api.submit, order(), token)
    await price(server, '43000.00')
    await hold(server, '43000.01', 32)
    expect(await newest(server, token)).toMatchObject({
      state: 'won',
      list: 1,
      status: 1,
      finalPrice: '43000.01',
      payout: withProfit(100, 100),
    })
    expect(await usdt()).toMatchObject({ available: withProfit(10_000, 100), frozen: '0.000000' })
    expect(await server.ledger()).toEqual([])
  })

  it('takes the stake where it ends below', async () => {
    await server.ok(api.submit, order(), token)
    await price(server, '43000.00')
    await hold(server, '42999.99', 32)
    expect(await newest(server, token)).toMatchObject({ state: 'lost', list: 1, status: 2, payout: '0.000000' })
    expect(await usdt()).toMatchObject({ available: '9900.000000', frozen: '0.000000' })
  })

  it('returns the stake where it ends equal', async () => {
    await server.ok(api.submit, order({ direction: 'fall' }), token)
    await hold(server, '43000.00', 33)
    expect(await newest(server, token)).toMatchObject({ state: 'drawn', list: 1, status: 1, payout: '100.000000' })
    expect(await usdt()).toMatchObject({ available: '10000.000000', frozen: '0.000000' })
  })

  it('pays a fall that ends below, at the rate of its period', async () => {
    await server.ok(api.submit, order({ direction: 'fall', seconds: 60, amount: '77' }), token)
    await price(server, '43000.00')
    await hold(server, '42000.00', 62)
    expect(await newest(server, token)).toMatchObject({ state: 'won', payoutBps: 8800, payout: '144.760000' })
  })

  it('settles by the last tick at or before the due second, not by a later one', async () => {
    await server.ok(api.submit, order(), token)
    await price(server, '43000.00')
    await hold(server, '43000.00', 29)
    // Due exactly 30 s after the opening tick: this tick is the one.
    await price(server, '43500.00')
    await hold(server, '42000.00', 3)
    expect(await newest(server, token)).toMatchObject({ state: 'won', finalPrice: '43500.00' })
  })

  it('is unexpected, and refunds the stake, if no tick opens it', async () => {
    await server.ok(api.submit, order(), token)
    await server.clock.advance(SILENCE_MS + 2_000)
    expect(await newest(server, token)).toMatchObject({
      state: 'unexpected',
      status: 3,
      payout: '100.000000',
      buyPrice: null,
    })
    expect(await usdt()).toMatchObject({ available: '10000.000000', frozen: '0.000000' })
  })

  it('is unexpected, and refunds the stake, if the price is stale at its due time', async () => {
    await server.ok(api.submit, order(), token)
    await hold(server, '43000.00', 20)
    await server.clock.advance(20_000)
    expect(await newest(server, token)).toMatchObject({
      state: 'unexpected',
      status: 3,
      finalPrice: null,
      payout: '100.000000',
    })
    expect(await server.ledger()).toEqual([])
  })

  it('rejects a request that first arrives after its expiry, however often it is repeated', async () => {
    const request = order({ confirmBy: server.clock.now() + 10_000 })
    await hold(server, '43000.00', 11)
    for (let sent = 0; sent < 2; sent++) {
      expect(await refused(request)).toMatchObject({ http: 409, key: 'requestExpired', message: '请求已过期，未下单' })
    }
    expect(await server.ok(api.lists, {}, token)).toEqual([])
    expect(await refused({ confirmBy: 'soon' })).toMatchObject({
      key: 'parameterError',
      params: { field: 'confirmBy' },
    })
  })

  it('repeats the first answer to a request that arrived in time, however late it is repeated', async () => {
    const request = order({ confirmBy: server.clock.now() + 1_000 })
    await server.clock.advance(1_000)
    const first = await server.ok(api.submit, request, token)
    await hold(server, '43000.00', 40)
    expect(await server.ok(api.submit, request, token)).toEqual(first)
    expect(await server.ok(api.lists, {}, token)).toHaveLength(1)
  })

  it('separates the request ids of two users', async () => {
    const other = await server.person()
    const id = requestId()
    const mine = await server.ok(api.submit, order({ requestId: id }), token)
    const theirs = await server.ok(api.submit, order({ requestId: id, amount: '50' }), other.token)
    expect(theirs.id).not.toBe(mine.id)
  })

  it('refuses a stake outside the limits or increment, and returns the limit', async () => {
    const { min, max } = stakeLimits.find(({ currency }) => currency === 'USDT') ?? expect.fail('no limits')
    expect(await refused({ amount: String(Number(min) - 1) })).toMatchObject({
      http: 422,
      key: 'belowMinimum',
      params: { limit: min, currency: 'USDT' },
    })
    const above = { key: 'aboveMaximum', message: `不能超过 ${max} USDT` }
    expect(await refused({ amount: String(Number(max) + 1) })).toMatchObject(above)
    expect(await refused({ amount: `${min}.5` })).toMatchObject({
      key: 'notMultiple',
      params: { unit: '1', currency: 'USDT' },
    })
  })

  it('refuses more than is available', async () => {
    expect(await refused({ currency: 'BTC', amount: '0.001' })).toMatchObject({ http: 400, key: 'insufficientBalance' })
  })

  it('refuses an unknown symbol', async () => {
    expect(await refused({ symbol: 'NOPEUSDT' })).toMatchObject({ http: 404, key: 'pairNotFound' })
    expect(await refused({ symbol: 'EURUSD' })).toMatchObject({ key: 'pairNotFound' })
    expect(await refused({ seconds: 31 })).toMatchObject({ key: 'wrongPeriod' })
    expect(await refused({ currency: 'DOGE' })).toMatchObject({ key: 'wrongCurrency' })
  })

  it.each([
    '1e309',
    '-0',
    '-5',
    '0x10',
    ' 100',
    '100 ',
    '1,000',
    '',
    '0.'.padEnd(42, '1'),
    'NaN',
    '１００',
    ['100'],
    { a: 1 },
    100,
  ])('refuses the amount %j', async (amount) => {
    expect(await refused({ amount })).toMatchObject({ http: 422, key: 'parameterError', params: { field: 'amount' } })
  })

  it('refuses a request without its fields', async () => {
    for (const field of ['requestId', 'symbol', 'direction', 'currency', 'amount', 'seconds']) {
      expect(await refused({ [field]: undefined })).toMatchObject({ key: 'missingParameters', params: { field } })
    }
  })

  it('ignores fields that a user may not set', async () => {
    const bought = await server.ok(
      api.submit,
      order({ payoutBps: 99_999, state: 'won', payout: '1000000', userId: 'x' }),
      token,
    )
    expect(bought).toMatchObject({ state: 'accepted', payoutBps: PAYOUT_BPS, payout: null })
  })

  it('refuses while the price is stale', async () => {
    await server.clock.advance(SILENCE_MS)
    expect(await refused({})).toMatchObject({ key: 'tradingClosed' })
  })

  it('refuses while the clock is set back into recorded seconds', async () => {
    await hold(server, '43000.00', 5)
    server.clock.jump(-3_000)
    expect(await refused({})).toMatchObject({ key: 'tradingClosed' })
    await server.clock.advance(4_000)
    await price(server, '43000.00')
    expect(await server.call(api.submit, order(), token)).toMatchObject({ type: 'ok' })
  })

  it('does not open at a price shown before, with the clock set back by less than a second', async () => {
    await server.clock.advance(700)
    server.tick('BTCUSDT', '43001.00')
    await server.clock.advance(100)
    server.clock.set(-300)
    const { id } = await server.ok(api.submit, order(), token)
    await server.clock.advance(1_000)
    await price(server, '43002.00')
    expect(await newest(server, token)).toMatchObject({ id, state: 'open', buyPrice: '43002.00' })
    // The following tests start at full seconds.
    await server.clock.advance(500)
  })

  it('refuses a locked and a frozen account', async () => {
    const { userId, token: theirs } = await server.person()
    const set = (status: 'locked' | 'frozen') =>
      server.platform.db.updateTable('users').set({ status }).where('id', '=', userId).execute()
    await set('locked')
    expect(await server.call(api.submit, order(), theirs)).toMatchObject({ http: 403, key: 'accountLocked' })
    await set('frozen')
    expect(await server.call(api.submit, order(), theirs)).toMatchObject({ http: 403, key: 'accountFrozen' })
  })

  it('settles once and by the record with a restart between any two steps', async () => {
    await server.ok(api.submit, order(), token)
    await server.restart()
    await price(server, '43000.00')
    await server.restart()
    await hold(server, '43001.00', 15)
    await server.restart()
    await hold(server, '43001.00', 14)
    await price(server, '43002.00')
    await server.restart()
    await hold(server, '41000.00', 3)
    expect(await newest(server, token)).toMatchObject({ state: 'won', buyPrice: '43000.00', finalPrice: '43002.00' })
    await server.restart()
    await hold(server, '41000.00', 2)
    expect(await usdt()).toMatchObject({ available: withProfit(10_000, 100), frozen: '0.000000' })
    expect(await server.ledger()).toEqual([])
  })

  it('is unexpected if the server was down at its due time', async () => {
    await server.ok(api.submit, order(), token)
    await hold(server, '43000.00', 5)
    server.clock.jump(3_600_000)
    await server.restart()
    await hold(server, '50000.00', 2)
    expect(await newest(server, token)).toMatchObject({ state: 'unexpected', payout: '100.000000' })
    expect(await usdt()).toMatchObject({ available: '10000.000000', frozen: '0.000000' })
  })
})

describeServer.onSqlite(
  'microtrade/submit with verification required',
  (server) => {
    it('is refused until the user is verified', async () => {
      const { token } = await server.person()
      await price(server, '43000.00')
      const nowhere = { ...order(), symbol: 'NOWHERE', amount: '1', confirmBy: 1 }
      for (const input of [order(), nowhere]) {
        expect(await server.call(api.submit, input, token)).toMatchObject({ http: 403, key: 'verifyNameFirst' })
      }
      await submit(server, token)
      await review(server)
      await price(server, '43000.00')
      expect(await server.call(api.submit, order(), token)).toMatchObject({ http: 200 })
    })
  },
  { env: { REAL_NAME: 'trading' } },
)
