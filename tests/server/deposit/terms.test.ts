import { expect, it } from 'vitest'
import { terms } from '../../../src/api/money/deposit.ts'
import { DAILY_LIMIT, depositLimits } from '../../../src/rules/deposit/deposit.ts'
import { networkOf } from '../../../src/rules/money/coin-networks.ts'
import { describeServer } from '../harness.ts'

const { crypto, bank } = depositLimits
const usdt = (whole: string) => `${whole}.000000`

describeServer.onSqlite('deposit/terms', (server) => {
  it('returns the current limits, ways and duration', async () => {
    const { token } = await server.person()
    expect(await server.ok(terms, {}, token)).toEqual({
      currency: 'USDT',
      networks: expect.arrayContaining([networkOf('USDT', 'tron')]),
      crypto: { min: usdt(crypto.min), max: usdt(crypto.max), left: usdt(DAILY_LIMIT) },
      bank: {
        min: usdt(bank.min),
        max: usdt(bank.max),
        left: usdt(DAILY_LIMIT),
        remark: expect.stringMatching(/^Q-[0-9A-F]{12}$/),
      },
      dailyLimit: DAILY_LIMIT,
      again: null,
      confirmationSeconds: 2,
      reviewSeconds: 30,
    })
  })

  it('omits a coin without a price, and refuses an unknown currency', async () => {
    const { token } = await server.person()
    expect(await server.ok(terms, { currency: 'NEAR' }, token)).toMatchObject({ currency: 'NEAR', crypto: null })
    expect(await server.call(terms, { currency: 'EUR' }, token)).toMatchObject({ http: 422, key: 'wrongCurrency' })
  })
})
