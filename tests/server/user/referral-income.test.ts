import { expect, it } from 'vitest'
import { moveOrder } from '../../../server/orders/module.ts'
import { approval, planKind } from '../../../server/plan/kind.ts'
import { commitFor } from '../../../server/platform/unit/group.ts'
import { savingsKind } from '../../../server/savings/kind.ts'
import { invite } from '../../../src/api/account/referral.ts'
import * as wallet from '../../../src/api/money/wallet.ts'
import { REFERRAL_BPS } from '../../../src/rules/account/referral.ts'
import { describeServer } from '../harness.ts'
import { createInvariants } from '../invariants.ts'
import { join, rowOf } from '../plan/support.ts'
import { bears, MINUTE_DAYS, pass, place, usdtAnd } from '../savings/support.ts'

const shareOf = (income: bigint, bps: number) => (income * BigInt(bps) + 9_999n) / 10_000n

describeServer.onSqlite(
  'referral income',
  (server) => {
    it('is a share of settled income for each level, by the platform, once, and of three levels alone', async () => {
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
      // The interest of a week, and of that the shares, each rounded up.
      const earned = bears(10_000)
      expect(purses).toEqual(
        [earned, ...REFERRAL_BPS.map((bps) => shareOf(earned, bps)), 0n].map((more) => usdtAnd(10_000, more)),
      )
      const second = usdtAnd(0, shareOf(earned, REFERRAL_BPS[1]))
      expect((await server.ok(invite, {}, people[2]?.token)).income).toEqual({
        currency: 'USDT',
        total: second,
        direct: '0.000000',
        indirect: second,
      })
      expect(await invariants.check(server.platform.db)).toEqual([])
    })

    it('is nothing on a day without a gain, and the next day counts only its own income', async () => {
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
      // Of 2.000001, rounded up: no part of the loss is returned.
      expect(balances).toEqual(['10000.000000', usdtAnd(10_000, shareOf(2_000_001n, REFERRAL_BPS[0]))])
      expect((await rowOf(server, id)).total).toBe(1_000_001n)
    })

    it('commits together with the income it is a share of', async () => {
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
