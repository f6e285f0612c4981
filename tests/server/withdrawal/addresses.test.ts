import { expect, it } from 'vitest'
import * as api from '../../../src/api/money/withdrawal.ts'
import { describeServer } from '../harness.ts'
import { address, mayLeave } from './support.ts'

describeServer.onSqlite('withdrawal/addresses', (server) => {
  it('lists only the user’s own addresses, newest first', async () => {
    const { token, userId } = await server.person()
    await mayLeave(server, userId)
    const stranger = await server.person()
    await mayLeave(server, stranger.userId)
    await address(server, stranger.token)
    expect(await server.ok(api.addresses, {}, token)).toEqual([])
    const first = await address(server, token)
    const second = await address(server, token, { network: 'arbitrum', label: '' })
    const book = await server.ok(api.addresses, {}, token)
    expect(book.map(({ id, label, network }) => [id, label, network])).toEqual([
      [second, '', 'arbitrum'],
      [first, 'Cold wallet', 'ethereum'],
    ])
    expect(await server.call(api.addresses)).toMatchObject({ type: 999 })
  })
})
