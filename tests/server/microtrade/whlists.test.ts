import { expect, it } from 'vitest'
import * as api from '../../../src/api/trade/microtrade.ts'
import { describeServer } from '../harness.ts'
import { hold, order, price } from './support.ts'

describeServer.onSqlite('microtrade/whlists', (server) => {
  it('lists only the user’s own options on forex and metals', async () => {
    const [mine, theirs] = [await server.person(), await server.person()]
    await price(server, '1.08000', 'EURUSD')
    server.tick('BTCUSDT', '43000.00')
    const bought = await server.ok(api.whsubmit, order({ symbol: 'EURUSD' }), mine.token)
    await server.ok(api.whsubmit, order({ symbol: 'EURUSD' }), theirs.token)
    await server.ok(api.submit, order(), mine.token)
    expect((await server.ok(api.whlists, {}, mine.token)).map(({ id }) => id)).toEqual([bought.id])
    expect(await server.ok(api.whlists, { list: '1' }, mine.token)).toEqual([])
  })

  it('lists the newest first, by status and by pair, a page at a time', async () => {
    const { token } = await server.person()
    await price(server, '1.08000', 'EURUSD')
    const done = await server.ok(api.whsubmit, order({ symbol: 'EURUSD' }), token)
    await hold(server, '1.08000', 33, 'EURUSD')
    await price(server, '2034.00', 'XAUUSD')
    const second = await server.ok(api.whsubmit, order({ symbol: 'XAUUSD' }), token)
    const third = await server.ok(api.whsubmit, order({ symbol: 'EURUSD' }), token)

    const ids = async (input: object) => (await server.ok(api.whlists, { ...input }, token)).map(({ id }) => id)
    expect(await ids({})).toEqual([third.id, second.id, done.id])
    expect(await ids({ list: '0' })).toEqual([third.id, second.id])
    expect(await ids({ list: '1' })).toEqual([done.id])
    expect(await ids({ symbol: 'XAUUSD' })).toEqual([second.id])
    expect(await ids({ limit: '1' })).toEqual([third.id])
    expect(await ids({ before: second.id })).toEqual([done.id])
  })

  it('shows only the user’s own, whatever user or cursor is given', async () => {
    const [mine, theirs] = [await server.person(), await server.person()]
    await price(server, '1.08000', 'EURUSD')
    await server.ok(api.whsubmit, order({ symbol: 'EURUSD' }), theirs.token)
    const newer = await server.ok(api.whsubmit, order({ symbol: 'EURUSD' }), theirs.token)
    const asked = { userId: theirs.userId, user_id: theirs.userId }
    expect(await server.ok(api.whlists, asked, mine.token)).toEqual([])
    expect(await server.ok(api.whlists, { before: newer.id }, mine.token)).toEqual([])
  })

  it.each([{ limit: '-1' }, { limit: '101' }, { list: '2' }, { symbol: 'eur/usd' }, { before: '../' }])(
    'refuses %j',
    async (input) => {
      const { token } = await server.person()
      expect(await server.call(api.whlists, input, token)).toMatchObject({ http: 422, key: 'parameterError' })
    },
  )

  it('refuses without a token', async () => {
    expect(await server.call(api.whlists)).toMatchObject({ type: 999, http: 401 })
  })
})
