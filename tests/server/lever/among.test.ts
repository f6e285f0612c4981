import { beforeEach, expect, it } from 'vitest'
import * as api from '../../../src/api/trade/lever.ts'
import * as orders from '../../../src/api/trade/orders.ts'
import { describeServer } from '../harness.ts'
import { hold, price } from '../microtrade/support.ts'
import { ask, closedAt, opened, ordered, position, usdt } from './support.ts'

describeServer.onSqlite('contracts among the orders of all kinds', (server) => {
  let token: string
  beforeEach(async () => {
    token = (await server.person()).token
    await price(server, '40000.00')
  })

  it('are listed by market, symbol and result, and count by the amounts paid and returned', async () => {
    const won = await opened(server, token)
    const lost = await opened(server, token, { direction: 'short' })
    const limit = await ordered(server, token, { type: 'limit', price: '39000' })
    await ask(server, token, api.cancel, { id: limit.id })
    await hold(server, '40100.00', 3)
    for (const { id } of [won, lost]) await ask(server, token, api.close, { id })
    await hold(server, '40100.00', 3)
    const open = await opened(server, token, {}, '40100.00')
    const ids = async (input: object) =>
      (await server.ok(orders.list, { ...input }, token)).map(({ kind, id }) => [kind, id])
    expect(await ids({ list: 0 })).toEqual([['lever', open.id]])
    expect(await ids({ result: 'won' })).toEqual([['lever', won.id]])
    expect(await ids({ result: 'lost', market: 'crypto' })).toEqual([['lever', lost.id]])
    expect(await ids({ result: 'returned', symbol: 'BTCUSDT' })).toEqual([['lever', limit.id]])
    expect(await ids({ market: 'forex' })).toEqual([])
    expect(await ids({ symbol: 'ETHUSDT' })).toEqual([])
    // Each: 200 of margin, 10 won or lost, and both fees.
    const [{ openFee, paid }, { fee }] = [position(), closedAt(position(), '40100.00')]
    const [gained, lostOf] = [10_000_000n - openFee - fee, 10_000_000n + openFee + fee]
    expect(await server.ok(orders.totals, {}, token)).toEqual({
      won: 1,
      lost: 1,
      returned: 1,
      traded: 0,
      turnover: null,
      winRateBps: 5_000,
      amounts: [
        {
          currency: 'USDT',
          staked: usdt(2n * paid),
          gained: usdt(gained),
          lost: usdt(lostOf),
          net: usdt(gained - lostOf),
        },
      ],
    })
  })
})
