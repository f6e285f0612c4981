import { expect } from 'vitest'
import type { PlanOrderRow } from '../../../server/plan/order.ts'
import * as api from '../../../src/api/money/plan.ts'
import { findPlanTier, PLAN_FEE_BPS } from '../../../src/rules/plan/plan.ts'
import type { TestServer } from '../harness.ts'
import { requestId } from '../microtrade/support.ts'

export { requestId }

/** A minute is a day, and the paper reviewer takes a second. */
export const MINUTE_DAYS = { PAPER_DAY_SECONDS: '60', REVIEW_SECONDS: '1' }
export const DAY_MS = 60_000

/** The first tier, as it ships. */
export const TIER = { ...(findPlanTier('1') ?? expect.fail('no tier')) }

/** The cost of ending an order of 1,000 USDT early, in minor units. */
export const FEE = (1_000_000_000n * BigInt(PLAN_FEE_BPS)) / 10_000n

/** The open plan of a tier. */
export async function planOf(server: TestServer, token: string, tier = '1') {
  const found = (await server.ok(api.project, {}, token)).find((plan) => plan.tier === tier)
  if (!found) throw new Error(`no plan of tier ${tier}`)
  return found
}

/** An order of 1,000 USDT in the first tier, with a test's changes. */
export const wanted = async (server: TestServer, token: string, change: Record<string, unknown> = {}) => ({
  requestId: requestId(),
  pid: (await planOf(server, token)).id,
  amount: '1000',
  ...change,
})

export const join = async (server: TestServer, token: string, change = {}) =>
  server.ok(api.order, await wanted(server, token, change), token)

export const terminate = (server: TestServer, token: string, id: string) =>
  server.call(api.terminate, { requestId: requestId(), id }, token)

/** The order as it is now. */
export async function now(server: TestServer, token: string, id: string): Promise<api.PlanOrder> {
  const [found] = await server.ok(api.orders, { id }, token)
  if (!found) throw new Error(`no order ${id}`)
  return found
}

/** Advances the clock by this many days and runs due work. */
export async function pass(server: TestServer, days: number): Promise<void> {
  server.clock.jump(days * DAY_MS)
  await server.clock.advance(4_000)
}

/** The order as it is kept. */
export const rowOf = (server: TestServer, id: string): Promise<PlanOrderRow> =>
  server.platform.db.selectFrom('plan_orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** An order that was approved, of 1,000 USDT in the first tier. */
export async function begun(server: TestServer, token: string): Promise<api.PlanOrder> {
  const { id } = await join(server, token)
  await server.clock.advance(2_000)
  return now(server, token, id)
}
