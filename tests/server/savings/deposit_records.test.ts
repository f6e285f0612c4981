import { expect, it } from 'vitest'
import * as api from '../../../src/api/money/savings.ts'
import { describeServer } from '../harness.ts'
import { bears, cancel, MINUTE_DAYS, pass, place, usdtAnd } from './support.ts'

describeServer.onSqlite(
  'lh/deposit/records',
  (server) => {
    it('lists movements, newest first', async () => {
      const { token } = await server.person()
      const stranger = await server.person()
      const first = await place(server, token)
      await pass(server, 7)
      const second = await place(server, token, { amount: '500' })
      const third = await place(server, token, { amount: '730', product: 'USDT-30' })
      await cancel(server, token, second.id)
      const moved = await server.ok(api.records, {}, token)
      expect(moved.map(({ order, step, amount }) => [order, step, amount])).toEqual([
        [second.id, 'returnPrincipal', '500.000000'],
        [third.id, 'holdPrincipal', '730.000000'],
        [second.id, 'holdPrincipal', '500.000000'],
        [first.id, 'returnPrincipal', '1000.000000'],
        [first.id, 'payInterest', usdtAnd(0, bears())],
        [first.id, 'holdPrincipal', '1000.000000'],
      ])
      expect(await server.ok(api.records, { limit: 2, before: moved[1]?.id }, token)).toEqual(moved.slice(2, 4))
      expect(await server.ok(api.records, {}, stranger.token)).toEqual([])
      expect(await server.call(api.records)).toMatchObject({ type: 999 })
    })
  },
  { env: MINUTE_DAYS },
)
