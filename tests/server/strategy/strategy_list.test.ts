import { expect, it } from 'vitest'
import * as spot from '../../../src/api/trade/spot.ts'
import * as api from '../../../src/api/trade/strategy.ts'
import { describeServer } from '../harness.ts'
import { ordered } from '../spot/support.ts'
import { act, grid, recurring, settle, started, until } from './support.ts'

describeServer.onSqlite('strategy/list', (server) => {
  it('lists the user’s own, newest first, in pages, running and ended separately', async () => {
    const { token } = await server.person()
    const stranger = await server.person()
    const first = await started(server, token, recurring())
    const second = await started(server, token, grid())
    expect((await server.ok(api.list, {}, token)).map(({ id }) => id)).toEqual([second.id, first.id])
    expect((await server.ok(api.list, { limit: 1 }, token)).map(({ id }) => id)).toEqual([second.id])
    expect((await server.ok(api.list, { before: second.id }, token)).map(({ id }) => id)).toEqual([first.id])
    await settle(server, '40000.00')
    await act(server, api.stop, token, first.id)
    await until(server, token, first.id, 'ended')
    expect((await server.ok(api.list, { list: 1 }, token)).map(({ id }) => id)).toEqual([first.id])
    expect((await server.ok(api.list, { list: 0 }, token)).map(({ id }) => id)).toEqual([second.id])
    expect(await server.ok(api.list, { id: first.id }, stranger.token)).toEqual([])
    expect(await server.call(api.list, {})).toMatchObject({ type: 999 })
  })

  it('filters orders by strategy, and marks the user’s own', async () => {
    const { token } = await server.person()
    const { id } = await started(server, token, grid())
    const own = await ordered(server, token)
    expect(own.strategyId).toBeNull()
    const of = await server.ok(spot.list, { strategy: id }, token)
    expect(of).toHaveLength(4)
    expect(new Set(of.map(({ strategyId }) => strategyId))).toEqual(new Set([id]))
    expect(await server.ok(spot.list, {}, token)).toHaveLength(5)
  })
})
