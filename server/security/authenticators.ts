import type { Authenticator } from '../../src/api/account/safe.ts'
import { Refusal } from '../../src/api/wire/messages.ts'
import { tellUser } from '../inbox/module.ts'
import { nowSeconds } from '../platform/clock.ts'
import type { Platform } from '../platform/context.ts'
import { compiled } from '../platform/database/compiled.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { isOneOf, toJson } from '../platform/database/rows.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { Session } from '../platform/http/route.ts'
import { randomText } from '../platform/random.ts'
import { admit } from '../platform/throttle.ts'
import { type Loader, type Reads, readFrom } from '../platform/unit/defer.ts'
import type { Unit } from '../platform/unit/unit.ts'
import { endOtherSessions, endSessionsOf } from '../user/module.ts'
import { limits } from './limits.ts'
import { newTotpSecret, totpStep, totpUri } from './totp.ts'

type Row = Tables['authenticators']

const USE = 'authenticator'
const RECOVERY_USE = 'recovery code'
const OFFER_SECONDS = 900
const RECOVERY_CODES = 10
// Without letters and digits that look alike. Ten of them are 49 bits.
const RECOVERY_ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const RECOVERY_LENGTH = 10

const bound = compiled((db, users: string) =>
  db
    .selectFrom('authenticators')
    .select('user_id')
    .where('state', '=', 'bound')
    .where(isOneOf(db, 'user_id', users)),
)

/** Whether a user has a bound authenticator. Concurrent reads share one statement. */
export const hasAuthenticator = (reads: Reads, userId: string): Promise<boolean> => reads.read(whoHasOne, userId)

const whoHasOne: Loader<boolean> = {
  ofUser: true,
  none: false,
  load: async (db, users) => new Map((await bound(db, toJson(users))).map(({ user_id }) => [user_id, true])),
}

const rowOf = (tx: Db | Tx, userId: string): Promise<Row | undefined> =>
  tx.selectFrom('authenticators').selectAll().where('user_id', '=', userId).executeTakeFirst()

/** The state of a user's authenticator, without its secrets. */
export async function authenticatorOf(tx: Db | Tx, userId: string): Promise<Authenticator> {
  const codes = await tx.selectFrom('recovery_codes').select('code_hash').where('user_id', '=', userId).execute()
  return {
    bound: (await rowOf(tx, userId))?.state === 'bound',
    recoveryCodesLeft: codes.length,
    offer: null,
    recoveryCodes: null,
  }
}

/** The label of an authenticator, for the list in the app that shows its codes. */
export async function labelOf(db: Db, userId: string): Promise<string> {
  const { username, address } = await db
    .selectFrom('users')
    .select(['username', 'address'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return username ?? address ?? userId
}

/**
 * Offers a new secret, which replaces an earlier offer. It is not in effect until its first code is correct.
 *
 * @param label its owner, for the list in the authenticator
 * @throws Refusal `authenticatorBound`
 */
export async function offerAuthenticator(unit: Unit, userId: string, label: string): Promise<Authenticator> {
  const { platform, tx } = unit
  const secret = newTotpSecret(platform.random)
  const row = {
    sealed: platform.vault.seal(USE, userId, secret),
    state: 'offered' as const,
    used_step: 0n,
    created_at: BigInt(nowSeconds(platform.clock)),
  }
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('authenticators')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row).where('authenticators.state', '=', 'offered'))
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n) throw new Refusal('authenticatorBound')
  return {
    ...(await authenticatorOf(tx, userId)),
    offer: { secret, uri: totpUri(secret, { label }) },
  }
}

/**
 * Binds the offered secret by its first correct code, ends the user's other sessions, and sends a message.
 *
 * @returns its recovery codes too, which are never shown again
 * @throws Refusal `wrongAuthenticatorCode`, `authenticatorBound`, `authenticatorNotBound` without an offer of the last 15 minutes
 */
export async function bindAuthenticator(unit: Unit, session: Session, code: string): Promise<Authenticator> {
  const { platform, tx } = unit
  const { userId } = session
  const row = await rowOf(tx, userId)
  if (row?.state === 'bound') throw new Refusal('authenticatorBound')
  if (!row || Number(row.created_at) <= nowSeconds(platform.clock) - OFFER_SECONDS) {
    throw new Refusal('authenticatorNotBound')
  }
  const step = stepOf(platform, row, code)
  if (step === undefined) throw wrongCode(platform, code)
  const { numUpdatedRows } = await tx
    .updateTable('authenticators')
    .set({ state: 'bound', used_step: step })
    .where('user_id', '=', userId)
    .where('state', '=', 'offered')
    .where('sealed', '=', row.sealed)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new Refusal('authenticatorBound')
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    randomText(platform.random, RECOVERY_ALPHABET, RECOVERY_LENGTH),
  )
  await tx
    .insertInto('recovery_codes')
    .values(codes.map((each) => ({ user_id: userId, code_hash: recoveryHash(platform, userId, each) })))
    .execute()
  await endOtherSessions(unit, session)
  await tellUser(unit, userId, { kind: 'security', key: 'authenticatorAdded', params: {} })
  return {
    ...(await authenticatorOf(tx, userId)),
    recoveryCodes: codes.map((each) => `${each.slice(0, 5)}-${each.slice(5)}`),
  }
}

