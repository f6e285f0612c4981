import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import { decodeAttestationObject } from '@simplewebauthn/server/helpers'
import type { Attestation, Passkey, PasskeyList, PasskeyOffer } from '../../src/api/account/passkeys.ts'
import type { Assertion } from '../../src/api/account/user.ts'
import { Refusal } from '../../src/api/wire/messages.ts'
import { tellUser } from '../inbox/module.ts'
import { type Clock, nowSeconds } from '../platform/clock.ts'
import type { Platform } from '../platform/context.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import type { Session } from '../platform/http/route.ts'
import { readFrom } from '../platform/unit/defer.ts'
import { lockUsers } from '../platform/unit/group.ts'
import type { Unit } from '../platform/unit/unit.ts'
import { endOtherSessions, readAgent } from '../user/module.ts'
import { hasAuthenticator, labelOf } from './authenticators.ts'
import { CHALLENGE_SECONDS, makeChallenge, takeChallenge } from './passkey-challenges.ts'
import type { RelyingParty } from './relying-party.ts'

/** Maximum number of passkeys of a user. */
export const PASSKEYS_MAX = 10

// RFC 9053: EdDSA, ES256 and RS256, which every platform has one of.
const ALGORITHMS = [-8, -7, -257]

const rowsOf = (db: Db | Tx, userId: string) =>
  db.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('created_at').orderBy('id').execute()

/** A user's passkeys, oldest first. */
export const passkeysOf = async (db: Db | Tx, userId: string): Promise<Passkey[]> =>
  (await rowsOf(db, userId)).map(({ id, name, created_at, used_at }) => ({
    ...{ id, name },
    createdAt: Number(created_at),
    usedAt: used_at === null ? null : Number(used_at),
  }))

/** A user's passkeys, and what changing them requires. */
export async function passkeyListOf(platform: Platform, userId: string): Promise<PasskeyList> {
  const authenticator = await hasAuthenticator(readFrom(platform), userId)
  return { passkeys: await passkeysOf(platform.db, userId), authenticator, offer: null }
}

/** What a browser creates a new passkey of a user with. @throws Refusal `tooManyPasskeys` */
export async function offerPasskey(platform: Platform, userId: string, party: RelyingParty): Promise<PasskeyOffer> {
  const rows = await rowsOf(platform.db, userId)
  if (rows.length >= PASSKEYS_MAX) throw new Refusal('tooManyPasskeys')
  const name = await labelOf(platform.db, userId)
  return {
    challenge: await makeChallenge(platform, userId),
    rp: { id: party.id, name: 'Quoin' },
    user: { id: handleOf(userId), name, displayName: name },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' })),
    timeout: CHALLENGE_SECONDS * 1000,
    attestation: 'none',
    excludeCredentials: rows.map(({ credential_id }) => ({ id: credential_id, type: 'public-key' })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  }
}

/**
 * Whether an attestation names no certificates: it is `none`, or by the new key itself. For others the library fetches addresses that their
 * certificates name, which the caller chooses (WebAuthn level 3, sections 8.2 and 8.7).
 */
export function isWithoutCertificates(attestationObject: string): boolean {
  try {
    const decoded = decodeAttestationObject(Uint8Array.from(Buffer.from(attestationObject, 'base64url')))
    const format = decoded.get('fmt')
    return format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined)
  } catch {
    return false
  }
}

/** A checked passkey, not yet stored. */
export type NewPasskey = { credential_id: string; public_key: string; counter: bigint }

/**
 * Checks a browser's answer to an offer, which uses up its challenge.
 *
 * @throws Refusal `passkeyRefused`
 */
export async function readPasskey(
  platform: Platform,
  userId: string,
  { id, ...response }: Attestation,
  party: RelyingParty,
): Promise<NewPasskey> {
  const expectedChallenge = await takeChallenge(platform, response.clientDataJSON, userId)
  if (!isWithoutCertificates(response.attestationObject)) throw new Refusal('passkeyRefused')
  const { registrationInfo } = await accepted(
    platform,
    verifyRegistrationResponse({
      response: { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} },
      ...{ expectedChallenge, expectedOrigin: party.origin, expectedRPID: party.id },
      ...{ requireUserVerification: true, supportedAlgorithmIDs: ALGORITHMS },
    }),
  )
  if (!registrationInfo) throw new Refusal('passkeyRefused')
  const { credential } = registrationInfo
  return {
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey).toString('base64url'),
    counter: BigInt(credential.counter),
  }
}

/**
 * Stores a user's new passkey, and sends a message.
 *
 * @param given its name; if empty, it is named after the browser and system that describe themselves in `agent`
 * @throws Refusal `tooManyPasskeys`; `passkeyExists` if the credential is stored already, `passkeyRefused` if for another user
 */
