import { beforeEach, describe, expect, it } from 'vitest'
import { blocksLeaving, turnoverOf } from '../../../server/leaving.ts'
import { readFrom } from '../../../server/platform/unit/defer.ts'
import { messages } from '../../../src/api/account/user.ts'
import { getInfo } from '../../../src/api/money/wallet.ts'
import * as api from '../../../src/api/trade/lever.ts'
import { DELIVERY_BEFORE_MS } from '../../../src/rules/lever/terms.ts'
import { describeServer } from '../harness.ts'
import { hold, price, SILENCE_MS } from '../microtrade/support.ts'
import { ask, byId, cents, closedAt, opened, ordered, PAPER, position, usdt, withHeadroom } from './support.ts'

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
  /** A contract's contribution to the insurance account. */
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
    it('at the first tick at or after its acceptance, and refunds the unused reserve', async () => {
      await price(server, '40000.00')
      const placed = await ordered(server, token)
      const reserve = position({}, cents(withHeadroom('40000.00'))).paid
      expect(placed).toMatchObject({ state: 'pending', reserve: usdt(reserve), margin: '0.000000', dealPrice: null })
      expect(await money()).toEqual([usdt(PAPER - reserve), usdt(reserve)])
      await hold(server, '40100.00', 2)
      const order = await now(placed.id)
      const { margin, openFee, liquidation, maintenance, paid } = position({}, '40100.00')
      expect(margin).toBe(200_500_000n)
      expect(order).toMatchObject({
        ...{ state: 'open.standing', dealPrice: '40100.00', margin: usdt(margin), openFee: usdt(openFee) },
        ...{ liquidationPrice: cents(liquidation), maintenance: usdt(maintenance), paid: usdt(paid) },
      })
      expect(order.openTick?.time).toBeGreaterThanOrEqual(placed.acceptedAt)
      expect(await money()).toEqual([usdt(PAPER - paid), usdt(margin)])
      expect(await server.ledger()).toEqual([])
    })

    it('not if the price jumped beyond the reserve, or none comes', async () => {
      await price(server, '40000.00')
      const jumped = await ordered(server, token)
      const tooFar = cents(withHeadroom('40000.00') + 100n)
      await hold(server, tooFar, 2)
      expect(await now(jumped.id)).toMatchObject({
        ...{ state: 'unexpected', voidReason: 'cost', status: 3, dealPrice: null },
      })
      const silent = await ordered(server, token)
      await server.clock.advance(SILENCE_MS)
      await hold(server, tooFar, 2)
      expect(await now(silent.id)).toMatchObject({ state: 'unexpected', voidReason: 'noPrice' })
      expect(await money()).toEqual(['10000.000000', '0.000000'])
    })

    it('at its limit or better, with its stops armed from the next tick on', async () => {
      await price(server, '40000.00')
      const { id } = await ordered(server, token, {
        ...{ type: 'limit', price: '39500.00', takeProfit: '40000.00', stopLoss: '39400.00' },
      })
      await hold(server, '39500.01', 2)
      expect(await now(id)).toMatchObject({ state: 'pending' })
      // A jump through its limit: it opens at the better price. Its stop counts from the next tick on, however near it is.
      await hold(server, '39400.00', 1)
      await price(server, '39390.00')
      await price(server, '39390.00')
      const order = await now(id)
      expect(order).toMatchObject({ state: 'lost', cause: 'stopLoss', dealPrice: '39400.00' })
      expect(order.fills).toMatchObject([{ profit: '-1.000000', tick: { price: '39390.00' } }])
    })

    it('not at a tick beyond its own stop, as limit or market order, and gives the reason', async () => {
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
        params: {
          pair: 'BTC/USDT',
          currency: 'USDT',
          amount: usdt(position({}, '39500.00').paid).replace(/0{1,4}$/, ''),
        },
      })
    })
  })

  describe('closes', () => {
    it('at the first tick at or after the request, and pays profit and margin less the fee', async () => {
      const { id } = await opened(server, token)
      await asked(api.close, { id })
      expect(await now(id)).toMatchObject({ state: 'open.closing', closing: '0.10000' })
      await hold(server, '41000.00', 2)
      const [order, { paid }, { profit, fee, payout }] = [await now(id), position(), closedAt(position(), '41000.00')]
      expect([profit, payout]).toEqual([100_000_000n, 300_000_000n - fee])
      expect(order).toMatchObject({
        ...{ state: 'won', cause: 'user', status: 1, quantity: '0.00000', closing: null },
        ...{ profit: '100.000000', closeFee: usdt(fee), returned: usdt(payout), paid: usdt(paid) },
      })
      expect(await money()).toEqual([usdt(PAPER - paid + payout), '0.000000'])
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
      const feeOf = (quantity: string, at: string) => closedAt(position({ quantity }), at).fee
      const fees = [feeOf('0.03', '40500.00'), feeOf('0.02', '39500.00'), feeOf('0.05', '40100.00')] as const
      expect(fills.map(({ quantity, margin, profit, fee }) => [quantity, margin, profit, fee])).toEqual([
        ['0.03000', '60.000000', '15.000000', usdt(fees[0])],
        ['0.02000', '40.000000', '-10.000000', usdt(fees[1])],
        ['0.05000', '100.000000', '5.000000', usdt(fees[2])],
      ])
      const closeFee = fees[0] + fees[1] + fees[2]
      expect(order).toMatchObject({ state: 'won', profit: '10.000000', closeFee: usdt(closeFee) })
      expect(await money()).toEqual([usdt(PAPER - position().openFee + 10_000_000n - closeFee), '0.000000'])
    })

    it('at the tick that crossed a stop, and gives the reason', async () => {
      const { id } = await opened(server, token, { takeProfit: '41000', stopLoss: '39000' })
      await hold(server, '39000.01', 2)
      expect(await now(id)).toMatchObject({ state: 'open.standing' })
      await price(server, '38500.00')
      await hold(server, '42000.00', 2)
      const order = await now(id)
      const { payout } = closedAt(position(), '38500.00')
      expect(order).toMatchObject({ state: 'lost', cause: 'stopLoss', returned: usdt(payout) })
      expect(order.fills).toMatchObject([{ cause: 'stopLoss', tick: { price: '38500.00' }, profit: '-150.000000' }])
      // The wick that stopped it is on the record, with its place in the chain, after ticks that crossed nothing.
      const { proofs } = await server.ok(api.receipt, { id }, token)
      expect(proofs.map(({ ticks }) => ticks.at(-1))).toEqual([order.openTick, order.fills[0]?.tick])
    })

    it('by one cause if a tick crosses several: liquidation precedes stops and closes', async () => {
      const stopped = await opened(server, token, { direction: 'short', takeProfit: '39000', stopLoss: '41000' })
      const closed = await opened(server, token, { direction: 'short' })
      await asked(api.close, { id: closed.id, quantity: '0.05' })
      // The tick is the one that would close it, and none of before.
      await server.clock.advance(100)
      await hold(server, '41800.00', 2)
      const { payout } = closedAt(position({ direction: 'short' }), '41800.00', 'liquidation')
      const liquidated = { state: 'liquidated', cause: 'liquidation', returned: usdt(payout) }
      expect(await now(stopped.id)).toMatchObject({ ...liquidated, version: 3, fills: [{ quantity: '0.10000' }] })
      expect(await now(closed.id)).toMatchObject({ ...liquidated, version: 4, fills: [{ quantity: '0.10000' }] })
    })
  })

  describe('is liquidated', () => {
    it('at the first tick that leaves at most the maintenance margin, and returns the rest after its fee', async () => {
      const { id } = await opened(server, token)
      const { liquidation, maintenance, paid } = position()
      await hold(server, cents(liquidation + 1n), 2)
      expect(await now(id)).toMatchObject({ state: 'open.standing' })
      await hold(server, cents(liquidation), 2)
      const { fee, liquidationFee, payout } = closedAt(position(), cents(liquidation), 'liquidation')
      // The rest is the maintenance margin, to the cent: it pays the closing fee and the insurance account.
      expect(fee + liquidationFee + payout).toBe(maintenance)
      expect([fee, liquidationFee, payout].every((part) => part > 0n)).toBe(true)
      expect(await now(id)).toMatchObject({
        state: 'liquidated',
        cause: 'liquidation',
        returned: usdt(payout),
        fills: [{ fee: usdt(fee), liquidationFee: usdt(liquidationFee), returned: usdt(payout) }],
        status: 2,
      })
      expect(await money()).toEqual([usdt(PAPER - paid + payout), '0.000000'])
      expect(await insured(id)).toBe(liquidationFee)
    })

    it('in a jump beyond its margin too, with a loss of at most margin and fee', async () => {
      const { id } = await opened(server, token, { leverage: 50 })
      await hold(server, '30000.00', 2)
      const [order, { paid }] = [await now(id), position({ leverage: 50 })]
      expect(order).toMatchObject({
        state: 'liquidated',
        profit: '-1000.000000',
        closeFee: '0.000000',
        paid: usdt(paid),
      })
      expect(order.fills).toMatchObject([{ shortfall: '920.000000' }])
      expect(await money()).toEqual([usdt(PAPER - paid), '0.000000'])
      expect(await insured(id)).toBe(-920_000_000n)
      expect(await server.ledger()).toEqual([])
    })

    it('whatever is requested after the tick: no act escapes it', async () => {
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
        // A second's tick is its last one: a later tick replaces it until the second is over.
        await server.clock.advance(900)
        await hold(server, '40000.00', 2)
        expect(await now(id)).toMatchObject({ state: 'liquidated', adding: '0.000000' })
      }
      expect(await money()).toEqual([usdt(PAPER - 3n * position().paid), '0.000000'])
    })

    it('further away with added margin', async () => {
      const { id } = await opened(server, token)
      const [first, second, third] = [0n, 50_000_000n, 80_000_000n].map((added) => position({ added }))
      if (!first || !second || !third) throw new Error('no positions')
      const of = ({ margin, liquidation }: typeof first) => ({
        margin: usdt(margin),
        liquidationPrice: cents(liquidation),
      })
      // 50 more of margin for 0.1 BTC: 500 further away.
      expect([first.liquidation - second.liquidation, second.liquidation - third.liquidation]).toEqual([
        50_000n,
        30_000n,
      ])
      await asked(api.addMargin, { id, amount: '50' })
      expect(await now(id)).toMatchObject({ state: 'open.changing', adding: '50.000000', ...of(first) })
      expect(await ask(server, token, api.addMargin, { id, amount: '50' })).toMatchObject({
        key: 'tradeStatusAbnormal',
      })
      await hold(server, '40000.00', 2)
      expect(await now(id)).toMatchObject({ ...of(second), paid: usdt(second.paid) })
      await asked(api.addMargin, { id, amount: '30' })
      // Where the first margin alone would not have kept it.
      await hold(server, cents(first.liquidation), 2)
      expect(await now(id)).toMatchObject({ state: 'open.standing', ...of(third) })
      const end = cents(third.liquidation)
      await hold(server, end, 2)
      expect(await now(id)).toMatchObject({ state: 'liquidated' })
      const { payout } = closedAt(third, end, 'liquidation')
      expect(await money()).toEqual([usdt(PAPER - third.paid + payout), '0.000000'])
    })
  })

  it('applies new stops from the next time on the record, and none if none are given', async () => {
    const { id } = await opened(server, token, { takeProfit: '41000', stopLoss: '39000' })
    await asked(api.setStop, { id, takeProfit: '42000' })
    expect(await now(id)).toMatchObject({ takeProfit: '41000.00', next: { takeProfit: '42000.00', stopLoss: null } })
    await hold(server, '40000.00', 1)
    await hold(server, '41500.00', 2)
    expect(await now(id)).toMatchObject({ state: 'open.standing', takeProfit: '42000.00', stopLoss: null, next: null })
    await hold(server, '38900.00', 2)
    expect(await now(id)).toMatchObject({ state: 'open.standing' })
  })

  it('on what closes for the weekend ends before it does, by the last tick until then', async () => {
    await price(server, '2000.00', 'XAUUSD')
    const { id, deliveryAt } = await ordered(server, token, { symbol: 'XAUUSD', quantity: '1', leverage: 10 })
    await hold(server, '2000.00', 2, 'XAUUSD')
    expect(deliveryAt).toBe(Date.UTC(2026, 0, 9, 22) - DELIVERY_BEFORE_MS)
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

  it('blocks a withdrawal, and counts by the closed margin, not by notional', async () => {
    const { modules } = server.platform
    const reads = readFrom(server.platform)
    const blocks = () => blocksLeaving(modules, reads, userId)
    const counted = async () => (await turnoverOf(modules, reads, userId)).counted
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
