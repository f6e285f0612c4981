export { actOnUser, requireUser } from './act-on-user.ts'
export { canonicalAddress } from './address.ts'
export { user } from './capability.ts'
export { active, thawed } from './permissions.ts'
export { invitersOf, payReferral } from './referral-income.ts'
export { authenticate, type Device, endOtherSessions, endSessionsOf, startSession } from './sessions.ts'
export {
  createUser,
  findByAddress,
  findByUsername,
  findInviter,
  findUser,
  PAPER_INVITE_CODE,
  personOf,
  requireActive,
  setStatus,
  statusOf,
  type UserRow,
  usernameKey,
} from './users.ts'
export { zoneOf, zoneOfMonth } from './zone.ts'
