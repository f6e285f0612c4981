import type { Command } from '../platform/command.ts'
import { requireUser } from '../user/module.ts'

/** Worst first; then what was looked at without a finding. */
const ORDER = ['bad', 'warn', 'fact', 'clear']

/** What to weigh before a decision about a user: the modules' rules, each with its reason. */
export const riskCommands: readonly Command[] = [
  {
    name: 'user risks',
    args: ['USER'],
    options: [],
    about: 'Shows what to weigh about a user, each with its reason, and what was looked at without a finding.',
    admin: { roles: ['support', 'review', 'treasurer', 'auditor'], as: 'view', title: 'Risk notes', of: 'user' },
    run: async ({ platform, args: [name = ''] }) => {
      const { id } = await requireUser(platform.db, name)
      const rules = platform.modules.flatMap(({ risks = [] }) => risks)
      const found = rules.map(async ({ name, weight, clear, find }) => {
        const why = await find(platform, id)
        return why === null ? { note: clear, weight: 'clear', why: null } : { note: name, weight, why }
      })
      return (await Promise.all(found)).sort((one, other) => ORDER.indexOf(one.weight) - ORDER.indexOf(other.weight))
    },
  },
]
