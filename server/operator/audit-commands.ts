import { actsOf, verifyChain } from '../audit/module.ts'
import { type Command, date, OperatorError } from '../platform/command.ts'
import { factColumns } from '../platform/facts.ts'
import { requireUser } from '../user/module.ts'

/** The log of operators' acts. */
export const auditCommands: readonly Command[] = [
  {
    name: 'audit verify',
    args: [],
    options: [
      { name: 'hash', value: 'HASH', about: 'a hash that was printed earlier, which must still be in the log' },
    ],
    about:
      'Verifies the hash chain of the audit log: a removed, inserted or changed line fails. Prints the newest hash; keep it elsewhere.',
    admin: { roles: ['auditor'], as: 'view', title: 'Audit log: verify', of: 'platform' },
    run: async ({ platform, options }) => {
      const { head, violation } = await verifyChain(platform.db, options.hash)
      if (violation !== undefined) throw new OperatorError(`the audit log is broken: ${violation}`)
      return [{ holds: 'yes', lines: head.seq, hash: head.hash || null }]
    },
  },
  {
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
  },
]
