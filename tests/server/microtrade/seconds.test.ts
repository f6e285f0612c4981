import { expect, it } from 'vitest'
import * as api from '../../../src/api/trade/microtrade.ts'
import { periods, stakeLimits } from '../../../src/rules/microtrade/microtrade.ts'
import { describeServer } from '../harness.ts'

describeServer.onSqlite('microtrade/seconds', (server) => {
  it('lists the periods with their payouts and the limits of a stake', async () => {
    const { token } = await server.person()
    expect(await server.ok(api.seconds, {}, token)).toEqual(
      periods.map((period) => ({ ...period, ...stakeLimits.find(({ currency }) => currency === 'USDT') })),
    )
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
