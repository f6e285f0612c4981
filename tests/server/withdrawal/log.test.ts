import { expect, it } from 'vitest'
import * as api from '../../../src/api/money/withdrawal.ts'
import { describeServer } from '../harness.ts'
import { LEAST, leaver, requestId, withdrawal } from './support.ts'

describeServer.onSqlite('cashlist/log', (server) => {
  it('lists only the user’s own withdrawals, newest first, in pages', async () => {
    const { token, addressId } = await leaver(server)
    const stranger = await server.person()
    const made: string[] = []
    for (const amount of [LEAST, `${LEAST}.5`, '500']) {
      const { id } = await server.ok(api.out, withdrawal(addressId, { amount }), token)
      await server.ok(api.cancel, { id, requestId: requestId() }, token)
      made.unshift(id)
    }
    const page = await server.ok(api.log, { limit: 2 }, token)
    expect(page.map(({ id, state }) => [id, state])).toEqual(made.slice(0, 2).map((id) => [id, 'cancelled']))
    const rest = await server.ok(api.log, { before: page[1]?.id, limit: 2 }, token)
    expect(rest.map(({ id }) => id)).toEqual(made.slice(2))
    const one = { id: made[1] ?? '' }
    expect((await server.ok(api.log, one, token)).map(({ id }) => id)).toEqual([one.id])
    expect(await server.ok(api.log, one, stranger.token)).toEqual([])
    expect(await server.ok(api.log, {}, stranger.token)).toEqual([])
    expect(await server.call(api.log, { limit: 101 }, token)).toMatchObject({ key: 'parameterError' })
    expect(await server.call(api.log)).toMatchObject({ type: 999 })
  })
})
