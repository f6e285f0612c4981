import type { Call } from '../../src/api/call.ts'
import { events } from '../../src/api/events.ts'
import type { Lang } from '../../src/api/fields.ts'
import { Refusal } from '../../src/api/messages.ts'
import * as user from '../../src/api/user.ts'
import type { Platform } from '../platform/context.ts'
import { type Handled, type Route, route } from '../platform/route.ts'
import { admit, networkOf } from '../platform/throttle.ts'
import { commit } from '../platform/unit.ts'
import { admitCode, readOutbox, sendCode } from './codes.ts'
import { eventsAfter } from './events.ts'
import { resetPassword } from './forget.ts'
import { inviteOf } from './invite.ts'
import { limits } from './limits.ts'
import { markRead, messagesOf, unreadOf } from './messages.ts'
import type { Passwords } from './passwords.ts'
import { safeRoutes } from './safe.ts'
import { endSession } from './sessions.ts'
import { type Caller, type Gate, signIn, signInByWallet, signUp } from './sign-in.ts'
import { makeSignInMessage } from './siwe.ts'
import { areaCodes, readEmail, readPhone } from './targets.ts'
import { PAPER_INVITE_CODE } from './users.ts'

/** The calls of accounts and sessions. */
export function userRoutes(platform: Platform, passwords: Passwords): readonly Route[] {
  const gate: Gate = { platform, passwords }
  const { throttle } = platform
  return [
    route(user.login, (handled) => signIn(gate, handled.input, callerOf(handled))),
    route(user.register, (handled) => signUp(gate, handled.input, callerOf(handled))),
    route(user.forget, async ({ input, address }) => {
      await resetPassword(gate, input, address)
      return null
    }),
    route(user.nonce, async ({ input, address, request }) => {
      await admit(throttle, limits.nonceAddress, networkOf(address))
      return makeSignInMessage(platform, input.address, request.headers.host)
    }),
    route(user.addressreg, (handled) => signInByWallet(gate, handled.input, callerOf(handled))),
    route(user.logout, async ({ session }) => {
      await endSession(platform, session)
      return null
    }),
    route(user.info, async ({ session }) => {
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
        inviteCode: row.invite_code,
        createdAt: Number(row.created_at),
        eventSeq: Number(row.event_seq),
      }
    }),
    route(user.invite, ({ session }) => inviteOf(platform, session.userId)),
    route(user.setLang, async ({ input, session }) => {
      await platform.db.updateTable('users').set({ lang: input.lang }).where('id', '=', session.userId).execute()
      return null
    }),
    route(user.smsCode, async ({ input, address }) => {
      const target = readPhone(input.areaCode, input.phone)
      await admitCode(platform, address, target)
      return sendCode(platform, target, input.purpose)
    }),
    route(user.mailCode, async ({ input, address }) => {
      const target = readEmail(input.email)
      await admitCode(platform, address, target)
      return sendCode(platform, target, input.purpose)
    }),
    route(user.areaCodes, async () => [...areaCodes]),
    route(user.outbox, async ({ input }) => ({
      inviteCode: PAPER_INVITE_CODE,
      message:
        input.ticket === undefined ? null : await readOutbox(platform, input.ticket, ['register', 'payPassword']),
    })),
    route(user.messages, async ({ input, session }) => ({
      unread: await unreadOf(platform.db, session.userId),
      messages: await messagesOf(platform.db, session.userId, input.before, input.limit),
    })),
    route(user.readMessages, ({ input, session }) =>
      commit(platform, async (unit) => {
        const readAt = await markRead(unit, session.userId, input)
        return { readAt, unread: await unreadOf(unit.tx, session.userId) }
      }),
    ),
    ...safeRoutes(gate),
    route(events, ({ input, session }) => eventsAfter(platform.db, session.userId, input.after, input.limit)),
  ]
}

const callerOf = ({ address, lang, request }: Pick<Handled<Call>, 'address' | 'lang' | 'request'>): Caller => ({
  address,
  lang,
  agent: request.headers['user-agent'] ?? '',
})
