import { nowSeconds } from '../platform/clock.ts'
import type { Platform } from '../platform/context.ts'
import type { Job } from '../platform/unit/job.ts'
import { commit } from '../platform/unit/unit.ts'
import { decideKyc, rehashNumbers } from './kyc.ts'

const BATCH = 100

/**
 * The paper reviewer: while money is paper it accepts, after the configured delay, what passed every check at submission and
 * no operator has decided before.
 */
export const kycWork = (platform: Platform): Job => ({
  name: 'kyc',
  run: async (stopping, did) => {
    const due = await platform.db
      .selectFrom('kyc')
      .select(['id', 'due_at'])
      .where('due_at', '<=', BigInt(nowSeconds(platform.clock)))
      .orderBy('due_at')
      .orderBy('id')
      .limit(BATCH)
      .execute()
    let decided = 0
    for (const { id, due_at } of due) {
      if (stopping()) return decided
      if (!(await commit(platform, (unit) => decideKyc(unit, id, { verified: true })))) continue
      decided++
      if (due_at !== null) did?.(Number(due_at) * 1000)
    }
    return decided
  },
})

/** Brings numbers that were hashed by an earlier version to how they are compared now. */
export const numberWork = (platform: Platform): Job => ({
  name: 'ID numbers',
  run: () => rehashNumbers(platform),
})
