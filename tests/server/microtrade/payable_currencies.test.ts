import { expect, it } from 'vitest'
import * as api from '../../../src/api/microtrade.ts'
import { describeServer } from '../harness.ts'
import { order, price } from './option.ts'

describeServer('microtrade/payable_currencies', (server) => {
  it('lists what can pay, with what is available now', async () => {
    const { token } = await server.person()
    await price(server, '43000.00')
    await server.ok(api.submit, order({ amount: '250' }), token)
    expect(await server.ok(api.payableCurrencies, {}, token)).toEqual([
      { currency: 'USDT', available: '9750.000000', min: '10', max: '5000', unit: '1' },
      { currency: 'BTC', available: '0.00000000', min: '0.0002', max: '0.1', unit: '0.0001' },
      { currency: 'ETH', available: '0.00000000', min: '0.005', max: '2', unit: '0.001' },
    ])
  })

  it('refuses without a token', async () => {
    expect(await server.call(api.payableCurrencies)).toMatchObject({ type: 999, http: 401 })
  })
})
