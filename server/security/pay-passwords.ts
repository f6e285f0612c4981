import type { PayPasswordInfo, Proof, payPassword } from '../../src/api/account/safe.ts'
import type { Input } from '../../src/api/wire/call.ts'
import type { Lang } from '../../src/api/wire/fields.ts'
import { Refusal } from '../../src/api/wire/messages.ts'
import { type Message, tellUser } from '../inbox/module.ts'
import { nowSeconds } from '../platform/clock.ts'
import { compiled } from '../platform/database/compiled.ts'
import { isOneOf, toJson } from '../platform/database/rows.ts'
import type { Handled } from '../platform/http/route.ts'
import { admit } from '../platform/throttle.ts'
import { type Loader, type Reads, readFrom } from '../platform/unit/defer.ts'
import { hasAuthenticator } from './authenticators.ts'
import { checkCode, sendCode, useCode as takeCode } from './codes.ts'
import { boundEmail } from './email.ts'
import { limits } from './limits.ts'
import { isCommon, type PasswordDeps } from './passwords.ts'
import { requirePassword } from './proof.ts'
import { maskedEmail } from './targets.ts'

type Asked<Action> = Handled<typeof payPassword, Extract<Input<typeof payPassword>, { action: Action }>>

const added: Message = { kind: 'security', key: 'payPasswordAdded', params: {} }
const changed: Message = { kind: 'security', key: 'payPasswordChanged', params: {} }

const userOf = ({ platform: { db } }: PasswordDeps, userId: string) =>
  db.selectFrom('users').select(['password_hash', 'email']).where('id', '=', userId).executeTakeFirstOrThrow()

/** The hash of a user's transaction password, or `undefined` if none is set. */
export const payPasswordHash = ({ platform }: PasswordDeps, userId: string): Promise<string | undefined> =>
  readFrom(platform).read(hashes, userId)

/** Whether a user has set a transaction password. */
export const hasPayPassword = async (reads: Reads, userId: string): Promise<boolean> =>
  (await reads.read(hashes, userId)) !== undefined

const hashesOf = compiled((db, users: string) =>
  db
    .selectFrom('pay_passwords')
    .select(['user_id', 'password_hash'])
    .where(isOneOf(db, 'user_id', users)),
)

const hashes: Loader<string | undefined> = {
  ofUser: true,
  none: undefined,
  load: async (db, users) =>
    new Map((await hashesOf(db, toJson(users))).map(({ user_id, password_hash }) => [user_id, password_hash])),
}

/** Whether a user has a transaction password, and what changing it requires. */
export async function payPasswordOf(deps: PasswordDeps, userId: string): Promise<PayPasswordInfo> {
  const { email } = await userOf(deps, userId)
  return {
    set: (await payPasswordHash(deps, userId)) !== undefined,
    authenticator: await hasAuthenticator(readFrom(deps.platform), userId),
    email: email === null ? null : maskedEmail(email),
    sent: null,
  }
}

/**
 * Requires the transaction password, before money leaves.
 *
 * @throws Refusal `payPasswordNotSet`, `wrongPayPassword`; `tooManyRequests` after five wrong ones in an hour
 */
export async function requirePayPassword(deps: PasswordDeps, userId: string, password: string): Promise<void> {
  const hash = await payPasswordHash(deps, userId)
  if (hash === undefined) throw new Refusal('payPasswordNotSet')
  await requirePassword(deps, userId, { password, hash, wrong: 'wrongPayPassword', limit: limits.payPassword })
}

/**
 * Sets the first transaction password, and sends a message.
 *
 * @throws Refusal `payPasswordSet`, and the errors of `requireForm` and the proof
 */
export async function setPayPassword(
  deps: PasswordDeps,
  { session: { userId }, input, prove, commit }: Asked<'set'>,
): Promise<PayPasswordInfo> {
  if ((await payPasswordHash(deps, userId)) !== undefined) throw new Refusal('payPasswordSet')
  requireForm(input)
  await prove()
  const row = await newRow(deps, userId, input.password)
  await commit(async (unit) => {
    const { numInsertedOrUpdatedRows } = await unit.tx
      .insertInto('pay_passwords')
      .values({ user_id: userId, ...row })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows !== 1n) throw new Refusal('payPasswordSet')
    await tellUser(unit, userId, added)
  })
  return payPasswordOf(deps, userId)
}

