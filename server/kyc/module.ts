import { kyc as body } from '../../src/api/account/kyc.ts'
import type { Module } from '../module.ts'
import { kycCommands } from './commands.ts'
import { kycHistoryOf } from './kyc.ts'
import { kycRisks } from './risks.ts'
import { kycRoutes } from './routes.ts'
import { kycWork, numberWork } from './work.ts'

export {
  type Decision,
  decideKyc,
  kycOf,
  requireKnown,
} from './kyc.ts'
export { knownBefore } from './permissions.ts'

/** Who a person is. */
export const kyc: Module = {
  name: 'kyc',
  routes: () => kycRoutes,
  jobs: (platform) => [kycWork(platform), numberWork(platform)],
  events: { kyc: body },
  exports: { kyc: (platform, { userId }, limit) => kycHistoryOf(platform, userId, limit) },
  risks: kycRisks,
  commands: kycCommands,
}
