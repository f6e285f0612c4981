import { expect, it } from 'vitest'
import * as api from '../../../src/api/money/loan.ts'
import { describeServer } from '../harness.ts'
import { borrow, interestOf, MINUTE_DAYS, repay, usdt, wire } from './support.ts'

describeServer.onSqlite(
  'lh/loan/payments',
  (server) => {
    it('lists repayments of the user’s own loan', async () => {
      const { token } = await server.person()
      const stranger = await server.person()
      const { id } = await borrow(server, token)
      await repay(server, token, id, '10')
      await repay(server, token, id, '20')
      const all = await server.ok(api.payments, { id }, token)
      expect(all.map(({ amount, principal }) => [amount, principal])).toEqual([
        ['20.000000', '20.000000'],
        ['10.000000', wire(usdt('10') - interestOf(usdt('1000'), 1))],
      ])
      expect(await server.ok(api.payments, { id, before: 2 }, token)).toEqual(all.slice(1))
      expect(await server.call(api.payments, { id }, stranger.token)).toMatchObject({ key: 'dataNotFound' })
      expect(await server.call(api.payments, { id })).toMatchObject({ type: 999 })
    })
  },
  { env: MINUTE_DAYS },
)