/**
 * Changes the transaction password by the old one, and sends a message.
 *
 * @throws Refusal the errors of `requirePayPassword` and `requireForm`
 */
export async function changePayPassword(
  deps: PasswordDeps,
  { session: { userId }, input, commit }: Asked<'change'>,
): Promise<PayPasswordInfo> {
  const before = await payPasswordHash(deps, userId)
  requireForm(input)
  await requirePayPassword(deps, userId, input.oldPassword)
  const { password_hash } = await userOf(deps, userId)
  if (password_hash !== null) {
    // It reveals whether a guess is the password, so it counts as one.
    await admit(deps.platform.throttle, limits.passwordAgain, userId)
    if (await deps.passwords.verify(input.password, password_hash, { account: userId }))
      throw new Refusal('payPasswordSame')
  }
  const row = await newRow(deps, userId, input.password)
  await commit(async (unit) => {
    const { numUpdatedRows } = await unit.tx
      .updateTable('pay_passwords')
      .set(row)
      .where('user_id', '=', userId)
      .where('password_hash', '=', before ?? '')
      .executeTakeFirst()
    // A concurrent change came first: the old password is no longer valid.
    if (numUpdatedRows !== 1n) throw new Refusal('wrongPayPassword')
    await tellUser(unit, userId, changed)
  })
  return payPasswordOf(deps, userId)
}

/**
 * Sends the code that a reset requires, to the bound e-mail address.
 *
 * @throws Refusal `dataNotFound` if none is bound
 */
export async function sendPayPasswordCode(deps: PasswordDeps, userId: string, lang: Lang): Promise<PayPasswordInfo> {
  const sent = await sendCode(deps.platform, await boundEmail(deps, userId), 'payPassword', lang)
  return { ...(await payPasswordOf(deps, userId)), sent }
}

/**
 * Replaces a forgotten transaction password, resets its failed attempts, and sends a message.
 *
 * @throws Refusal `payPasswordNotSet`, `wrongVerificationCode`, and the errors of `requireForm` and the proof
 */
export async function resetPayPassword(
  deps: PasswordDeps,
  { session: { userId }, input, prove, commit }: Asked<'reset'>,
): Promise<PayPasswordInfo> {
  const { platform } = deps
  if ((await payPasswordHash(deps, userId)) === undefined) throw new Refusal('payPasswordNotSet')
  requireForm(input)
  const { email } = await userOf(deps, userId)
  const ticket =
    email === null
      ? undefined
      : await checkCode(platform, { kind: 'email', value: email }, 'payPassword', input.emailCode ?? '')
  await prove()
  const row = await newRow(deps, userId, input.password)
  await commit(async (unit) => {
    if (ticket !== undefined) await takeCode(unit, ticket)
    await unit.tx.updateTable('pay_passwords').set(row).where('user_id', '=', userId).execute()
    await tellUser(unit, userId, changed)
  })
  await platform.throttle.clear(limits.payPassword, userId)
  return payPasswordOf(deps, userId)
}

/** @throws Refusal `passwordsInconsistent`, `passwordTooCommon`, `payPasswordSame` for the password of the proof */
function requireForm({ password, confirm, proof }: { password: string; confirm: string; proof?: Proof }): void {
  if (password !== confirm) throw new Refusal('passwordsInconsistent')
  if (isCommon(password)) throw new Refusal('passwordTooCommon')
  // If the proof is wrong, that refusal takes precedence.
  if (password === proof?.password) throw new Refusal('payPasswordSame')
}

async function newRow({ platform, passwords }: PasswordDeps, account: string, password: string) {
  return { password_hash: await passwords.hash(password, { account }), updated_at: BigInt(nowSeconds(platform.clock)) }
}
