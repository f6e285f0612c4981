import { expect, it } from 'vitest'
import * as api from '../../../src/api/money/swap.ts'
import { describeServer } from '../harness.ts'
import { prices, quote, swapped } from './support.ts'

describeServer.onSqlite('wallet/myFlashAgainstList', (server) => {
  it('lists the user’s own swaps, newest first, in pages, and by state', async () => {
    const { token } = await server.person()
    const stranger = await server.person()
    await prices(server)
    const first = await swapped(server, token)
    const second = await swapped(server, token, { amount: '500' })
    const third = await quote(server, token)
    const list = (input = {}) => server.ok(api.myFlashAgainstList, input, token)
    expect(await list()).toEqual([third, second, first])
    expect(await list({ state: 'executed' })).toEqual([second, first])
    expect(await list({ id: first.id })).toEqual([first])
    expect(await server.ok(api.myFlashAgainstList, { id: first.id }, stranger.token)).toEqual([])
    expect(await list({ limit: 1 })).toEqual([third])
    expect(await list({ before: third.id, limit: 1 })).toEqual([second])
    expect(await server.ok(api.myFlashAgainstList, {}, stranger.token)).toEqual([])
    expect(await server.call(api.myFlashAgainstList, { state: 'none' }, token)).toMatchObject({ key: 'parameterError' })
  })

  it('needs a token', async () => {
    expect(await server.call(api.myFlashAgainstList)).toMatchObject({ type: 999 })
  })
})
