import { nowSeconds } from '../platform/clock.ts'
import { agoInWords, type RiskRule } from '../platform/risk.ts'

const READ_MAX = 20

/** What verifications say about a user. */
export const kycRisks: readonly RiskRule[] = [
  {
    name: 'Refused verification',
    weight: 'warn',
    clear: 'No verification was refused',
    find: async ({ db, clock }, userId) => {
      const rows = await db
        .selectFrom('kyc')
        .select(['state', 'decided_at'])
        .where('user_id', '=', userId)
        .orderBy('id', 'desc')
        .limit(READ_MAX)
        .execute()
      const refused = rows.filter(({ state }) => state === 'refused')
      const [newest] = refused
      if (!newest) return null
      const count = refused.length === 1 ? 'once' : `${refused.length} times`
      return `${count}, most recently ${agoInWords(Number(newest.decided_at), nowSeconds(clock))}`
    },
  },
]
