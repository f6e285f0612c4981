import * as api from '../../src/api/money/plan.ts'
import { PLAN_CURRENCY, PLAN_FEE_BPS } from '../../src/rules/plan/plan.ts'
import { knownBefore } from '../kyc/module.ts'
import { ordersOf } from '../orders/module.ts'
import { plainRow } from '../platform/database/rows.ts'
import { type Route, route } from '../platform/http/route.ts'
import { active } from '../user/module.ts'
import { join, terminate, timesOf } from './join.ts'
import { planKind } from './kind.ts'
import { dayAt, toWire } from './order.ts'
import { openPlans, tierOf } from './plans.ts'

/** The calls of hosting plans. */
export const planRoutes: readonly Route[] = [
  route(api.project, async ({ platform, session }) => {
    const [plans, times] = await Promise.all([openPlans(platform), timesOf(platform.db, session.userId)])
    return plans.map((plan) => {
      const { min, max, days, timesMax, participantsMax } = tierOf(plan)
      return {
        id: plan.id,
        tier: plan.tier,
        currency: PLAN_CURRENCY,
        ...{ min, max, days, timesMax, participantsMax },
        lowPpm: Number(plan.low_ppm),
        highPpm: Number(plan.high_ppm),
        daySeconds: Number(plan.day_ms / 1_000n),
        feeBps: PLAN_FEE_BPS,
        times: times.get(plan.tier) ?? 0,
        participants: Number(plan.participants),
        openedAt: Number(plan.opened_ms),
        day: Number(dayAt(plan, BigInt(platform.clock.now()))),
        end: plan.chain_end,
      }
    })
  }),

  route(api.order, {
    needs: [knownBefore('trading'), active],
    handle: async ({ unit, session, input }) => toWire(await join(unit, session.userId, input)),
  }),

  route(api.orders, async ({ platform: { db }, session, input: { id, before, limit } }) =>
    (await ordersOf(db, planKind, session.userId, { before, where: { id } }, limit)).map(toWire),
  ),

  route(api.terminate, {
    needs: [active],
    handle: async ({ unit, session, input }) => toWire(await terminate(unit, session.userId, input.id)),
  }),

  route(api.days, async ({ platform: { db }, input: { pid, before, limit } }) => {
    const days = db.selectFrom('plan_days').select(['day', 'rate_ppm', 'drawn_ms as drawn_at', 'link'])
    let of = days.where('plan_id', '=', pid)
    if (before !== undefined) of = of.where('day', '<', BigInt(before))
    return (await of.orderBy('day', 'desc').limit(limit).execute()).map(plainRow)
  }),
]
