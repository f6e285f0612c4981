import { beforeEach, describe, expect, it } from 'vitest'
import { createRetention, TICKS_KEPT_MS } from '../../../server/market/retention.ts'
import * as api from '../../../src/api/money/swap.ts'
import * as wallet from '../../../src/api/money/wallet.ts'
import { out } from '../../../src/api/money/withdrawal.ts'
import { submit } from '../../../src/api/trade/microtrade.ts'
import { swapTerms } from '../../../src/rules/swap/swap.ts'
import { describeServer } from '../harness.ts'
import { createInvariants } from '../invariants.ts'
import { testMoneyCall } from '../kit/money-call.ts'
import { hold, order, requestId, SILENCE_MS } from '../microtrade/support.ts'
import { createSaboteur } from '../sabotage.ts'
import { leaver, withdrawal } from '../withdrawal/support.ts'
import { comesTo, execute, movedTo, prices, quote, stillHeld, swapped, wanted } from './support.ts'

const saboteur = createSaboteur()

describeServer(
  'wallet/flashAgainst as a call that moves money',
  (server) => {
    beforeEach(() => prices(server))

    testMoneyCall(server, saboteur, {
      call: api.flashAgainst,
      input: async (_, token) => ({ id: (await quote(server, token)).id }),
      other: { id: 'another-quote-altogether' },
    })
  },
  { plugins: [saboteur.plugin] },
)

