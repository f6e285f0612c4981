import { expect, it } from 'vitest'
import * as api from '../../../src/api/trade/microtrade.ts'
import { describeServer } from '../harness.ts'
import { hold, order, price } from './support.ts'

describeServer.onSqlite('microtrade/lists', (server) => {
  it('lists the newest first, by status and by pair, a page at a time', async () => {
    const { token } = await server.person()
    await price(server, '43000.00')
    await price(server, '2000.00', 'ETHUSDT')
    const done = await server.ok(api.submit, order(), token)
    await hold(server, '43000.00', 33)
    server.tick('ETHUSDT', '2000.00')
    server.tick('BTCUSDT', '43000.00')
    const second = await server.ok(api.submit, order({ symbol: 'ETHUSDT' }), token)
    const third = await server.ok(api.submit, order(), token)

    const ids = async (input: object) => (await server.ok(api.lists, { ...input }, token)).map(({ id }) => id)
    expect(await ids({})).toEqual([third.id, second.id, done.id])
    expect(await ids({ list: '0' })).toEqual([third.id, second.id])
    expect(await ids({ list: '1' })).toEqual([done.id])
    expect(await ids({ symbol: 'ETHUSDT' })).toEqual([second.id])
    expect(await ids({ limit: '1' })).toEqual([third.id])
    expect(await ids({ before: second.id })).toEqual([done.id])
  })

  it('shows only the user’s own orders, and none in forex', async () => {
    const [mine, theirs] = [await server.person(), await server.person()]
    await price(server, '1.08000', 'EURUSD')
    await price(server, '43000.00')
    await server.ok(api.submit, order(), theirs.token)
    server.tick('EURUSD', '1.08001')
    await server.ok(api.whsubmit, order({ symbol: 'EURUSD' }), mine.token)
    expect(await server.ok(api.lists, {}, mine.token)).toEqual([])
  })

  it.each([
    { list: '2' },
    { limit: '0' },
    { limit: '1e9' },
    { limit: '101' },
    { before: "'; drop table users" },
    { list: ['0', '1'] },
  ])('refuses %j', async (input) => {
    const { token } = await server.person()
    expect(await server.call(api.lists, input, token)).toMatchObject({ http: 422, key: 'parameterError' })
  })

  it('refuses without a token', async () => {
    expect(await server.call(api.lists)).toMatchObject({ type: 999, http: 401 })
  })
})
