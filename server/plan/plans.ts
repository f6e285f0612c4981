import { findPlanTier, PLAN_DAYS, type PlanTier, planTiers, rateOfLink } from '../../src/rules/plan/plan.ts'
import { recordCompleteMs } from '../market/module.ts'
import type { Platform } from '../platform/context.ts'
import { type Db, type Tx, transact } from '../platform/database/database.ts'
import type { Job } from '../platform/unit/job.ts'
import { linkOf, newStart } from './chain.ts'
import { dayAt, endOfDay } from './order.ts'

export type PlanRow = {
  id: string
  tier: string
  chain_end: string
  sealed: string
  /** The range of its days' rates, in millionths, from its tier when it opened. */
  low_ppm: bigint
  high_ppm: bigint
  day_ms: bigint
  opened_ms: bigint
  closed_ms: bigint | null
  participants: bigint
  /** The number of drawn days, and of public links. */
  drawn: bigint
  revealed: bigint
}

declare module '../platform/database/tables.ts' {
  interface Tables {
    plans: PlanRow
    plans_withheld: { tier: string; since_ms: bigint }
    plan_days: { plan_id: string; day: bigint; rate_ppm: bigint; drawn_ms: bigint; link: string | null }
  }
}

const USE = 'plan'

/** The tier of a plan. */
export function tierOf({ id, tier }: Pick<PlanRow, 'id' | 'tier'>): PlanTier {
  const found = findPlanTier(tier)
  if (!found) throw new Error(`plan ${id} is of no tier: ${tier}`)
  return found
}

/** The first day of an order placed at a time (ms): the next one that has neither begun nor been drawn. */
export function firstDayAt(plan: Pick<PlanRow, 'opened_ms' | 'day_ms' | 'drawn'>, ms: bigint): bigint {
  const now = dayAt(plan, ms)
  return (now > plan.drawn ? now : plan.drawn + 1n) + 1n
}

/** Whether a plan still matches its tier and the configured length of a day, and a new order would end within its chain. */
function isGood(plan: PlanRow, dayMs: bigint, now: bigint): boolean {
  const { days, lowPpm, highPpm } = tierOf(plan)
  const isAsNow = plan.day_ms === dayMs && plan.low_ppm === BigInt(lowPpm) && plan.high_ppm === BigInt(highPpm)
  return isAsNow && firstDayAt(plan, now) + BigInt(days) <= BigInt(PLAN_DAYS)
}

/** The tiers that an operator has withheld. */
export const withheldIn = async (db: Db | Tx): Promise<ReadonlySet<string>> =>
  new Set((await db.selectFrom('plans_withheld').select('tier').execute()).map(({ tier }) => tier))

/**
 * The open plans, one for each tier on offer. Opens a new one if it is missing or has too few days left, and closes those of withheld
 * tiers.
 */
export async function openPlans(platform: Platform): Promise<PlanRow[]> {
  const now = BigInt(platform.clock.now())
  const dayMs = BigInt(platform.config.PAPER_DAY_SECONDS) * 1_000n
  const open = await openNow(platform.db)
  const without = await withheldIn(platform.db)
  const stands = ({ id }: PlanTier) =>
    without.has(id)
      ? open.every(({ tier }) => tier !== id)
      : open.some((plan) => plan.tier === id && isGood(plan, dayMs, now))
  if (planTiers.every(stands)) return open
  return transact(platform.db, async (tx) => {
    const withheld = await withheldIn(tx)
    for (const plan of await openNow(tx)) {
      if (isGood(plan, dayMs, now) && !withheld.has(plan.tier)) continue
      await tx.updateTable('plans').set({ closed_ms: now }).where('id', '=', plan.id).execute()
    }
    for (const { id: tier, lowPpm, highPpm } of planTiers.filter(({ id }) => !withheld.has(id))) {
      const id = platform.ids()
      const start = newStart(platform.random)
      await tx
        .insertInto('plans')
        .values({
          id,
          tier,
          chain_end: linkOf(start, 0),
          sealed: platform.vault.seal(USE, id, start),
          low_ppm: BigInt(lowPpm),
          high_ppm: BigInt(highPpm),
          day_ms: dayMs,
          opened_ms: now,
          closed_ms: null,
          participants: 0n,
          drawn: 0n,
          revealed: 0n,
        })
        .onConflict((conflict) => conflict.column('tier').where('closed_ms', 'is', null).doNothing())
        .execute()
    }
    return openNow(tx)
  })
}

const openNow = (db: Db | Tx) =>
  db.selectFrom('plans').selectAll().where('closed_ms', 'is', null).orderBy('tier').execute()

/**
 * Draws the days of plans that are over by the record, and publishes a day's link after all of its accruals. A day's draw is deterministic,
 * so concurrent runs change nothing.
 */
export const planWork = (platform: Platform): Job => ({
  name: 'days of plans',
  run: async (stopping) => {
    const upTo = BigInt(await recordCompleteMs(platform.db))
    const plans = await platform.db.selectFrom('plans').selectAll().where('revealed', '<', BigInt(PLAN_DAYS)).execute()
    let did = 0
    for (const plan of plans) {
      if (stopping()) return did
      const drawn = await drawDays(platform, plan, upTo)
      did += drawn
      if (plan.drawn + BigInt(drawn) > plan.revealed) did += await revealDays(platform, plan.id)
    }
    return did
  },
})

async function drawDays(platform: Platform, plan: PlanRow, upTo: bigint): Promise<number> {
  const over = (upTo - plan.opened_ms) / plan.day_ms
  const last = over < BigInt(PLAN_DAYS) ? over : BigInt(PLAN_DAYS)
  if (last <= plan.drawn) return 0
  const start = platform.vault.open(USE, plan.id, plan.sealed)
  const range = { lowPpm: Number(plan.low_ppm), highPpm: Number(plan.high_ppm) }
  const days = Array.from({ length: Number(last - plan.drawn) }, (_, index) => plan.drawn + BigInt(index) + 1n)
  return transact(platform.db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('plans')
      .set({ drawn: last })
      .where('id', '=', plan.id)
      .where('drawn', '=', plan.drawn)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) return 0
    await tx
      .insertInto('plan_days')
      .values(
        days.map((day) => ({
          plan_id: plan.id,
          day,
          rate_ppm: BigInt(rateOfLink(linkOf(start, Number(day)), range)),
          drawn_ms: endOfDay(plan, day),
          link: null,
        })),
      )
      .execute()
    return days.length
  })
}

/** Publishes the links of days that no order waits for. */
const revealDays = (platform: Platform, id: string): Promise<number> =>
  transact(platform.db, async (tx) => {
    const plan = await tx.selectFrom('plans').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const { waits } = await tx
      .selectFrom('plan_orders')
      .select(({ fn }) => fn.min<bigint | null>('next_day').as('waits'))
      .where('plan_id', '=', id)
      .where('settled_ms', 'is', null)
      .whereRef('next_day', '<=', 'last_day')
      .executeTakeFirstOrThrow()
    const last = waits === null || waits > plan.drawn ? plan.drawn : waits - 1n
    if (last <= plan.revealed) return 0
    const start = platform.vault.open(USE, id, plan.sealed)
    for (let day = plan.revealed + 1n; day <= last; day++) {
      await tx
        .updateTable('plan_days')
        .set({ link: linkOf(start, Number(day)) })
        .where('plan_id', '=', id)
        .where('day', '=', day)
        .execute()
    }
    await tx.updateTable('plans').set({ revealed: last }).where('id', '=', id).where('revealed', '<', last).execute()
    return Number(last - plan.revealed)
  })
