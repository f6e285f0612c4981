import * as passkey from '../../src/api/account/passkeys.ts'
import * as user from '../../src/api/account/user.ts'
import type { Call, Input } from '../../src/api/wire/call.ts'
import type { Platform } from '../platform/context.ts'
import { type Handled, type Route, route } from '../platform/http/route.ts'
import { PAPER_INVITE_CODE } from '../user/module.ts'
import { makeCaptcha, captchaRelief as relief } from './captcha.ts'
import { readOutbox, sendCode } from './codes.ts'
import { resetPassword } from './forget.ts'
import { codeLimits, limits } from './limits.ts'
import { CHALLENGE_SECONDS, makeChallenge } from './passkey-challenges.ts'
import { passkeyRoutes } from './passkey-routes.ts'
import type { PasswordDeps, Passwords } from './passwords.ts'
import { relyingParty } from './relying-party.ts'
import { safeRoutes } from './safe.ts'
import { type Caller, signIn, signInByPasskey, signInByWallet, signUp } from './sign-in.ts'
import { makeSignInMessage } from './siwe.ts'
import { areaCodes, readEmail, readPhone, readTarget } from './targets.ts'

/** The calls of authentication. */
export function securityRoutes(platform: Platform, passwords: Passwords): readonly Route[] {
  const deps: PasswordDeps = { platform, passwords }
  return [
    route(user.captcha, async () => makeCaptcha(platform)),
    route(user.login, {
      limits: [limits.loginEvery],
      relief,
      failures: [limits.loginFree, limits.loginPair, limits.loginAccount, limits.loginAddress, limits.authenticator],
      handle: (handled) => signIn(deps, handled.input, callerOf(handled), handled.admitNetwork),
    }),
    route(user.register, {
      limits: [limits.registerAddress, limits.registerTarget],
      relief,
      target: ({ input }) => readTarget(input.target).value,
      handle: (handled) => signUp(deps, handled.input, callerOf(handled)),
    }),
    route(user.forget, {
      limits: [limits.forgetAddress, limits.forgetTarget],
      relief,
      target: ({ input }) => readTarget(input.target).value,
      failures: [limits.payPassword],
      handle: async ({ input }) => {
        await resetPassword(deps, input)
        return null
      },
    }),
    route(user.nonce, {
      limits: [limits.nonceAddress],
      relief,
      handle: ({ input, request }) => makeSignInMessage(platform, input, request.headers.host),
    }),
    route(user.addressreg, {
      limits: [limits.walletAddress],
      relief,
      failures: [limits.contractWallets],
      handle: (handled) => signInByWallet(deps, handled.input, callerOf(handled)),
    }),
    route(passkey.passkeyChallenge, {
      limits: [limits.nonceAddress],
      relief,
      handle: async ({ request }) => ({
        rpId: relyingParty(platform, request.headers.host).id,
        challenge: await makeChallenge(platform, null),
        timeout: CHALLENGE_SECONDS * 1000,
        userVerification: 'required' as const,
      }),
    }),
    route(passkey.passkeySignIn, {
      limits: [limits.passkeyAddress],
      relief,
      handle: (handled) => signInByPasskey(deps, handled.input, callerOf(handled)),
    }),
    route(user.smsCode, {
      limits: codeLimits,
      relief,
      target: ({ input }) => phoneOf(input).value,
      handle: ({ input, lang }) => sendCode(platform, phoneOf(input), input.purpose, lang),
    }),
    route(user.mailCode, {
      limits: codeLimits,
      relief,
      target: ({ input }) => readEmail(input.email).value,
      handle: ({ input, lang }) => sendCode(platform, readEmail(input.email), input.purpose, lang),
    }),
    route(user.areaCodes, async () => [...areaCodes]),
    route(user.outbox, async ({ input }) => ({
      inviteCode: PAPER_INVITE_CODE,
      message:
        input.ticket === undefined ? null : await readOutbox(platform, input.ticket, ['register', 'payPassword']),
    })),
    ...safeRoutes(deps),
    passkeyRoutes(deps),
  ]
}

const callerOf = ({ address, lang, request }: Pick<Handled<Call>, 'address' | 'lang' | 'request'>): Caller => ({
  address,
  lang,
  host: request.headers.host,
  agent: request.headers['user-agent'] ?? '',
})

const phoneOf = ({ areaCode, phone }: Input<typeof user.smsCode>) => readPhone(areaCode, phone)
