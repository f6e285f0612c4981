import { expect, it } from 'vitest'
import * as api from '../../../src/api/money/plan.ts'
import { PLAN_DAYS, PLAN_FEE_BPS } from '../../../src/rules/plan/plan.ts'
import { describeServer } from '../harness.ts'
import { join, MINUTE_DAYS, planOf, TIER } from './support.ts'

describeServer.onSqlite(
  'project',
  (server) => {
    it('returns one plan of each tier, with its terms and the end of its chain', async () => {
      const { token } = await server.person()
      const plans = await server.ok(api.project, {}, token)
      expect(plans.map(({ tier }) => tier)).toEqual(['1', '2', '3', '4', '5', '6'])
      expect(new Set(plans.map(({ end }) => end)).size).toBe(6)
      const [first] = plans
      expect(first).toEqual({
        ...TIER,
        id: first?.id,
        tier: '1',
        currency: 'USDT',
        daySeconds: 60,
        feeBps: PLAN_FEE_BPS,
        times: 0,
        participants: first?.participants,
        openedAt: first?.openedAt,
        day: first?.day,
        end: expect.stringMatching(/^[0-9a-f]{64}$/),
      })
      expect(await server.ok(api.project, {}, token)).toEqual(plans)
    })

    it('counts participants, and the user’s own orders', async () => {
      const { token } = await server.person()
      const stranger = await server.person()
      const before = await planOf(server, token)
      await join(server, token)
      expect(await planOf(server, token)).toMatchObject({ times: 1, participants: before.participants + 1 })
      expect((await server.ok(api.project, {}, token)).map(({ times }) => times)).toEqual([1, 0, 0, 0, 0, 0])
      expect(await planOf(server, stranger.token)).toMatchObject({ times: 0 })
    })

    it('opens a new plan with another chain when too few days are left, and closes the old one to orders', async () => {
      const { token } = await server.person()
      const before = await planOf(server, token)
      // As many days as an order has begin then, the last of the chain.
      server.clock.jump(before.openedAt + (PLAN_DAYS - TIER.days - 1) * 60_000 - server.clock.now())
      const after = await planOf(server, token)
      expect(after.id).not.toBe(before.id)
      expect(after.end).not.toBe(before.end)
      const late = { requestId: 'one-that-comes-too-late', pid: before.id, amount: '1000' }
      expect(await server.call(api.order, late, token)).toMatchObject({ key: 'projectStatusError' })
    })

    it('needs a token', async () => {
      expect(await server.call(api.project, {})).toMatchObject({ type: 999 })
    })
  },
  { env: MINUTE_DAYS },
)
