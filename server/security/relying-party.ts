import { isIP } from 'node:net'
import { Refusal } from '../../src/api/wire/messages.ts'
import type { Platform } from '../platform/context.ts'
import { signInOrigin } from './siwe.ts'

/** The party that passkeys are made for (WebAuthn's RP): its id is a domain, and pages of its origin may use them. */
export type RelyingParty = { id: string; origin: string }

/**
 * The only relying party of this server: PUBLIC_URL's domain and origin, or else `localhost`, where the server runs for its developer.
 *
 * @param host as requested, which counts only if it is local
 * @throws Refusal `configurationError` without either: a network address is no domain
 */
export function relyingParty({ config, log }: Platform, host: string | undefined): RelyingParty {
  const origin = signInOrigin(config.PUBLIC_URL, host)
  if (origin && isIP(origin.hostname.replace(/^\[|\]$/g, '')) === 0) {
    return { id: origin.hostname, origin: origin.origin }
  }
  log.warn({ host }, 'no passkey can be used on this host: set PUBLIC_URL to a domain')
  throw new Refusal('configurationError')
}
