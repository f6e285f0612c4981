import { LOAN_DOCUMENT_DAYS } from '../../src/rules/loan/loan.ts'
import type { Platform } from '../platform/context.ts'
import type { Job } from '../platform/unit/job.ts'
import { commit } from '../platform/unit/unit.ts'
import { removePhotos } from '../uploads/module.ts'
import type { LoanRow } from './order.ts'

const BATCH = 100
const DAY_MS = 86_400_000

/** The photographs of an application. */
export const documentsOf = ({ house_id, income_id, statement_id, identity_id }: LoanRow): string[] => [
  house_id,
  income_id,
  statement_id,
  identity_id,
]

/** Removes the documents of loans that ended long enough ago. */
export const documentWork = (platform: Platform): Job => ({
  name: 'loan documents',
  run: async (stopping) => {
    const before = BigInt(platform.clock.now() - LOAN_DOCUMENT_DAYS * DAY_MS)
    const over = await platform.db
      .selectFrom('loans')
      .selectAll()
      .where('documents', '=', 1n)
      .where('settled_ms', '<=', before)
      .limit(BATCH)
      .execute()
    let done = 0
    for (const row of over) {
      if (stopping()) return done
      await removePhotos(platform, documentsOf(row))
      await commit(platform, ({ tx }) =>
        tx.updateTable('loans').set({ documents: 0n }).where('id', '=', row.id).execute(),
      )
      done++
    }
    return done
  },
})
