import { beforeEach, expect, it } from 'vitest'
import * as api from '../../../src/api/trade/forex.ts'
import { describeServer } from '../harness.ts'
import { price } from '../microtrade/support.ts'
import { opened, ordered, trader } from './support.ts'

describeServer.onSqlite('forex/list', (server) => {
  let token: string
  beforeEach(async () => {
    token = (await trader(server)).token
  })
  const ids = async (input: Record<string, unknown>, by = token) =>
    (await server.ok(api.list, input, by)).map(({ id }) => id)

  it('returns the user’s own positions, newest first, in pages', async () => {
    expect(await ids({})).toEqual([])
    const first = await opened(server, token)
    const second = await opened(server, token)
    expect(await ids({})).toEqual([second.id, first.id])
    expect(await ids({ limit: 1 })).toEqual([second.id])
    expect(await ids({ limit: 1, before: second.id })).toEqual([first.id])
    expect(await ids({}, (await trader(server)).token)).toEqual([])
  })

  it('filters by symbol and by status', async () => {
    const euro = await opened(server, token)
    await price(server, '1.27000', 'GBPUSD')
    const pound = await ordered(server, token, { symbol: 'GBPUSD' })
    expect(await ids({ symbol: 'GBPUSD' })).toEqual([pound.id])
    expect(await ids({ symbol: 'EURUSD', status: 0 })).toEqual([euro.id])
    expect(await ids({ status: 2 })).toEqual([])
  })

  it('refuses an unknown status, and a call without a token', async () => {
    expect(await server.call(api.list, { status: 3 }, token)).toMatchObject({ key: 'parameterError' })
    expect(await server.call(api.list, {})).toMatchObject({ key: 'signInRequired' })
  })
})
