import { Refusal } from '../../src/api/messages.ts'
import * as safe from '../../src/api/safe.ts'
import { type Route, route } from '../platform/route.ts'
import { commit } from '../platform/unit.ts'
import {
  admitAuthenticatorCode,
  authenticatorOf,
  bindAuthenticator,
  hasAuthenticator,
  offerAuthenticator,
  unbindAuthenticator,
  welcomeAuthenticatorCode,
} from './authenticators.ts'
import { changePassword } from './change-password.ts'
import { devicesOf, endDevice } from './devices.ts'
import { bindEmail, emailOf, sendNewEmailCode, sendOldEmailCode } from './email.ts'
import {
  changePayPassword,
  payPasswordOf,
  resetPayPassword,
  sendPayPasswordCode,
  setPayPassword,
} from './pay-passwords.ts'
import { requireProof } from './proof.ts'
import { endOtherSessions } from './sessions.ts'
import type { Gate } from './sign-in.ts'

/** The calls that keep an account safe. */
export function safeRoutes(gate: Gate): readonly Route[] {
  const { platform } = gate
  const { db } = platform
  return [
    route(safe.google, async ({ input, session }) => {
      const { userId } = session
      switch (input.action) {
        case 'state':
          return authenticatorOf(db, userId)
        case 'offer': {
          if (await hasAuthenticator(db, userId)) throw new Refusal('authenticatorBound')
          await requireProof(gate, session, input.proof)
          const { username, address } = await db
            .selectFrom('users')
            .select(['username', 'address'])
            .where('id', '=', userId)
            .executeTakeFirstOrThrow()
          return commit(platform, (unit) => offerAuthenticator(unit, userId, username ?? address ?? userId))
        }
        case 'bind': {
          await admitAuthenticatorCode(platform, userId)
          const bound = await commit(platform, (unit) => bindAuthenticator(unit, session, input.code))
          await welcomeAuthenticatorCode(platform, userId)
          return bound
        }
        case 'unbind':
          if (!(await hasAuthenticator(db, userId))) throw new Refusal('authenticatorNotBound')
          await requireProof(gate, session, input.proof)
          return commit(platform, (unit) => unbindAuthenticator(unit, session))
      }
    }),
    route(safe.payPassword, async ({ input, session, address }) => {
      switch (input.action) {
        case 'state':
          return payPasswordOf(gate, session.userId)
        case 'set':
          return setPayPassword(gate, session, input)
        case 'change':
          return changePayPassword(gate, session, input)
        case 'sendCode':
          return sendPayPasswordCode(gate, session.userId, address)
        case 'reset':
          return resetPayPassword(gate, session, input)
      }
    }),
    route(safe.email, async ({ input, session, address }) => {
      switch (input.action) {
        case 'state':
          return emailOf(gate, session.userId)
        case 'sendNew':
          return sendNewEmailCode(gate, session.userId, input.email, address)
        case 'sendOld':
          return sendOldEmailCode(gate, session.userId, address)
        case 'bind':
          return bindEmail(gate, session, input)
      }
    }),
    route(safe.sessions, async ({ input, session }) => {
      if (input.action === 'end') await endDevice(platform, session, input.id)
      if (input.action === 'endOthers') await commit(platform, (unit) => endOtherSessions(unit, session))
      return devicesOf(platform, session)
    }),
    route(safe.updatePassword, async ({ input, session }) => {
      await changePassword(gate, session, input)
      return null
    }),
  ]
}
