import { expect, it } from 'vitest'
import { actsOf } from '../../../server/audit/module.ts'
import { planCommands } from '../../../server/plan/commands.ts'
import * as api from '../../../src/api/money/plan.ts'
import { describeServer, type TestServer } from '../harness.ts'
import { join, MINUTE_DAYS, now, pass, planOf, TIER, wanted } from './support.ts'

const operate = ({ platform }: TestServer, name: string, ...args: string[]) => {
  const command = planCommands.find((each) => each.name === name)
  if (!command) throw new Error(`no command ${name}`)
  return command.run({ platform, who: 'ann', args, tell: () => {}, options: { why: 'a test' } })
}

describeServer(
  'an operator of hosting plans',
  (server) => {
    it('closes a tier to new orders, lets existing ones continue, and reopens it with another chain', async () => {
      const { token } = await server.person()
      const before = await planOf(server, token)
      const late = await wanted(server, token)
      const running = await join(server, token)
      await operate(server, 'plan approve', running.id)
      expect(await operate(server, 'plan close', '1')).toEqual([{ tier: '1', done: 'plan close' }])
      expect((await server.ok(api.project, {}, token)).map(({ tier }) => tier)).toEqual(['2', '3', '4', '5', '6'])
      expect(await server.call(api.order, late, token)).toMatchObject({ key: 'projectStatusError' })
      await expect(operate(server, 'plan close', '1')).rejects.toThrow('already closed')
      expect((await operate(server, 'plan list'))[0]).toMatchObject({ tier: '1', state: 'closed', plan: null })
      await pass(server, TIER.days + 2)
      expect(await now(server, token, running.id)).toMatchObject({ state: 'ended', daysAccrued: TIER.days })

      await operate(server, 'plan open', '1')
      const after = await planOf(server, token)
      expect(after.end).not.toBe(before.end)
      await expect(operate(server, 'plan open', '1')).rejects.toThrow('already open')
      await expect(operate(server, 'plan close', '7')).rejects.toThrow('there is no tier 7')
      const acts = await actsOf(server.platform.db, undefined, 2)
      expect(acts.map(({ who, act, why }) => [who, act, why])).toEqual([
        ['ann', 'plan open 1', 'a test'],
        ['ann', 'plan close 1', 'a test'],
      ])
    })

    it('refuses an order in a closed tier through a plan that another node opened at that moment', async () => {
      const { token } = await server.person()
      const plan = await planOf(server, token, '2')
      await operate(server, 'plan close', '2')
      await server.platform.db.updateTable('plans').set({ closed_ms: null }).where('id', '=', plan.id).execute()
      const wish = { requestId: 'an-order-of-a-closed-tier', pid: plan.id, amount: '6000' }
      expect(await server.call(api.order, wish, token)).toMatchObject({ key: 'projectStatusError' })
      expect((await server.ok(api.project, {}, token)).map(({ tier }) => tier)).not.toContain('2')
      const row = await server.platform.db.selectFrom('plans').selectAll().where('id', '=', plan.id).executeTakeFirst()
      expect(row?.closed_ms).not.toBeNull()
      await operate(server, 'plan open', '2')
    })

    it('lists orders under review, and decides them', async () => {
      const { token, userId } = await server.person()
      const [one, other] = [await join(server, token), await join(server, token, { amount: '600' })]
      expect(await operate(server, 'plan orders')).toEqual([
        { id: one.id, user: userId, tier: '1', amount: '1000.000000 USDT', applied: expect.any(String) },
        { id: other.id, user: userId, tier: '1', amount: '600.000000 USDT', applied: expect.any(String) },
      ])
      await operate(server, 'plan approve', one.id)
      await operate(server, 'plan refuse', other.id)
      expect(await operate(server, 'plan orders')).toEqual([])
      expect([await now(server, token, one.id), await now(server, token, other.id)]).toMatchObject([
        { state: 'inProgress', status: 1 },
        { state: 'failed', status: 3 },
      ])
      const acts = await actsOf(server.platform.db, userId, 5)
      expect(acts.map(({ who, act, why }) => [who, act, why])).toEqual([
        ['ann', 'plan refuse', 'a test'],
        ['ann', 'plan approve', 'a test'],
      ])
      // An order that can no longer be decided is recorded without a decider.
      await expect(operate(server, 'plan approve', other.id)).rejects.toThrow('plan order to approve')
      expect(await actsOf(server.platform.db, userId, 5)).toEqual(acts)
    })
  },
  { env: { ...MINUTE_DAYS, REVIEW_SECONDS: '600' } },
)
