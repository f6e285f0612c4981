import { expect, it } from 'vitest'
import * as api from '../../../src/api/money/plan.ts'
import { PLAN_FEE_BPS } from '../../../src/rules/plan/plan.ts'
import { describeServer } from '../harness.ts'
import { join, MINUTE_DAYS, planOf, TIER } from './support.ts'

describeServer.onSqlite(
  'project/orders',
  (server) => {
    it('lists the user’s own orders, newest first, in pages, and one by its id', async () => {
      const { token } = await server.person()
      const stranger = await server.person()
      const first = await join(server, token)
      const second = await join(server, token, { amount: '600' })
      expect(await server.ok(api.orders, {}, token)).toEqual([second, first])
      expect(await server.ok(api.orders, { limit: 1 }, token)).toEqual([second])
      expect(await server.ok(api.orders, { before: second.id }, token)).toEqual([first])
      expect(await server.ok(api.orders, { id: first.id }, token)).toEqual([first])
      expect(await server.ok(api.orders, { id: first.id }, stranger.token)).toEqual([])
    })

    it('shows an order with its terms, and its days once it is approved', async () => {
      const { token } = await server.person()
      const { end } = await planOf(server, token)
      const placed = await join(server, token)
      expect(placed.end).toBe(end)
      expect(placed).toMatchObject({
        state: 'pendingReview',
        status: 0,
        type: 'hosting',
        tier: '1',
        ...{ lowPpm: TIER.lowPpm, highPpm: TIER.highPpm, days: TIER.days },
        amount: '1000.000000',
        daySeconds: 60,
        feeBps: PLAN_FEE_BPS,
        firstDay: null,
        lastDay: null,
        daysAccrued: 0,
        total: '0.000000',
        startsAt: null,
        lockedUntil: null,
        appliedAt: server.clock.now(),
      })
      await server.clock.advance(2_000)
      const [order] = await server.ok(api.orders, {}, token)
      expect(order).toMatchObject({ state: 'inProgress', status: 1 })
      expect((order?.lastDay ?? 0) - (order?.firstDay ?? 0)).toBe(TIER.days - 1)
      expect((order?.lockedUntil ?? 0) - (order?.startsAt ?? 0)).toBe(TIER.days * 60_000)
      expect(order?.startsAt).toBeGreaterThan(server.clock.now())
    })

    it('is refused with an invalid page, and without a token', async () => {
      const { token } = await server.person()
      expect(await server.call(api.orders, { limit: 0 }, token)).toMatchObject({ key: 'parameterError' })
      expect(await server.call(api.orders, {})).toMatchObject({ type: 999 })
    })
  },
  { env: MINUTE_DAYS },
)
