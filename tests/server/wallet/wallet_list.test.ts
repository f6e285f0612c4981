import { expect, it } from 'vitest'
import { list } from '../../../src/api/wallet.ts'
import { describeServer } from '../harness.ts'

describeServer('wallet/list', (server) => {
  it('lists one wallet per currency, the paper balance in the first', async () => {
    const { token } = await server.person()
    expect(await server.ok(list, {}, token)).toEqual([
      { currency: 'USDT', balance: '10000.000000', available: '10000.000000', frozen: '0.000000', version: 1 },
      { currency: 'BTC', balance: '0.00000000', available: '0.00000000', frozen: '0.00000000', version: 0 },
      { currency: 'ETH', balance: '0.00000000', available: '0.00000000', frozen: '0.00000000', version: 0 },
    ])
  })

  it('refuses without a token', async () => {
    expect(await server.call(list)).toMatchObject({ type: 999, http: 401 })
  })
})
