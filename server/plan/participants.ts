import { Refusal } from '../../src/api/wire/messages.ts'
import { isPostgres } from '../platform/database/compiled.ts'
import { RetryError, type Tx } from '../platform/database/database.ts'
import type { Batch } from '../platform/unit/defer.ts'
import type { Unit } from '../platform/unit/unit.ts'
import { type PlanRow, tierOf } from './plans.ts'

/**
 * Takes one of an open plan's places; concurrent orders are serialised by its lock.
 *
 * @throws Refusal `participantsReached`; `projectStatusError` if it was closed since
 */
export async function joinPlan(unit: Unit, plan: PlanRow): Promise<void> {
  const { participantsMax } = tierOf(plan)
  await lockOpen(unit.tx)
  const { numUpdatedRows } = await unit.tx
    .updateTable('plans')
    .set((eb) => ({ participants: eb('participants', '+', 1n) }))
    .where('id', '=', plan.id)
    .where('closed_ms', 'is', null)
    .where('participants', '<', BigInt(participantsMax))
    .executeTakeFirst()
  if (numUpdatedRows === 1n) return
  const now = await unit.tx.selectFrom('plans').select('closed_ms').where('id', '=', plan.id).executeTakeFirst()
  throw now?.closed_ms === null
    ? new Refusal('participantsReached', { limit: String(participantsMax) })
    : new Refusal('projectStatusError')
}

/** Defers the return of a place in a plan. */
export const leavePlan = (unit: Unit, plan: string): void => unit.defer(places, { plan })

/**
 * Ensures, with the unit, that an order's first day is not drawn before the order waits for it: either the draw comes after the unit, or
 * the unit fails, and is retried with a later day.
 */
export const beginIn = (unit: Unit, plan: string, first: bigint): void => unit.defer(places, { plan, first })

const places: Batch<{ plan: string; first?: bigint }> = {
  stage: 'orders',
  write: async ({ tx }, all) => {
    await lockOpen(tx)
    for (const plan of [...new Set(all.map((each) => each.plan))].sort()) {
      const here = all.filter((each) => each.plan === plan)
      const firsts = here.flatMap(({ first }) => first ?? [])
      const count = BigInt(here.length - firsts.length)
      let update = tx
        .updateTable('plans')
        .set((eb) => ({ participants: eb('participants', '-', count) }))
        .where('id', '=', plan)
      for (const first of firsts) update = update.where('drawn', '<', first)
      const { numUpdatedRows } = await update.executeTakeFirst()
      if (numUpdatedRows !== 1n) throw new RetryError(`plan ${plan} has drawn the day that an order was to begin with`)
    }
  },
}

/**
 * Locks the open plans until the transaction ends, in a fixed order and before any closed one: units of several users share a transaction,
 * each with its own plan, so two transactions could otherwise deadlock.
 */
async function lockOpen(tx: Tx): Promise<void> {
  const open = tx.selectFrom('plans').select('id').where('closed_ms', 'is', null).orderBy('id')
  await (isPostgres(tx) ? open.forNoKeyUpdate() : open).execute()
}
