import { expect, it } from 'vitest'
import { whlist } from '../../../src/api/market/market.ts'
import { instruments } from '../../../src/rules/market/instruments.ts'
import { describeServer } from '../harness.ts'

describeServer.onSqlite('currency/whlist', (server) => {
  it('returns the quotes of forex and metals only', async () => {
    const { token } = await server.person()
    server.tick('XAUUSD', '2034.15')
    await server.clock.advance(100)
    const quotes = await server.ok(whlist, {}, token)
    expect(quotes.map(({ symbol }) => symbol)).toEqual(
      instruments.filter(({ kind }) => kind !== 'crypto').map(({ symbol }) => symbol),
    )
    expect(quotes.find(({ symbol }) => symbol === 'XAUUSD')).toMatchObject({ price: '2034.15', state: 'live', seq: 1 })
  })

  it('refuses without a token', async () => {
    expect(await server.call(whlist)).toMatchObject({ type: 999, http: 401 })
  })
})
