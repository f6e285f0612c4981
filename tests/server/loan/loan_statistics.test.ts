import { expect, it } from 'vitest'
import * as api from '../../../src/api/money/loan.ts'
import { describeServer } from '../harness.ts'
import { borrow, interestOf, MINUTE_DAYS, repay, submit, usdt, wire } from './support.ts'

describeServer.onSqlite(
  'lh/loan/statistics',
  (server) => {
    it('sums borrowed, owed and repaid amounts', async () => {
      const { token } = await server.person()
      const none = await server.ok(api.statistics, {}, token)
      expect(none).toMatchObject({ open: 0, borrowed: '0.000000', unpaid: '0.000000', nextDueAt: null })
      const loan = await borrow(server, token)
      await repay(server, token, loan.id, '100')
      await submit(server, token, { amount: '300' })
      const interest = interestOf(usdt('1000'), 1)
      expect(await server.ok(api.statistics, {}, token)).toEqual({
        currency: 'USDT',
        open: 1,
        overdue: 0,
        settled: 0,
        borrowed: '1000.000000',
        unpaid: wire(usdt('900') + interest),
        paid: '100.000000',
        interestPaid: wire(interest),
        feePaid: '0.000000',
        nextDueAt: loan.dueAt,
      })
      expect(await server.call(api.statistics)).toMatchObject({ type: 999 })
    })
  },
  { env: MINUTE_DAYS },
)
