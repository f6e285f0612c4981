import { actsOn, chainWork } from '../audit/module.ts'
import type { Module } from '../module.ts'
import { auditCommands } from './audit-commands.ts'

/** What operators do, and that it is noted. */
export const operator: Module = {
  name: 'operator',
  jobs: (platform) => [chainWork(platform)],
  exports: { acts: ({ db }, { userId }, limit) => actsOn(db, userId, limit) },
  commands: auditCommands,
}
