import { standing } from '../../src/api/user.ts'
import type { Capability } from '../capability.ts'
import { incomeOf } from '../ledger/index.ts'
import { userCommands } from './commands.ts'
import { sessionDataOf } from './devices.ts'
import { userRoutes } from './routes.ts'
import { userWork } from './sweep.ts'

/** Accounts and sessions. */
export const user: Capability = {
  name: 'user',
  routes: () => userRoutes,
  works: (platform) => [userWork(platform)],
  events: { status: standing },
  // The paper money of a new user.
  paidIn: async (platform, userId, sinceMs) =>
    (await incomeOf(platform, userId, { cause: 'user', currency: 'USDT', from: sinceMs / 1000 })).reduce(
      (sum, { amount }) => sum + amount,
      0n,
    ),
  keeps: { sessions: (platform, session) => sessionDataOf(platform, session) },
  commands: userCommands,
}
