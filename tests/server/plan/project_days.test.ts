import { expect, it } from 'vitest'
import * as api from '../../../src/api/money/plan.ts'
import { findPlanTier } from '../../../src/rules/plan/plan.ts'
import { describeServer } from '../harness.ts'
import { endBy, rateBy } from './judge.ts'
import { begun, DAY_MS, join, MINUTE_DAYS, now, pass, planOf, TIER } from './support.ts'

describeServer.onSqlite(
  'project/days',
  (server) => {
    it('reveals a day’s link only after all accruals of that day', async () => {
      const { token } = await server.person()
      const { id, firstDay } = await begun(server, token)
      const { id: pid, end } = await planOf(server, token)
      const { db } = server.platform
      const dueAt = (ms: number) =>
        db
          .updateTable('plan_orders')
          .set({ due_ms: BigInt(ms) })
          .where('id', '=', id)
          .execute()
      // No request arrives for that long.
      await dueAt(server.clock.now() + 100 * DAY_MS)
      await pass(server, 3)
      const waiting = await server.ok(api.days, { pid }, token)
      for (const { day, link } of waiting) expect(link === null).toBe(day >= (firstDay ?? 0))
      expect(waiting.some(({ link }) => link === null)).toBe(true)
      await dueAt(server.clock.now())
      await server.clock.advance(6_000)
      const shown = await server.ok(api.days, { pid }, token)
      for (const { day, ratePpm, link } of shown) {
        expect(endBy(link ?? '', day)).toBe(end)
        expect(rateBy(link ?? '', '1')).toBe(BigInt(ratePpm))
        // The drawn rate is the one proven now.
        expect(waiting.find((each) => each.day === day)?.ratePpm ?? ratePpm).toBe(ratePpm)
      }
    })

    it('draws each day from the plan’s original range, despite changes of its tier', async () => {
      const tier = findPlanTier('1') ?? expect.fail('no such tier')
      const [before, { token }] = [{ ...tier }, await server.person()]
      const range = { lowPpm: TIER.lowPpm, highPpm: TIER.highPpm }
      try {
        const running = await begun(server, token)
        Object.assign(tier, { lowPpm: 1_000, highPpm: 1_200 })
        const next = await planOf(server, token)
        expect(next).toMatchObject({ lowPpm: 1_000, highPpm: 1_200 })
        expect(next.id).not.toBe(running.plan)
        const other = await server.person()
        const { id } = await join(server, other.token)
        await pass(server, TIER.days + 2)
        const [mine, theirs] = [await now(server, token, running.id), await now(server, other.token, id)]
        expect(mine).toMatchObject({ state: 'ended', daysAccrued: TIER.days, ...range })
        expect(theirs).toMatchObject({ lowPpm: 1_000, highPpm: 1_200 })
        for (const { ratePpm, link } of await server.ok(api.days, { pid: running.plan }, token)) {
          expect(rateBy(link ?? '', '1')).toBe(BigInt(ratePpm))
        }
        for (const { ratePpm } of await server.ok(api.days, { pid: next.id }, token)) {
          expect(Math.abs(ratePpm)).toBeLessThanOrEqual(1_200)
        }
      } finally {
        Object.assign(tier, before)
      }
      // The plan of the changed tier is closed, and one as it is now opened in its place.
      expect(await planOf(server, token)).toMatchObject(range)
    })

    it('lists the newest first, in pages, and none of an unknown plan', async () => {
      const { token } = await server.person()
      const { id: pid } = await planOf(server, token)
      await pass(server, 3)
      const all = await server.ok(api.days, { pid }, token)
      expect(all.map(({ day }) => day)).toEqual(all.map((_, at) => all.length - at))
      expect(await server.ok(api.days, { pid, limit: 2 }, token)).toEqual(all.slice(0, 2))
      expect(await server.ok(api.days, { pid, before: all[0]?.day }, token)).toEqual(all.slice(1))
      expect(await server.ok(api.days, { pid: 'no-such-plan' }, token)).toEqual([])
    })

    it('is refused without a plan, and without a token', async () => {
      const { token } = await server.person()
      expect(await server.call(api.days, {}, token)).toMatchObject({ key: 'missingParameters' })
      expect(await server.call(api.days, { pid: 'any' })).toMatchObject({ type: 999 })
    })
  },
  { env: MINUTE_DAYS },
)
