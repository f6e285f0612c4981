import * as v from 'valibot'
import { assertion } from '../../src/api/account/user.ts'
import { Refusal } from '../../src/api/wire/messages.ts'
import type { Platform } from '../platform/context.ts'
import { admit } from '../platform/throttle.ts'
import { readFrom } from '../platform/unit/defer.ts'
import { hasAuthenticator, requireAuthenticatorCode } from './authenticators.ts'
import { limits } from './limits.ts'
import { checkPasskey, notePasskeyUse } from './passkeys.ts'
import { relyingParty } from './relying-party.ts'

const assertionText = v.pipe(v.string(), v.parseJson(), assertion)

/**
 * Requires, if an authenticator is bound, its code or a passkey of the same user.
 *
 * @throws Refusal `authenticatorCodeRequired`, `wrongAuthenticatorCode`, `passkeyRefused`, `configurationError`; `tooManyRequests` after
 *   five wrong ones
 */
export async function requireSecondFactor(
  platform: Platform,
  userId: string,
  { code, passkey }: { code: string | undefined; passkey: string | undefined },
  { host }: { host: string | undefined },
): Promise<void> {
  if (passkey === undefined) return requireAuthenticatorCode(platform, userId, code)
  if (!(await hasAuthenticator(readFrom(platform), userId))) return
  await admit(platform.throttle, limits.authenticator, userId)
  const read = v.safeParse(assertionText, passkey)
  if (!read.success) throw new Refusal('passkeyRefused')
  await notePasskeyUse(
    platform.db,
    platform.clock,
    await checkPasskey(platform, read.output, relyingParty(platform, host), userId),
  )
  await platform.throttle.giveBack(limits.authenticator, userId)
}
