import type { Permission } from '../platform/http/rules.ts'
import { requireActive } from './users.ts'

/** The account is neither locked nor frozen. */
export const active: Permission = {
  says: 'an account that is not locked',
  require: (reads, { userId }) => requireActive(reads, userId),
}
