import { expect, it } from 'vitest'
import * as api from '../../../src/api/trade/microtrade.ts'
import { stakeLimits } from '../../../src/rules/microtrade/microtrade.ts'
import { describeServer } from '../harness.ts'
import { hold, order, price } from './support.ts'

describeServer.onSqlite('microtrade/payable_currencies', (server) => {
  it('lists the paying currencies with their available amounts', async () => {
    const { token } = await server.person()
    await price(server, '43000.00')
    await server.ok(api.submit, order({ amount: '250' }), token)
    expect(await server.ok(api.payableCurrencies, {}, token)).toEqual([
      ...stakeLimits.map((limits) => ({
        ...limits,
        available: limits.currency === 'USDT' ? '9750.000000' : '0.00000000',
      })),
    ])
  })

  it('returns the stake to the available amount when the option ends', async () => {
    const { token } = await server.person()
    const usdt = async () => (await server.ok(api.payableCurrencies, {}, token))[0]
    await price(server, '43000.00')
    await server.ok(api.submit, order({ amount: '250' }), token)
    await hold(server, '43000.00', 33)
    expect(await usdt()).toMatchObject({ currency: 'USDT', available: '10000.000000' })
  })

  it('counts only the caller’s money, whatever user is named', async () => {
    const [mine, theirs] = [await server.person(), await server.person()]
    await price(server, '43000.00')
    await server.ok(api.submit, order({ amount: '250' }), theirs.token)
    const asked = { userId: theirs.userId, user_id: theirs.userId }
    const [usdt] = await server.ok(api.payableCurrencies, asked, mine.token)
    expect(usdt).toMatchObject({ currency: 'USDT', available: '10000.000000' })
  })

  it('lists only currencies that an option accepts', async () => {
    const { token } = await server.person()
    await price(server, '43000.00')
    for (const { currency, available, min } of await server.ok(api.payableCurrencies, {}, token)) {
      const enough = Number(available) >= Number(min)
      const answer = await server.call(api.submit, order({ currency, amount: min }), token)
      expect(answer.type === 'ok' ? 'ok' : answer.key, currency).toBe(enough ? 'ok' : 'insufficientBalance')
    }
  })

  it('refuses without a token', async () => {
    expect(await server.call(api.payableCurrencies)).toMatchObject({ type: 999, http: 401 })
  })
})
