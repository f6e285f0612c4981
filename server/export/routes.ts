import { exportData } from '../../src/api/export.ts'
import { type Route, route } from '../platform/route.ts'
import { admit, type Limit } from '../platform/throttle.ts'
import { createTurns } from '../platform/turns.ts'
import { type Gate, requireProof } from '../user/index.ts'
import { collectData } from './collect.ts'

const exportLimit: Limit = { name: 'export user', points: 5, seconds: 3_600 }
const WAITING_MAX = 8

/** The call by which a person takes along what is kept about them. */
export function exportRoutes(gate: Gate): readonly Route[] {
  const turn = createTurns(1, WAITING_MAX)
  return [
    route(exportData, async ({ input, platform, session }) => {
      await requireProof(gate, session, input.proof)
      await admit(platform.throttle, exportLimit, session.userId)
      return turn(() => collectData(platform, session))
    }),
  ]
}
