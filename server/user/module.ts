import { standing } from '../../src/api/account/user.ts'
import { incomeOf } from '../ledger/module.ts'
import type { Module } from '../module.ts'
import { userCommands } from './commands.ts'
import { readAgent, sessionDataOf } from './devices.ts'
import { userRisks } from './risks.ts'
import { userRoutes } from './routes.ts'
import { userWork } from './sweep.ts'

export { actOnUser, requireUser } from './act-on-user.ts'
export { canonicalAddress } from './address.ts'
export { active, thawed } from './permissions.ts'
export { invitersOf, payReferral } from './referral-income.ts'
export { authenticate, type Device, endOtherSessions, endSessionsOf, startSession } from './sessions.ts'
export {
  createUser,
  findByAddress,
  findByUsername,
  findInviter,
  findUser,
  namesOf,
  PAPER_INVITE_CODE,
  personOf,
  requireActive,
  setStatus,
  statusOf,
  type UserRow,
  usernameKey,
} from './users.ts'
export { zoneOf, zoneOfMonth } from './zone.ts'
export { readAgent }

/** Accounts and sessions. */
export const user: Module = {
  name: 'user',
  routes: () => userRoutes,
  jobs: (platform) => [userWork(platform)],
  events: { status: standing },
  // The paper money of a new user.
  paidIn: async (platform, userId, sinceMs) =>
    (await incomeOf(platform, userId, { cause: 'user', currency: 'USDT', from: sinceMs / 1000 })).reduce(
      (sum, { amount }) => sum + amount,
      0n,
    ),
  exports: { sessions: (platform, session) => sessionDataOf(platform, session) },
  risks: userRisks,
  commands: userCommands,
}