/**
 * Removes the owner's authenticator with its recovery codes, ends the other sessions, and sends a message. Requires a proof first.
 *
 * @throws Refusal `authenticatorNotBound`
 */
export async function unbindAuthenticator(unit: Unit, session: Session): Promise<Authenticator> {
  if (!(await removeAuthenticator(unit, session.userId))) throw new Refusal('authenticatorNotBound')
  await endOtherSessions(unit, session)
  return authenticatorOf(unit.tx, session.userId)
}

/**
 * Removes a user's authenticator with its recovery codes, sends a message, and ends every session, because a lost one may be in other
 * hands.
 *
 * @returns whether one was set up
 */
export async function forgetAuthenticator(unit: Unit, userId: string): Promise<boolean> {
  const wasBound = await removeAuthenticator(unit, userId)
  if (wasBound) await endSessionsOf(unit, userId, 'signInRequired')
  return wasBound
}

async function removeAuthenticator(unit: Unit, userId: string): Promise<boolean> {
  const { tx } = unit
  const gone = await tx.deleteFrom('authenticators').where('user_id', '=', userId).returning('state').executeTakeFirst()
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  if (gone?.state !== 'bound') return false
  await tellUser(unit, userId, { kind: 'security', key: 'authenticatorRemoved', params: {} })
  return true
}

/**
 * Requires a code if an authenticator is bound, and uses it up: each code is valid once, and none older than the newest used one.
 *
 * @throws Refusal `authenticatorCodeRequired`, `wrongAuthenticatorCode`; `tooManyRequests` after five wrong ones
 */
export async function requireAuthenticatorCode(
  platform: Platform,
  userId: string,
  code: string | undefined,
): Promise<void> {
  if (!(await countAuthenticatorCode(platform, userId, code))) return
  await takeAuthenticatorCode(platform, platform.db, userId, code)
  await welcomeAuthenticatorCode(platform, userId)
}

/**
 * Counts an attempt if an authenticator is bound, before its code is checked.
 *
 * @returns whether one is bound
 * @throws Refusal `authenticatorCodeRequired`; `tooManyRequests` after five wrong ones
 */
export async function countAuthenticatorCode(
  platform: Platform,
  userId: string,
  code: string | undefined,
): Promise<boolean> {
  if (!(await hasAuthenticator(readFrom(platform), userId))) return false
  if (code === undefined) throw new Refusal('authenticatorCodeRequired')
  await admitAuthenticatorCode(platform, userId)
  return true
}

/**
 * Uses up a code if an authenticator is bound; within a unit only if that is committed.
 *
 * @throws Refusal `wrongAuthenticatorCode`
 */
export async function takeAuthenticatorCode(
  platform: Platform,
  db: Db | Tx,
  userId: string,
  code: string | undefined,
): Promise<void> {
  const row = await rowOf(db, userId)
  if (row?.state !== 'bound') return
  if (code === undefined) throw new Refusal('wrongAuthenticatorCode')
  if (!(await takeCode(platform, db, row, code))) throw wrongCode(platform, code)
}

/** The refusal of a code. `time`: the server's, in seconds, because a device whose clock is wrong shows wrong codes. */
const wrongCode = ({ clock }: Platform, code: string): Refusal =>
  new Refusal('wrongAuthenticatorCode', code.length === RECOVERY_LENGTH ? {} : { time: String(nowSeconds(clock)) })

/** Counts an attempt, before its code is checked. @throws Refusal `tooManyRequests` */
const admitAuthenticatorCode = ({ throttle }: Platform, userId: string): Promise<void> =>
  admit(throttle, limits.authenticator, userId)

/** Returns the attempt: the code was correct. */
export const welcomeAuthenticatorCode = ({ throttle }: Platform, userId: string): Promise<void> =>
  throttle.giveBack(limits.authenticator, userId)

async function takeCode(platform: Platform, db: Db | Tx, row: Row, code: string): Promise<boolean> {
  if (code.length === RECOVERY_LENGTH) {
    const { numDeletedRows } = await db
      .deleteFrom('recovery_codes')
      .where('user_id', '=', row.user_id)
      .where('code_hash', '=', recoveryHash(platform, row.user_id, code))
      .executeTakeFirst()
    return numDeletedRows === 1n
  }
  const step = stepOf(platform, row, code)
  if (step === undefined) return false
  const { numUpdatedRows } = await db
    .updateTable('authenticators')
    .set({ used_step: step })
    .where('user_id', '=', row.user_id)
    .where('sealed', '=', row.sealed)
    .where('used_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The time step of this code, or `undefined` if it is none of the current ones. */
const stepOf = ({ vault, clock }: Platform, row: Row, code: string): bigint | undefined =>
  totpStep(vault.open(USE, row.user_id, row.sealed), code, clock.now())

/** Keyed, so that they cannot be brute-forced from a leaked database. */
const recoveryHash = ({ vault }: Platform, userId: string, code: string) =>
  vault.fingerprint(RECOVERY_USE, `${userId} ${code}`)
