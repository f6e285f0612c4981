import { expect, it } from 'vitest'
import * as orders from '../../../src/api/trade/orders.ts'
import { spotFeeOf } from '../../../src/rules/spot/spot.ts'
import { describeServer } from '../harness.ts'
import { price } from '../microtrade/support.ts'
import { after, askAt, bidAt, cancelled, limit, ordered, usdt } from './support.ts'

describeServer.onSqlite('spot orders among the orders of all kinds', (server) => {
  it('are listed by kind, market, symbol and result, and count as traded, neither won nor lost', async () => {
    const { token } = await server.person()
    await price(server, '40000.00')
    const bought = await ordered(server, token, { quantity: '0.05' })
    await after(server, token, bought.id, '40000.00')
    const sold = await ordered(server, token, { quantity: '0.02', side: 'sell' })
    const back = await ordered(server, token, limit('30000'))
    await after(server, token, sold.id, '40000.00')
    await cancelled(server, token, back.id)
    const open = await ordered(server, token, limit('31000'))
    await after(server, token, back.id, '40000.00')
    const ids = async (input: object) =>
      (await server.ok(orders.list, { ...input }, token)).map(({ kind, id }) => [kind, id])
    const as = (...of: { id: string }[]) => of.map(({ id }) => ['spot', id])
    expect(await ids({ list: 0 })).toEqual(as(open))
    expect(await ids({ result: 'traded' })).toEqual(as(sold, bought))
    expect(await ids({ result: 'returned', symbol: 'BTCUSDT' })).toEqual(as(back))
    expect(await ids({ kind: 'spot', market: 'crypto', list: 1 })).toEqual(as(back, sold, bought))
    expect(await ids({ result: 'won' })).toEqual([])
    expect(await ids({ market: 'forex' })).toEqual([])
    expect(await ids({ symbol: 'ETHUSDT' })).toEqual([])
    expect(await ids({ kind: 'lever' })).toEqual([])
    // 0.05 at the best ask and 0.02 at the best bid, with the fee of each.
    const cents = (price: string) => BigInt(price.replace('.', ''))
    const [gave, got] = [cents(askAt('40000.00')) * 500n, cents(bidAt('40000.00')) * 200n]
    expect(await server.ok(orders.totals, { kind: 'spot' }, token)).toEqual({
      ...{ won: 0, lost: 0, returned: 1, traded: 2, winRateBps: null, amounts: [] },
      turnover: { bought: usdt(gave), sold: usdt(got), fees: usdt(spotFeeOf(gave) + spotFeeOf(got)) },
    })
    expect(await server.ok(orders.totals, { result: 'returned' }, token)).toMatchObject({ traded: 0, turnover: null })
  })
})
