import { invite, referrals } from '../../src/api/account/referral.ts'
import { sessions } from '../../src/api/account/safe.ts'
import * as user from '../../src/api/account/user.ts'
import type { Lang } from '../../src/api/wire/fields.ts'
import { Refusal } from '../../src/api/wire/messages.ts'
import { owedBy } from '../owed.ts'
import { type Route, route } from '../platform/http/route.ts'
import { readFrom } from '../platform/unit/defer.ts'
import { commit } from '../platform/unit/unit.ts'
import { devicesOf, endDevice } from './devices.ts'
import { referralOf, referralsOf } from './referral.ts'
import { endOtherSessions, endSession } from './sessions.ts'
import { chooseZone } from './zone.ts'

/** Cost points of counting a user's levels and their income. */
const INVITE_COST = 5

/** The same, month by month. */
const REFERRALS_COST = 10

/** The calls of an account: its user, its invitations and its sessions. */
export const userRoutes: readonly Route[] = [
  route(user.logout, async ({ session, platform }) => {
    await endSession(platform, session)
    return null
  }),
  route(user.info, async ({ session, platform }) => {
    const row = await platform.db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', session.userId)
      .executeTakeFirstOrThrow()
    if (row.status === 'frozen') throw new Refusal('accountFrozen')
    return {
      id: row.id,
      username: row.username,
      address: row.address,
      method: session.method,
      status: row.status,
      lang: row.lang as Lang,
      timeZone: row.time_zone,
      inviteCode: row.invite_code,
      createdAt: Number(row.created_at),
      owes: (await owedBy(platform.modules, readFrom(platform), row.id, platform.clock.now())) > 0n,
      eventSeq: Number(row.event_seq),
    }
  }),
  route(invite, {
    cost: () => INVITE_COST,
    handle: ({ session, platform }) => referralOf(platform, session.userId),
  }),
  route(referrals, {
    cost: () => REFERRALS_COST,
    handle: ({ session, platform }) => referralsOf(platform, session.userId),
  }),
  route(user.setLang, async ({ input, session, platform }) => {
    await platform.db.updateTable('users').set({ lang: input.lang }).where('id', '=', session.userId).execute()
    return null
  }),
  route(user.setZone, async ({ input, session, platform }) => {
    await commit(platform, (unit) => chooseZone(unit, session.userId, input.timeZone))
    return null
  }),
  route(sessions, async ({ input, session, platform }) => {
    if (input.action === 'end') await endDevice(platform, session, input.id)
    if (input.action === 'endOthers') await commit(platform, (unit) => endOtherSessions(unit, session))
    return devicesOf(platform, session)
  }),
]