describeServer.onSqlite('wallet/flashAgainst', (server) => {
  let token: string
  beforeEach(async () => {
    token = (await server.person()).token
    await prices(server)
  })

  const available = async (currency: string) => (await server.ok(wallet.getInfo, { currency }, token)).available
  const refused = async (id: string, whose = token) => {
    const before = await server.ok(wallet.list, {}, whose)
    const answer = await server.call(api.flashAgainst, { requestId: requestId(), id }, whose)
    expect(await server.ok(wallet.list, {}, whose)).toEqual(before)
    return answer
  }

  it('moves both quoted amounts at once, and books the fee separately', async () => {
    const quoted = await quote(server, token)
    expect(await available('USDT')).toBe('10000.000000')
    expect(await execute(server, token, quoted.id)).toEqual({
      ...quoted,
      state: 'executed',
      status: 1,
      version: 2,
      settledAt: server.clock.now(),
    })
    expect([await available('USDT'), await available('BTC')]).toEqual(['9600.000000', comesTo().receive])
    const fees = await server.platform.db
      .selectFrom('entries')
      .select(['amount', 'currency'])
      .where('account_id', '=', 'platform:fees:USDT')
      .orderBy('transfer_id', 'desc')
      .limit(1)
      .executeTakeFirst()
    expect(fees).toEqual({ amount: (400_000_000n * BigInt(swapTerms.feeBps)) / 10_000n, currency: 'USDT' })
    expect(await server.ledger()).toEqual([])
  })

  it('swaps between coins through USDT, at both prices and with one fee', async () => {
    await swapped(server, token)
    const all = { from: 'BTC', to: 'ETH', amount: comesTo().receive }
    const done = await swapped(server, token, all)
    const { receive, ...through } = comesTo(all)
    expect(done).toMatchObject({ ...through, receive })
    expect(Number(done.fee)).toBeCloseTo((Number(done.usdt) * swapTerms.feeBps) / 10_000, 5)
    expect([await available('BTC'), await available('ETH')]).toEqual(['0.00000000', receive])
    expect(done.legs.map(({ side, tick }) => `${side} ${tick.symbol} ${tick.price}`)).toEqual([
      'sell BTCUSDT 40000.00',
      'buy ETHUSDT 2000.00',
    ])
    expect(await server.ledger()).toEqual([])
  })

  it('loses spread and fees in a round trip at constant prices', async () => {
    await swapped(server, token, { amount: '10000' })
    await swapped(server, token, { from: 'BTC', to: 'USDT', amount: await available('BTC') })
    const left = await available('USDT')
    const coins = comesTo({ amount: '10000' }).receive
    expect(left).toBe(comesTo({ from: 'BTC', to: 'USDT', amount: coins }).receive)
    // Twice the spread and twice the fee.
    expect(Number(left) / 10_000).toBeCloseTo(1 - (2 * (swapTerms.spreadBps + swapTerms.feeBps)) / 10_000, 4)
  })

  it('executes a quote once', async () => {
    const { id } = await quote(server, token)
    const asked = Array.from({ length: 10 }, () => server.call(api.flashAgainst, { requestId: requestId(), id }, token))
    const answers = await Promise.all(asked)
    expect(answers.filter(({ type }) => type === 'ok')).toHaveLength(1)
    expect(answers.filter((answer) => 'key' in answer && answer.key === 'illegalOperation')).toHaveLength(9)
    expect(await available('USDT')).toBe('9600.000000')
  })

  it('is refused from the end of its seconds on, to the millisecond', async () => {
    const late = (await server.person()).token
    const last = await quote(server, token)
    const other = await quote(server, late)
    for (let second = 1; second < swapTerms.seconds; second++) await prices(server)
    server.tick('BTCUSDT', '40000.00')
    await server.clock.advance(999)
    expect(await execute(server, token, last.id)).toMatchObject({ settledAt: last.expiresAt - 1 })
    await server.clock.advance(1)
    expect(await server.call(api.flashAgainst, { requestId: requestId(), id: other.id }, late)).toMatchObject({
      key: 'quoteExpired',
    })
  })

  it('is refused after another quote replaced it', async () => {
    const { id } = await quote(server, token)
    await quote(server, token, { amount: '500' })
    expect(await refused(id)).toMatchObject({ key: 'quoteExpired' })
  })

  describe('in a moving market', () => {
    it.each(stillHeld)('still holds at %s, which the spread pays for', async (now) => {
      const { id } = await quote(server, token)
      await prices(server, now)
      expect(await execute(server, token, id)).toMatchObject({ state: 'executed', receive: comesTo().receive })
    })

    it.each(movedTo)('holds no more at %s, whomever that would serve', async (now) => {
      const { id } = await quote(server, token)
      await prices(server, now)
      expect(await refused(id)).toMatchObject({ key: 'priceMoved' })
    })

    it('expires as soon as a moved price is displayed, before it is recorded', async () => {
      const { id } = await quote(server, token)
      server.tick('BTCUSDT', movedTo[0])
      await server.clock.advance(100)
      expect(await refused(id)).toMatchObject({ key: 'priceMoved' })
    })

    it('is refused while a price of either leg is stale', async () => {
      await swapped(server, token)
      const { id } = await quote(server, token, { from: 'BTC', to: 'ETH', amount: '0.005' })
      await hold(server, '40000.00', SILENCE_MS / 1_000)
      expect(await refused(id)).toMatchObject({ key: 'tradingClosed' })
    })
  })

  it('is refused if the money has been spent since', async () => {
    const leaving = await leaver(server)
    const { id } = await quote(server, leaving.token, { amount: '9950' })
    await server.ok(out, withdrawal(leaving.addressId), leaving.token)
    expect(await refused(id, leaving.token)).toMatchObject({ key: 'deductionFailed' })
  })

  it('is blocked by open trades, as a withdrawal is, and shows it first', async () => {
    const { id } = await quote(server, token)
    await server.ok(submit, order(), token)
    expect(await server.ok(api.flashAgainstList, {}, token)).toMatchObject({ refusal: 'unfinishedTrades' })
    expect(await refused(id)).toMatchObject({ key: 'unfinishedTrades' })
    expect(await server.call(api.flashAgainstQuote, wanted(), token)).toMatchObject({ key: 'unfinishedTrades' })
    const [listed] = await server.ok(api.myFlashAgainstList, {}, token)
    expect(listed).toMatchObject({ id, state: 'quoted' })
    await hold(server, '40000.00', 33)
    expect(await server.ok(api.flashAgainstList, {}, token)).toMatchObject({ refusal: null })
    server.tick('ETHUSDT', '2000.00')
    expect(await swapped(server, token)).toMatchObject({ state: 'executed' })
  })

  it('retains the ticks of executed swaps', async () => {
    await swapped(server, token)
    const { legs } = await swapped(server, token, { from: 'BTC', to: 'ETH', amount: '0.005' })
    for (let second = 0; second < 20; second++) await prices(server, '41000.00', '2100.00')
    const { db, modules } = server.platform
    const ticks = (symbol: string) =>
      db.selectFrom('ticks').select(['seq', 'hash']).where('symbol', '=', symbol).execute()
    const before = (await ticks('BTCUSDT')).length
    await createRetention(db, modules).ticks(server.clock.now() + TICKS_KEPT_MS)
    for (const { tick } of legs) {
      const kept = await ticks(tick.symbol)
      expect(kept).toContainEqual({ seq: BigInt(tick.seq), hash: tick.hash })
      expect(kept.length).toBeLessThan(before - 10)
    }
  })
})

describeServer.onSqlite('the invariants of swaps', (server) => {
  it('hold for quoted, executed, replaced and expired ones', async () => {
    const invariants = createInvariants()
    const { token } = await server.person()
    await prices(server)
    for (const order of [
      await swapped(server, token),
      await quote(server, token, { from: 'BTC', to: 'ETH', amount: '0.002' }),
    ])
      invariants.acknowledged(order)
    invariants.acknowledged(await swapped(server, token, { from: 'BTC', to: 'ETH', amount: '0.003' }))
    expect(await invariants.check(server.platform.db)).toEqual([])
    for (let second = 0; second < 12; second++) await prices(server, '41000.00')
    expect(await invariants.check(server.platform.db)).toEqual([])
  })
})
