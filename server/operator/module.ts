import { actsOf, actsOn } from '../audit/module.ts'
import type { Module } from '../module.ts'
import { type Command, date } from '../platform/command.ts'
import { factColumns } from '../platform/facts.ts'
import { requireUser } from '../user/module.ts'

const audit: Command = {
  name: 'audit',
  args: [],
  options: [{ name: 'user', value: 'USER', about: 'only acts on this user' }],
  about: 'Shows the newest 100 operator acts.',
  admin: { roles: ['auditor'], as: 'view', title: 'Audit log', of: 'platform' },
  run: async ({ platform, options }) => {
    const user = options.user === undefined ? undefined : await requireUser(platform.db, options.user)
    return (await actsOf(platform.db, user?.id, 100)).map((row) => ({
      at: date(row.at),
      who: row.who,
      user: row.user_id,
      ...factColumns({ ...JSON.parse(row.facts ?? '{}'), act: row.act }, row.why),
    }))
  },
}

/** What operators do, and that it is noted. */
export const operator: Module = {
  name: 'operator',
  exports: { acts: ({ db }, { userId }, limit) => actsOn(db, userId, limit) },
  commands: [audit],
}