export async function addPasskey(
  unit: Unit,
  { userId }: Session,
  { passkey, name: given, agent }: { passkey: NewPasskey; name: string; agent: string },
): Promise<void> {
  const { platform, tx } = unit
  const { browser, system } = readAgent(agent)
  const name = given || [browser, system].filter((part) => part !== null).join(' · ') || 'Passkey'
  // Of concurrent additions each counts the earlier ones.
  await lockUsers(platform, tx, [userId])
  const rows = await rowsOf(tx, userId)
  if (rows.some(({ credential_id }) => credential_id === passkey.credential_id)) throw new Refusal('passkeyExists')
  if (rows.length >= PASSKEYS_MAX) throw new Refusal('tooManyPasskeys')
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('passkeys')
    .values({
      ...{ id: platform.ids(), user_id: userId, ...passkey, name },
      ...{ created_at: BigInt(nowSeconds(platform.clock)), used_at: null },
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n) throw new Refusal('passkeyRefused')
  await tellUser(unit, userId, { kind: 'security', key: 'passkeyAdded', params: { name } })
}

/**
 * Removes a user's passkey, ends the other sessions, because its device may be in other hands, and sends a message.
 *
 * @throws Refusal `dataNotFound`
 */
export async function removePasskey(unit: Unit, session: Session, id: string): Promise<void> {
  const { userId } = session
  const gone = await unit.tx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('name')
    .executeTakeFirst()
  if (!gone) throw new Refusal('dataNotFound')
  await endOtherSessions(unit, session)
  await tellUser(unit, userId, { kind: 'security', key: 'passkeyRemoved', params: { name: gone.name } })
}

/** Removes all of a user's passkeys, and sends a message for each. @returns how many there were */
export async function forgetPasskeys(unit: Unit, userId: string): Promise<number> {
  const gone = await unit.tx.deleteFrom('passkeys').where('user_id', '=', userId).returning('name').execute()
  for (const { name } of gone) {
    await tellUser(unit, userId, { kind: 'security', key: 'passkeyRemoved', params: { name } })
  }
  return gone.length
}

/** A passkey that has signed: its row with the counter of before, and the counter that it signed. */
export type SignedPasskey = { id: string; userId: string; counter: bigint; newCounter: bigint }

/**
 * Checks a passkey's signature, which uses up its challenge: made for this party, by a device that has verified its user.
 *
 * @param owner whose passkey it has to be; by default anyone's
 * @returns what `notePasskeyUse` notes
 * @throws Refusal `passkeyRefused`
 */
export async function checkPasskey(
  platform: Platform,
  { id, userHandle, ...response }: Assertion,
  party: RelyingParty,
  owner?: string,
): Promise<SignedPasskey> {
  const expectedChallenge = await takeChallenge(platform, response.clientDataJSON, null)
  const row = await platform.db.selectFrom('passkeys').selectAll().where('credential_id', '=', id).executeTakeFirst()
  if (
    !row ||
    row.user_id !== (owner ?? row.user_id) ||
    (userHandle ?? handleOf(row.user_id)) !== handleOf(row.user_id)
  ) {
    throw new Refusal('passkeyRefused')
  }
  const { verified, authenticationInfo } = await accepted(
    platform,
    verifyAuthenticationResponse({
      response: { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} },
      credential: {
        id,
        publicKey: new Uint8Array(Buffer.from(row.public_key, 'base64url')),
        counter: Number(row.counter),
      },
      ...{ expectedChallenge, expectedOrigin: party.origin, expectedRPID: party.id, requireUserVerification: true },
    }),
  )
  if (!verified) throw new Refusal('passkeyRefused')
  return { id: row.id, userId: row.user_id, counter: row.counter, newCounter: BigInt(authenticationInfo.newCounter) }
}

/**
 * Notes that a passkey was used. Within the unit that starts a session, so that one of a passkey that is being removed does not outlast it.
 *
 * @throws Refusal `passkeyRefused`
 */
export async function notePasskeyUse(
  db: Db | Tx,
  clock: Clock,
  { id, counter, newCounter }: SignedPasskey,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ counter: newCounter, used_at: BigInt(nowSeconds(clock)) })
    .where('id', '=', id)
    .where('counter', '=', counter)
    .executeTakeFirst()
  // It was removed meanwhile, or a copy of its key has the same count.
  if (numUpdatedRows !== 1n) throw new Refusal('passkeyRefused')
}

/** Outcome of the library, which throws for whatever is wrong. */
const accepted = <T>({ log }: Platform, verifying: Promise<T>): Promise<T> =>
  verifying.catch((error: unknown) => {
    log.info({ reason: error instanceof Error ? error.message : String(error) }, 'passkey refused')
    throw new Refusal('passkeyRefused')
  })

/** WebAuthn's user handle: the user's id, which says nothing about the person. */
const handleOf = (userId: string) => Buffer.from(userId).toString('base64url')
