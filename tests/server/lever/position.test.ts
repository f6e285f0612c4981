import { beforeEach, describe, expect, it } from 'vitest'
import { blocksLeaving, turnoverOf } from '../../../server/leaving.ts'
import { readFrom } from '../../../server/platform/unit/later.ts'
import * as api from '../../../src/api/lever.ts'
import { messages } from '../../../src/api/user.ts'
import { getInfo } from '../../../src/api/wallet.ts'
import { describeServer } from '../harness.ts'
import { hold, price } from '../microtrade/support.ts'
import { ask, byId, opened, ordered } from './support.ts'

describeServer.onSqlite('a position', (server) => {
  let token: string
  let userId: string
  beforeEach(async () => {
    const person = await server.person()
    token = person.token
    userId = person.userId
  })

  const now = (id: string) => byId(server, token, id)
  const money = async () => {
    const { available, frozen } = await server.ok(getInfo, { currency: 'USDT' }, token)
    return [available, frozen]
  }
  const asked = async (call: Parameters<typeof ask>[2], input: Record<string, unknown>) =>
    expect(await ask(server, token, call, input)).toMatchObject({ type: 'ok' })
  /** What a contract has brought the insurance account. */
  const insured = async (id: string) => {
    const { amount } = await server.platform.db
      .selectFrom('entries')
      .innerJoin('transfers', 'transfers.id', 'entries.transfer_id')
      .select('amount')
      .where('transfers.cause_id', '=', id)
      .where('account_id', '=', 'platform:insurance:USDT')
      .executeTakeFirstOrThrow()
    return amount
  }

  describe('opens', () => {
    it('by the first tick at or after its acceptance, and gives back what was held for a worse one', async () => {
      await price(server, '40000.00')
      const placed = await ordered(server, token)
      expect(placed).toMatchObject({ state: 'pending', reserve: '204.020000', margin: '0.000000', dealPrice: null })
      expect(await money()).toEqual(['9795.980000', '204.020000'])
      await hold(server, '40100.00', 2)
      const order = await now(placed.id)
      expect(order).toMatchObject({
        state: 'open.standing',
        dealPrice: '40100.00',
        margin: '200.500000',
        openFee: '2.005000',
      })
      expect(order).toMatchObject({ liquidationPrice: '38295.50', maintenance: '20.050000', paid: '202.505000' })
      expect(order.openTick?.time).toBeGreaterThanOrEqual(placed.acceptedAt)
      expect(await money()).toEqual(['9797.495000', '200.500000'])
      expect(await server.ledger()).toEqual([])
    })

    it('not at all where the price has jumped further than what is held, or none comes', async () => {
      await price(server, '40000.00')
      const jumped = await ordered(server, token)
      await hold(server, '40500.00', 2)
      expect(await now(jumped.id)).toMatchObject({
        ...{ state: 'unexpected', voidReason: 'cost', status: 3, dealPrice: null },
      })
      const silent = await ordered(server, token)
      await server.clock.advance(6_000)
      await hold(server, '40500.00', 2)
      expect(await now(silent.id)).toMatchObject({ state: 'unexpected', voidReason: 'noPrice' })
      expect(await money()).toEqual(['10000.000000', '0.000000'])
    })

    it('by a limit at its price or better, with its stops armed from the next tick on', async () => {
      await price(server, '40000.00')
      const { id } = await ordered(server, token, {
        ...{ type: 'limit', price: '39500.00', takeProfit: '40000.00', stopLoss: '39400.00' },
      })
      await hold(server, '39500.01', 2)
      expect(await now(id)).toMatchObject({ state: 'pending' })
      // A jump through it: it opens there, better than asked. Its stop counts from the next tick on, however near it is.
      await hold(server, '39400.00', 1)
      await price(server, '39390.00')
      await price(server, '39390.00')
      const order = await now(id)
      expect(order).toMatchObject({ state: 'lost', cause: 'stopLoss', dealPrice: '39400.00' })
      expect(order.fills).toMatchObject([{ profit: '-1.000000', tick: { price: '39390.00' } }])
    })

    it('by no tick beyond a stop of its own, at a limit and at the market, and says so', async () => {
      await price(server, '40000.00')
      const limit = { type: 'limit', price: '39500.00', takeProfit: '40000.00', stopLoss: '39400.00' }
      const low = await ordered(server, token, limit)
      const high = await ordered(server, token, { takeProfit: '40010.00' })
      const short = await ordered(server, token, { direction: 'short', stopLoss: '40010.00' })
      await hold(server, '40010.01', 2)
      await hold(server, '39399.99', 2)
      const nothing = { state: 'unexpected', voidReason: 'stops', dealPrice: null, fills: [] }
      for (const { id } of [low, high, short]) expect(await now(id)).toMatchObject(nothing)
      expect(await money()).toEqual(['10000.000000', '0.000000'])
      const [told] = (await server.ok(messages, { limit: 1 }, token)).messages
      expect(told).toMatchObject({
        key: 'stopPassed',
        params: { pair: 'BTC/USDT', currency: 'USDT', amount: '199.47' },
      })
    })
  })

  describe('closes', () => {
    it('by the first tick at or after the moment it was asked, and pays profit and margin less the fee', async () => {
      const { id } = await opened(server, token)
      await asked(api.close, { id })
      expect(await now(id)).toMatchObject({ state: 'open.closing', closing: '0.10000' })
      await hold(server, '41000.00', 2)
      const order = await now(id)
      expect(order).toMatchObject({
        state: 'won',
        cause: 'user',
        profit: '100.000000',
        closeFee: '2.050000',
        closing: null,
      })
      expect(order).toMatchObject({ returned: '297.950000', paid: '202.000000', quantity: '0.00000', status: 1 })
      expect(await money()).toEqual(['10095.950000', '0.000000'])
      expect(await ask(server, token, api.close, { id })).toMatchObject({ key: 'orderGone' })
    })

    it('in parts, each by its own tick, with the same liquidation price between', async () => {
      const { id, liquidationPrice } = await opened(server, token)
      await asked(api.close, { id, quantity: '0.03' })
      expect(await ask(server, token, api.close, { id })).toMatchObject({ key: 'cannotClose' })
      await hold(server, '40500.00', 2)
      expect(await now(id)).toMatchObject({
        state: 'open.standing',
        quantity: '0.07000',
        margin: '140.000000',
        liquidationPrice,
      })
      await asked(api.close, { id, quantity: '0.02' })
      await hold(server, '39500.00', 2)
      await asked(api.close, { id })
      await hold(server, '40100.00', 2)
      const { fills, ...order } = await now(id)
      expect(fills.map(({ quantity, margin, profit, fee }) => [quantity, margin, profit, fee])).toEqual([
        ['0.03000', '60.000000', '15.000000', '0.607500'],
        ['0.02000', '40.000000', '-10.000000', '0.395000'],
        ['0.05000', '100.000000', '5.000000', '1.002500'],
      ])
      expect(order).toMatchObject({ state: 'won', profit: '10.000000', closeFee: '2.005000' })
      expect(await money()).toEqual(['10005.995000', '0.000000'])
    })

    it('at the tick that crossed a stop, whatever lies between, and says so', async () => {
      const { id } = await opened(server, token, { takeProfit: '41000', stopLoss: '39000' })
      await hold(server, '39000.01', 2)
      expect(await now(id)).toMatchObject({ state: 'open.standing' })
      await price(server, '38500.00')
      await hold(server, '42000.00', 2)
      const order = await now(id)
      expect(order).toMatchObject({ state: 'lost', cause: 'stopLoss', returned: '48.075000' })
      expect(order.fills).toMatchObject([{ cause: 'stopLoss', tick: { price: '38500.00' }, profit: '-150.000000' }])
      // The wick that stopped it is on the record, with its place in the chain.
      const { proofs } = await server.ok(api.receipt, { id }, token)
      expect(proofs.map(({ ticks }) => ticks)).toEqual([[order.openTick], [order.fills[0]?.tick]])
    })

    it('by one cause where one tick crosses several: who is liquidated by it is not stopped by it, nor closed', async () => {
      const stopped = await opened(server, token, { direction: 'short', takeProfit: '39000', stopLoss: '41000' })
      const closed = await opened(server, token, { direction: 'short' })
      await asked(api.close, { id: closed.id, quantity: '0.05' })
      // The tick is the one that would close it, and none of before.
      await server.clock.advance(100)
      await hold(server, '41800.00', 2)
      const liquidated = { state: 'liquidated', cause: 'liquidation', returned: '7.460000' }
      expect(await now(stopped.id)).toMatchObject({ ...liquidated, version: 3, fills: [{ quantity: '0.10000' }] })
      expect(await now(closed.id)).toMatchObject({ ...liquidated, version: 4, fills: [{ quantity: '0.10000' }] })
    })
  })

  describe('is liquidated', () => {
    it('by the first tick that leaves no more than the maintenance margin, and gets back what its fee leaves', async () => {
      const { id } = await opened(server, token)
      await hold(server, '38200.01', 2)
      expect(await now(id)).toMatchObject({ state: 'open.standing' })
      await hold(server, '38200.00', 2)
      expect(await now(id)).toMatchObject({
        state: 'liquidated',
        cause: 'liquidation',
        returned: '8.540000',
        fills: [{ fee: '1.910000', liquidationFee: '9.550000', returned: '8.540000' }],
        status: 2,
      })
      expect(await money()).toEqual(['9806.540000', '0.000000'])
      // 20 are left, of which closing takes 1.91, and the insurance 0.25% of 3,820.
      expect(await insured(id)).toBe(9_550_000n)
    })

    it('in a jump beyond its margin too, and the person loses no more than margin and fee', async () => {
      const { id } = await opened(server, token, { leverage: 50 })
      await hold(server, '30000.00', 2)
      const order = await now(id)
      expect(order).toMatchObject({
        state: 'liquidated',
        profit: '-1000.000000',
        closeFee: '0.000000',
        paid: '82.000000',
      })
      expect(order.fills).toMatchObject([{ shortfall: '920.000000' }])
      expect(await money()).toEqual(['9918.000000', '0.000000'])
      expect(await insured(id)).toBe(-920_000_000n)
      expect(await server.ledger()).toEqual([])
    })

    it('whatever is asked once the tick was there: nobody escapes it by an act', async () => {
      const acts = [
        [api.setStop, { stopLoss: '30000' }],
        [api.addMargin, { amount: '1000' }],
        [api.close, {}],
      ] as const
      for (const [call, input] of acts) {
        const { id } = await opened(server, token)
        server.tick('BTCUSDT', '38000.00')
        await server.clock.advance(100)
        await asked(call, { id, ...input })
        // The tick of a second is its last: what came after it takes its place, unless it ended that second.
        await server.clock.advance(900)
        await hold(server, '40000.00', 2)
        expect(await now(id)).toMatchObject({ state: 'liquidated', adding: '0.000000' })
      }
      expect(await money()).toEqual(['9394.000000', '0.000000'])
    })

    it('further away with more margin, which may be added again and again', async () => {
      const { id } = await opened(server, token)
      await asked(api.addMargin, { id, amount: '50' })
      expect(await now(id)).toMatchObject({ state: 'open.changing', adding: '50.000000', liquidationPrice: '38200.00' })
      expect(await ask(server, token, api.addMargin, { id, amount: '50' })).toMatchObject({
        key: 'tradeStatusAbnormal',
      })
      await hold(server, '40000.00', 2)
      expect(await now(id)).toMatchObject({ margin: '250.000000', paid: '252.000000', liquidationPrice: '37700.00' })
      await asked(api.addMargin, { id, amount: '30' })
      await hold(server, '38000.00', 2)
      expect(await now(id)).toMatchObject({
        state: 'open.standing',
        margin: '280.000000',
        liquidationPrice: '37400.00',
      })
      await hold(server, '37400.00', 2)
      expect(await now(id)).toMatchObject({ state: 'liquidated' })
      expect(await money()).toEqual(['9726.780000', '0.000000'])
    })
  })

  it('takes other stops from the next moment of the record on, and none where none are named', async () => {
    const { id } = await opened(server, token, { takeProfit: '41000', stopLoss: '39000' })
    await asked(api.setStop, { id, takeProfit: '42000' })
    expect(await now(id)).toMatchObject({ takeProfit: '41000.00', next: { takeProfit: '42000.00', stopLoss: null } })
    await hold(server, '40000.00', 1)
    await hold(server, '41500.00', 2)
    expect(await now(id)).toMatchObject({ state: 'open.standing', takeProfit: '42000.00', stopLoss: null, next: null })
    await hold(server, '38900.00', 2)
    expect(await now(id)).toMatchObject({ state: 'open.standing' })
  })

  it('on what closes for the weekend ends a quarter of an hour before it does, by the last tick until then', async () => {
    await price(server, '2000.00', 'XAUUSD')
    const { id, deliveryAt } = await ordered(server, token, { symbol: 'XAUUSD', quantity: '1', leverage: 10 })
    await hold(server, '2000.00', 2, 'XAUUSD')
    expect(deliveryAt).toBe(Date.UTC(2026, 0, 9, 21, 45))
    // Days are long: its own time comes sooner.
    const soon = BigInt(server.clock.now() + 3_000)
    await server.platform.db
      .updateTable('levers')
      .set({ delivery_ms: soon, due_ms: soon })
      .where('id', '=', id)
      .execute()
    await hold(server, '2010.00', 4, 'XAUUSD')
    await hold(server, '1990.00', 2, 'XAUUSD')
    expect(await now(id)).toMatchObject({ state: 'won', cause: 'delivery', profit: '10.000000' })
  })

  it('keeps its owner from leaving, and counts by the margin of what was closed, not by what it was worth', async () => {
    const { capabilities } = server.platform
    const reads = readFrom(server.platform)
    const blocks = () => blocksLeaving(capabilities, reads, userId)
    const counted = async () => (await turnoverOf(capabilities, reads, userId)).counted
    const { id } = await opened(server, token)
    expect([await blocks(), await counted()]).toEqual([['openPositionProhibits'], 0n])
    await asked(api.close, { id, quantity: '0.04' })
    await hold(server, '40000.00', 2)
    expect(await counted()).toBe(80_000_000n)
    await asked(api.addMargin, { id, amount: '500' })
    await hold(server, '40000.00', 2)
    await asked(api.close, { id })
    await hold(server, '40000.00', 2)
    expect([await blocks(), await counted()]).toEqual([[], 200_000_000n])
  })
})
