import { expect, it } from 'vitest'
import { months } from '../../../src/api/money/records.ts'
import { describeServer } from '../harness.ts'
import { withProfit } from '../microtrade/support.ts'
import { ended } from '../orders/support.ts'

// The last minutes of a month, by UTC.
const start = Date.parse('2026-02-28T23:59:00Z')
const MARCH = Date.parse('2026-03-01T00:00:01Z')

describeServer.onSqlite(
  'records/months',
  (server) => {
    it('sums movements in and out by month and currency, without reservations', async () => {
      const { token } = await server.person()
      await ended(server, token, '43001.00')
      await server.clock.advance(MARCH - server.clock.now())
      await ended(server, token, '43001.00')
      await ended(server, token, '42999.00', { amount: '20' })
      expect(await server.ok(months, {}, token)).toEqual([
        { month: '2026-03', currency: 'USDT', in: withProfit(0, 100), out: '20.000000', movements: 4 },
        { month: '2026-02', currency: 'USDT', in: withProfit(10_000, 100), out: '0.000000', movements: 3 },
      ])
      expect(await server.ok(months, { cause: 'user' }, token)).toEqual([
        { month: '2026-02', currency: 'USDT', in: '10000.000000', out: '0.000000', movements: 1 },
      ])
      expect(await server.ok(months, { currency: 'BTC' }, token)).toEqual([])
      expect(await server.ok(months, { from: '2026-03-01', to: '2026-03-01' }, token)).toMatchObject([
        { month: '2026-03', movements: 4 },
      ])
      expect(await server.ok(months, { to: '2026-02-28' }, token)).toMatchObject([{ month: '2026-02', movements: 3 }])
    })

    it('refuses invalid input, and a call without a token', async () => {
      const { token } = await server.person()
      expect(await server.call(months, { currency: '..' }, token)).toMatchObject({ key: 'parameterError' })
      expect(await server.call(months)).toMatchObject({ type: 999, http: 401 })
    })
  },
  { start },
)
