import { expect, it } from 'vitest'
import * as api from '../../../src/api/microtrade.ts'
import { describeServer } from '../harness.ts'

describeServer.onSqlite('microtrade/seconds', (server) => {
  it('lists the periods with their payouts and the limits of a stake', async () => {
    const { token } = await server.person()
    expect(await server.ok(api.seconds, {}, token)).toEqual([
      { seconds: 30, payoutBps: 8500, currency: 'USDT', min: '10', max: '5000', unit: '1' },
      { seconds: 60, payoutBps: 8800, currency: 'USDT', min: '10', max: '5000', unit: '1' },
      { seconds: 120, payoutBps: 9000, currency: 'USDT', min: '10', max: '5000', unit: '1' },
      { seconds: 300, payoutBps: 9200, currency: 'USDT', min: '10', max: '5000', unit: '1' },
    ])
    expect((await server.ok(api.seconds, { currency: 'BTC' }, token))[0]).toMatchObject({
      currency: 'BTC',
      unit: '0.0001',
    })
  })

  it('refuses a currency that cannot pay', async () => {
    const { token } = await server.person()
    expect(await server.call(api.seconds, { currency: 'DOGE' }, token)).toMatchObject({ key: 'wrongCurrency' })
    expect(await server.call(api.seconds, { currency: 'usd t' }, token)).toMatchObject({ key: 'parameterError' })
  })

  it('refuses without a token', async () => {
    expect(await server.call(api.seconds)).toMatchObject({ type: 999, http: 401 })
  })
})
