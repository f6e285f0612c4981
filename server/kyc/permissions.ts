import type { Config } from '../platform/config.ts'
import type { Permission } from '../platform/http/rules.ts'
import { requireKnown } from './kyc.ts'

/** Known by name, where the operator asks for that before this step. Who withdraws is asked wherever who trades is. */
export const knownBefore = (step: Config['REAL_NAME']): Permission => ({
  says: `to be known by name, where the server asks for that before ${step}`,
  require: async (reads, { userId }, { config }) => {
    if (step === 'withdrawal' || config.REAL_NAME === 'trading') await requireKnown(reads, userId)
  },
})
