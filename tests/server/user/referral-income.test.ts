import { expect, it } from 'vitest'
import { moveOrder } from '../../../server/orders/index.ts'
import { approval, planKind } from '../../../server/plan/kind.ts'
import { commitFor } from '../../../server/platform/unit/group.ts'
import { savingsKind } from '../../../server/savings/kind.ts'
import { invite } from '../../../src/api/referral.ts'
import * as wallet from '../../../src/api/wallet.ts'
import { describeServer } from '../harness.ts'
import { createInvariants } from '../invariants.ts'
import { join, rowOf } from '../plan/support.ts'
import { MINUTE_DAYS, pass, place } from '../savings/support.ts'

describeServer(
  'income of those who invited',
  (server) => {
    it('is 5, 3 and 1% of settled income, by the platform, once, and of three levels alone', async () => {
      const invariants = createInvariants()
      const people = await Promise.all(Array.from({ length: 5 }, () => server.person()))
      // Each was invited by the one after.
      for (const [index, { userId }] of people.entries()) {
        const inviter_id = people[index + 1]?.userId ?? null
        await server.platform.db.updateTable('users').set({ inviter_id }).where('id', '=', userId).execute()
      }
      const [first] = people
      await place(server, first?.token ?? '', { amount: '10000' })
      await pass(server, 7)
      const purses = await Promise.all(
        people.map(async ({ token }) => (await server.ok(wallet.getInfo, { currency: 'USDT' }, token)).balance),
      )
      // 10,000 × 2% × 7 / 365 = 3.83561643…, and of 3.835617 the shares, each rounded up.
      expect(purses).toEqual(['10003.835617', '10000.191781', '10000.115069', '10000.038357', '10000.000000'])
      expect((await server.ok(invite, {}, people[2]?.token)).income).toEqual({
        currency: 'USDT',
        total: '0.115069',
        direct: '0.000000',
        indirect: '0.115069',
      })
      expect(await invariants.check(server.platform.db)).toEqual([])
    })

    it('is none on a day of loss, nor on one that brings nothing, and is of the next day’s income alone', async () => {
      const [one, other] = [await server.person(), await server.person()]
      const { platform } = server
      await platform.db.updateTable('users').set({ inviter_id: other.userId }).where('id', '=', one.userId).execute()
      const { id } = await join(server, one.token)
      const row = await rowOf(server, id)
      const move = await approval(platform.db, row, BigInt(platform.clock.now()))
      await commitFor(platform, one.userId, (unit) => moveOrder(unit, planKind, row, move))
      const balances: string[] = []
      for (const [day, income] of [-1_000_000n, 2_000_001n].entries()) {
        const order = await rowOf(server, id)
        const change = { day_income: income, total: order.total + income }
        const accrual = { event: { type: 'plan.accrue' }, occurrence: String(day), change }
        await commitFor(platform, one.userId, (unit) => moveOrder(unit, planKind, order, accrual), {
          with: [other.userId],
        })
        balances.push((await server.ok(wallet.getInfo, { currency: 'USDT' }, other.token)).balance)
      }
      // 5% of 2.000001 is 0.10000005, rounded up: nothing of the loss is taken back.
      expect(balances).toEqual(['10000.000000', '10000.100001'])
      expect((await rowOf(server, id)).total).toBe(1_000_001n)
    })

    it('comes with what it is a share of, or neither does', async () => {
      const [one, other] = [await server.person(), await server.person()]
      const { db } = server.platform
      await db.updateTable('users').set({ inviter_id: other.userId }).where('id', '=', one.userId).execute()
      const { id } = await place(server, one.token)
      const row = await db.selectFrom('savings').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      const event = { type: 'savings.mature' }
      await expect(
        commitFor(server.platform, one.userId, async (unit) => {
          await moveOrder(unit, savingsKind, row, { event, occurrence: '1' })
          throw new Error('and then something fails')
        }),
      ).rejects.toThrow('something fails')
      const balance = async (token: string) => (await server.ok(wallet.getInfo, { currency: 'USDT' }, token)).balance
      expect([await balance(one.token), await balance(other.token)]).toEqual(['10000.000000', '10000.000000'])
    })
  },
  { env: MINUTE_DAYS },
)
