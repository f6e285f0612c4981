import { expect, it } from 'vitest'
import * as api from '../../../src/api/money/swap.ts'
import { swapTerms } from '../../../src/rules/swap/swap.ts'
import { describeServer } from '../harness.ts'
import { comesTo, prices, swapped } from './support.ts'

describeServer.onSqlite('wallet/flashAgainstList', (server) => {
  it('returns the currencies with their balances, and the terms', async () => {
    const { token } = await server.person()
    await prices(server)
    await swapped(server, token)
    const { currencies, ...terms } = await server.ok(api.flashAgainstList, {}, token)
    expect(terms).toEqual({ ...swapTerms, refusal: null })
    expect(currencies).toHaveLength(19)
    expect(currencies.slice(0, 3)).toEqual([
      { currency: 'USDT', available: '9600.000000' },
      { currency: 'BTC', available: comesTo().receive },
      { currency: 'ETH', available: '0.00000000' },
    ])
  })

  it('needs a token', async () => {
    expect(await server.call(api.flashAgainstList)).toMatchObject({ type: 999 })
  })
})
