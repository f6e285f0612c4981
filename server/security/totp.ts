import { Secret, TOTP } from 'otpauth'
import type { Random } from '../platform/random.ts'

const SECRET_BYTES = 20
const STEP_SECONDS = 30
/** Clocks differ: the step before and the step after count too (RFC 6238, section 5.2). */
const STEPS_AWAY_MAX = 1

// The parameters that every authenticator supports: SHA-1, six digits, thirty seconds.
const totpOf = (secret: string, { issuer = 'Quoin', label = '' } = {}) =>
  new TOTP({
    issuer,
    label,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: STEP_SECONDS,
  })

/** A new secret for an authenticator, in base 32. */
export const newTotpSecret = (random: Random): string =>
  new Secret({ buffer: Uint8Array.from(random.bytes(SECRET_BYTES)).buffer }).base32

/** The URI of a secret for an authenticator. `label`: its owner, for the list in the authenticator. */
export const totpUri = (secret: string, of: { issuer?: string; label: string }): string => totpOf(secret, of).toString()

/** The time step of this code, or `undefined` if it is none of those around `now`, in ms. Accept each step once. */
export function totpStep(secret: string, code: string, now: number): bigint | undefined {
  const away = totpOf(secret).validate({ token: code, timestamp: now, window: STEPS_AWAY_MAX })
  return away === null ? undefined : BigInt(Math.floor(now / 1000 / STEP_SECONDS) + away)
}
