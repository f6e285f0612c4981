import type { Config } from '../platform/config.ts'
import type { Permission } from '../platform/http/rules.ts'
import { requireKnown } from './kyc.ts'

/** Identity verification, if the operator requires it before this step. Required for trading implies required for withdrawals. */
export const knownBefore = (step: Config['REAL_NAME']): Permission => ({
  says: `to be known by name, where the server asks for that before ${step}`,
  require: async (reads, { userId }, { config }) => {
    if (step === 'withdrawal' || config.REAL_NAME === 'trading') await requireKnown(reads, userId)
  },
})
