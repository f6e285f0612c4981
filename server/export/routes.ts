import { exportData } from '../../src/api/account/export.ts'
import type { Parts } from '../module.ts'
import { Ready, type Route, route } from '../platform/http/route.ts'
import type { CallLimit } from '../platform/http/rules.ts'
import { createTurns } from '../platform/unit/turns.ts'
import { proofBy } from '../security/module.ts'

const exportLimit: CallLimit = { name: 'export user', per: 'user', points: 5, seconds: 3_600 }
const WAITING_MAX = 8

/** The call that exports a user's personal data. */
export function exportRoutes({ collect, ...deps }: Parts): readonly Route[] {
  const turn = createTurns(1, WAITING_MAX)
  return [
    route(exportData, {
      limits: [exportLimit],
      proof: proofBy(deps, 'takeData'),
      handle: async ({ session, prove }) => {
        await prove()
        return new Ready(await turn(() => collect(session), [session.userId]))
      },
    }),
  ]
}
