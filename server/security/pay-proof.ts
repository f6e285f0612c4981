import type { Proving } from '../platform/http/rules.ts'
import {
  countAuthenticatorCode,
  hasAuthenticator,
  takeAuthenticatorCode,
  welcomeAuthenticatorCode,
} from './authenticators.ts'
import { limits } from './limits.ts'
import type { PasswordDeps } from './passwords.ts'
import { requirePayPassword } from './pay-passwords.ts'

/**
 * The proof of a call that withdraws money: the transaction password, and the code of a bound authenticator. The code is used up only if
 * the call succeeds.
 */
export const payProofBy = (deps: PasswordDeps): Proving<{ payPassword: string; code?: string | undefined }> => ({
  says: 'the transaction password, and the code of an authenticator that is bound',
  failures: [limits.payPassword, limits.authenticator],
  secrets: ['payPassword', 'code'],
  ask: async ({ userId }, { payPassword, code }) => {
    await requirePayPassword(deps, userId, payPassword)
    await countAuthenticatorCode(deps.platform, userId, code)
  },
  take: async (unit, { userId }, { code }) => {
    if (!(await hasAuthenticator(unit, userId))) return
    await takeAuthenticatorCode(deps.platform, unit.tx, userId, code)
    unit.after(() => void welcomeAuthenticatorCode(deps.platform, userId))
  },
})
