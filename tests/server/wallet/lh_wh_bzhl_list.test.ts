import { expect, it } from 'vitest'
import { rates } from '../../../src/api/money/worth.ts'
import { describeServer } from '../harness.ts'
import { price } from '../microtrade/support.ts'

describeServer.onSqlite('lh/wh_bzhl_list', (server) => {
  it('returns the dollar rate of each currency with its time', async () => {
    await price(server, '148.216', 'USDJPY')
    await price(server, '1.08425', 'EURUSD')
    const found = await server.ok(rates)
    const of = (currency: string) => found.find((each) => each.currency === currency)?.rate
    expect(found.map(({ currency }) => currency).sort()).toEqual(['AUD', 'CAD', 'CHF', 'EUR', 'GBP', 'JPY', 'NZD'])
    // 1 / 1.08425 = 0.92229651…, rounded down.
    expect([of('EUR'), of('JPY')]).toEqual(['0.92229651', '148.21600000'])
    expect(server.clock.now() - (found.find(({ currency }) => currency === 'JPY')?.time ?? 0)).toBeLessThan(10_000)
  })
})
