import * as safe from '../../src/api/account/safe.ts'
import { Refusal } from '../../src/api/wire/messages.ts'
import { type Route, route, routeByAction } from '../platform/http/route.ts'
import { readFrom } from '../platform/unit/defer.ts'
import { active } from '../user/module.ts'
import {
  authenticatorOf,
  bindAuthenticator,
  hasAuthenticator,
  labelOf,
  offerAuthenticator,
  unbindAuthenticator,
  welcomeAuthenticatorCode,
} from './authenticators.ts'
import { captchaRelief } from './captcha.ts'
import { changePassword } from './change-password.ts'
import { bindEmail, boundEmail, emailOf, sendNewEmailCode, sendOldEmailCode } from './email.ts'
import { codeLimits, limits } from './limits.ts'
import type { PasswordDeps } from './passwords.ts'
import {
  changePayPassword,
  payPasswordOf,
  resetPayPassword,
  sendPayPasswordCode,
  setPayPassword,
} from './pay-passwords.ts'
import { proofBy } from './proof.ts'
import { readEmail } from './targets.ts'

/** The calls of an account's security settings. */
export function safeRoutes(deps: PasswordDeps): readonly Route[] {
  const { platform } = deps
  const { db } = platform
  const needs = [active]
  const proof = proofBy(deps)
  return [
    routeByAction(safe.google, {
      state: { handle: ({ session }) => authenticatorOf(db, session.userId) },
      offer: {
        needs,
        proof,
        handle: async ({ session: { userId }, prove, commit }) => {
          if (await hasAuthenticator(readFrom(platform), userId)) throw new Refusal('authenticatorBound')
          await prove()
          const label = await labelOf(db, userId)
          return commit((unit) => offerAuthenticator(unit, userId, label))
        },
      },
      bind: {
        // A correct code returns its attempt.
        limits: [limits.authenticator],
        needs,
        handle: async ({ session, input, commit }) => {
          const bound = await commit((unit) => bindAuthenticator(unit, session, input.code))
          await welcomeAuthenticatorCode(platform, session.userId)
          return bound
        },
      },
      unbind: {
        needs,
        proof,
        handle: async ({ session, prove, commit }) => {
          if (!(await hasAuthenticator(readFrom(platform), session.userId))) throw new Refusal('authenticatorNotBound')
          await prove()
          return commit((unit) => unbindAuthenticator(unit, session))
        },
      },
    }),
    routeByAction(safe.payPassword, {
      state: { handle: ({ session }) => payPasswordOf(deps, session.userId) },
      set: { needs, proof, handle: (handled) => setPayPassword(deps, handled) },
      change: {
        failures: [limits.payPassword, limits.passwordAgain],
        needs,
        handle: (handled) => changePayPassword(deps, handled),
      },
      sendCode: {
        limits: codeLimits,
        relief: captchaRelief,
        target: async ({ session }) => (await boundEmail(deps, session.userId)).value,
        needs,
        handle: ({ session, lang }) => sendPayPasswordCode(deps, session.userId, lang),
      },
      reset: { needs, proof, handle: (handled) => resetPayPassword(deps, handled) },
    }),
    routeByAction(safe.email, {
      state: { handle: ({ session }) => emailOf(deps, session.userId) },
      sendNew: {
        limits: codeLimits,
        relief: captchaRelief,
        target: ({ input }) => readEmail(input.email).value,
        needs,
        handle: ({ session, input, lang }) => sendNewEmailCode(deps, session.userId, input.email, lang),
      },
      sendOld: {
        limits: codeLimits,
        relief: captchaRelief,
        target: async ({ session }) => (await boundEmail(deps, session.userId)).value,
        needs,
        handle: ({ session, lang }) => sendOldEmailCode(deps, session.userId, lang),
      },
      bind: { needs, proof, handle: (handled) => bindEmail(deps, handled) },
    }),
    route(safe.updatePassword, {
      failures: [limits.passwordAgain, limits.payPassword, limits.authenticator],
      needs,
      handle: async (handled) => {
        await changePassword(deps, handled)
        return null
      },
    }),
  ]
}
