import { expect, it } from 'vitest'
import * as api from '../../../src/api/microtrade.ts'
import { describeServer } from '../harness.ts'
import { order, price } from './option.ts'

describeServer('microtrade/whlists', (server) => {
  it('lists one’s own options on foreign exchange and metals, and no others', async () => {
    const [mine, theirs] = [await server.person(), await server.person()]
    await price(server, '1.08000', 'EURUSD')
    server.tick('BTCUSDT', '43000.00')
    const bought = await server.ok(api.whsubmit, order({ symbol: 'EURUSD' }), mine.token)
    await server.ok(api.whsubmit, order({ symbol: 'EURUSD' }), theirs.token)
    await server.ok(api.submit, order(), mine.token)
    expect((await server.ok(api.whlists, {}, mine.token)).map(({ id }) => id)).toEqual([bought.id])
    expect(await server.ok(api.whlists, { list: '1' }, mine.token)).toEqual([])
  })

  it('refuses rubbish, and a call without a token', async () => {
    const { token } = await server.person()
    expect(await server.call(api.whlists, { limit: '-1' }, token)).toMatchObject({ key: 'parameterError' })
    expect(await server.call(api.whlists)).toMatchObject({ type: 999, http: 401 })
  })
})
