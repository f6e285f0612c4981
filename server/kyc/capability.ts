import { kyc as body } from '../../src/api/kyc.ts'
import type { Capability } from '../capability.ts'
import { kycCommands } from './commands.ts'
import { kycHistoryOf } from './kyc.ts'
import { kycRoutes } from './routes.ts'
import { photosOf } from './uploads.ts'
import { kycWork, numberWork, photoSweep } from './work.ts'

/** Who a person is. */
export const kyc: Capability = {
  name: 'kyc',
  routes: kycRoutes,
  works: (platform) => [kycWork(platform), numberWork(platform), photoSweep(platform)],
  events: { kyc: body },
  keeps: {
    kyc: (platform, { userId }, limit) => kycHistoryOf(platform, userId, limit),
    photographs: (platform, { userId }, limit) => photosOf(platform, userId, limit),
  },
  commands: kycCommands,
}
