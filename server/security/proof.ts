import type { Proof } from '../../src/api/account/safe.ts'
import type { SigningPurpose } from '../../src/api/account/user.ts'
import { type MessageKey, Refusal } from '../../src/api/wire/messages.ts'
import type { Session } from '../platform/http/route.ts'
import type { Proving } from '../platform/http/rules.ts'
import { admit, type Limit } from '../platform/throttle.ts'
import { requireAuthenticatorCode } from './authenticators.ts'
import { limits } from './limits.ts'
import type { PasswordDeps } from './passwords.ts'
import { checkSignature } from './siwe.ts'

/**
 * Re-authentication before an act that a stolen session must not be able to do: the password, or for an account without one a fresh
 * signature of its wallet; and the code of a bound authenticator.
 *
 * It uses up the signature and the code: call it last, just before its unit, and never within one.
 *
 * @throws Refusal `wrongPassword`, `walletSignInFailed`, `authenticatorCodeRequired`, `wrongAuthenticatorCode`, `missingParameters`;
 *   `tooManyRequests` after five wrong ones
 */
async function requireProof(
  deps: PasswordDeps,
  { userId }: Session,
  { proof, purpose }: { proof: Proof; purpose: ProvingPurpose },
): Promise<void> {
  const { platform } = deps
  const { password_hash, address } = await platform.db
    .selectFrom('users')
    .select(['password_hash', 'address'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const { password, nonce, sign, code } = proof
  if (password_hash !== null) {
    if (password === undefined) throw new Refusal('missingParameters', { field: 'proof.password' })
    await requirePassword(deps, userId, { password, hash: password_hash, wrong: 'wrongPassword' })
  } else {
    if (address === null || nonce === undefined || sign === undefined) {
      throw new Refusal('missingParameters', { field: 'proof.sign' })
    }
    await checkSignature(platform, { address, nonce, sign, purpose }, userId)
  }
  await requireAuthenticatorCode(platform, userId, code)
}

type ProvingPurpose = Exclude<SigningPurpose, 'signIn'>

/** The proof required by a call. `purpose`: of a wallet's signature. */
export const proofBy = (deps: PasswordDeps, purpose: ProvingPurpose = 'change'): Proving<{ proof: Proof }> => ({
  says: `the password, or a fresh signature of the wallet for the purpose “${purpose}”; and the code of an authenticator that is bound`,
  failures: [limits.passwordAgain, limits.contractWallets, limits.authenticator],
  ask: (session, { proof }) => requireProof(deps, session, { proof, purpose }),
})

/**
 * Compares a password with a stored hash. After five wrong ones, none is checked for a while; only someone with a session of the user can
 * cause that.
 *
 * @throws Refusal `wrong`, `tooManyRequests`
 */
export async function requirePassword(
  { platform: { throttle }, passwords }: PasswordDeps,
  userId: string,
  {
    password,
    hash,
    wrong,
    limit = limits.passwordAgain,
  }: { password: string; hash: string; wrong: MessageKey; limit?: Limit },
): Promise<void> {
  await admit(throttle, limit, userId)
  if (!(await passwords.verify(password, hash, { account: userId }))) throw new Refusal(wrong)
  await throttle.giveBack(limit, userId)
}
