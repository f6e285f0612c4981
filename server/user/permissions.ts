import type { Permission } from '../platform/http/rules.ts'
import { requireActive, requireThawed } from './users.ts'

/** The account is neither locked nor frozen. */
export const active: Permission = {
  says: 'an account that is not locked',
  require: (reads, { userId }) => requireActive(reads, userId),
}

/** The account is not frozen; it may be locked, for paying a debt. */
export const thawed: Permission = {
  says: 'an account that is not frozen',
  require: async (reads, { userId }) => void (await requireThawed(reads, userId)),
}
