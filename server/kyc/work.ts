import { nowSeconds } from '../platform/clock.ts'
import type { Platform } from '../platform/context.ts'
import { commit } from '../platform/unit.ts'
import type { Work } from '../platform/work.ts'
import { sweepPhotos } from './uploads.ts'
import { decideVerification } from './verifications.ts'

const BATCH = 100

/**
 * The paper desk: while money is paper it accepts, after the configured delay, what passed every check at submission and
 * no operator has decided before.
 */
export const kycWork = (platform: Platform): Work => ({
  name: 'kyc',
  run: async (stopping) => {
    const due = await platform.db
      .selectFrom('verifications')
      .select('id')
      .where('due_at', '<=', BigInt(nowSeconds(platform.clock)))
      .orderBy('due_at')
      .orderBy('id')
      .limit(BATCH)
      .execute()
    let decided = 0
    for (const { id } of due) {
      if (stopping()) return decided
      if (await commit(platform, (unit) => decideVerification(unit, id, { verified: true }))) decided++
    }
    return decided + (await sweepPhotos(platform))
  },
})
