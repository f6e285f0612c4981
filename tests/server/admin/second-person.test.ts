import { expect, it } from 'vitest'
import * as deposits from '../../../src/api/money/deposit.ts'
import * as loans from '../../../src/api/money/loan.ts'
import { out } from '../../../src/api/money/withdrawal.ts'
import { transfer } from '../deposit/support.ts'
import { describeServer } from '../harness.ts'
import { submit } from '../loan/support.ts'
import { join } from '../plan/support.ts'
import { leaver, operate, withdrawal } from '../withdrawal/support.ts'

const DAY_SECONDS = 86_400

describeServer(
  'automatic paper review under second-person approval',
  (server) => {
    it('decides nothing about money, and waits for operators, announced as a day', async () => {
      const { token, addressId } = await leaver(server)
      const left = await server.ok(out, withdrawal(addressId), token)
      const borrower = await server.person()
      const came = await server.ok(deposits.chargeReq, await transfer(server, borrower.token), borrower.token)
      const lent = await submit(server, borrower.token)
      const invested = await join(server, borrower.token)
      expect((await server.ok(deposits.terms, { currency: 'USDT' }, token)).reviewSeconds).toBe(DAY_SECONDS)
      expect((await server.ok(loans.config, {}, token)).reviewSeconds).toBe(DAY_SECONDS)
      await server.clock.advance(10_000)
      for (const [table, { id }, state] of [
        ['withdrawals', left, 'underReview'],
        ['deposits', came, 'underReview'],
        ['loans', lent, 'pendingReview'],
        ['plan_orders', invested, 'pendingReview'],
      ] as const) {
        const rows = await server.platform.db.selectFrom(table).select('state').where('id', '=', id).execute()
        expect([table, rows]).toEqual([table, [{ state }]])
      }
      // Approved orders continue automatically.
      await operate(server, 'withdrawal approve', left.id, 'known to us')
      await server.clock.advance(30_000)
      const [{ state } = { state: '' }] = await server.platform.db
        .selectFrom('withdrawals')
        .select('state')
        .where('id', '=', left.id)
        .execute()
      expect(state).toBe('confirmed')
    })
  },
  { databases: ['sqlite'], env: { ADMIN_SECOND_PERSON: 'yes', REVIEW_SECONDS: '1' } },
)
