import { expect, it } from 'vitest'
import * as api from '../../../src/api/money/withdrawal.ts'
import { describeServer } from '../harness.ts'
import { leaver } from './support.ts'

describeServer.onSqlite('withdrawal/address_delete', (server) => {
  it('deletes only the user’s own addresses, and does not reveal others’', async () => {
    const { token, addressId: id } = await leaver(server)
    const stranger = await server.person()
    expect(await server.call(api.deleteAddress, { id }, stranger.token)).toMatchObject({
      http: 404,
      key: 'addressNotYours',
    })
    expect(await server.call(api.deleteAddress, { id: 'no-such-address' }, stranger.token)).toMatchObject({
      http: 404,
      key: 'addressNotYours',
    })
    expect(await server.ok(api.addresses, {}, stranger.token)).toEqual([])
    expect(await server.ok(api.deleteAddress, { id }, token)).toBe(null)
    expect(await server.ok(api.addresses, {}, token)).toEqual([])
  })
})
