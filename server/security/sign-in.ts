import * as v from 'valibot'
import type { passkeySignIn } from '../../src/api/account/passkeys.ts'
import type { addressreg, login, register } from '../../src/api/account/user.ts'
import type { Input } from '../../src/api/wire/call.ts'
import * as f from '../../src/api/wire/fields.ts'
import { Refusal } from '../../src/api/wire/messages.ts'
import type { SignInMethod } from '../../src/api/wire/session.ts'
import { isZone, UTC } from '../../src/rules/time/zone.ts'
import { documentsToAgree, keepAgreements } from '../news/module.ts'
import { wait } from '../platform/clock.ts'
import type { Acting } from '../platform/http/rules.ts'
import { isLikeId } from '../platform/random.ts'
import { networkOf, tooMany } from '../platform/throttle.ts'
import { commit, type Unit } from '../platform/unit/unit.ts'
import {
  canonicalAddress,
  createUser,
  type Device,
  findByAddress,
  findByUsername,
  findInviter,
  findUser,
  startSession,
  type UserRow,
  usernameKey,
} from '../user/module.ts'
import { checkCode, useCode } from './codes.ts'
import { limits, SLOW_MS } from './limits.ts'
import { checkPasskey, notePasskeyUse } from './passkeys.ts'
import { isCommon, type PasswordDeps } from './passwords.ts'
import { relyingParty } from './relying-party.ts'
import { requireSecondFactor } from './second-factor.ts'
import { checkSignature } from './siwe.ts'
import { readTarget } from './targets.ts'
import { isWalletHash } from './wallet-hash.ts'

/** The caller's address and language. `host`: as requested. */
export type Caller = Device & { lang: f.Lang; host: string | undefined }

/**
 * Signs in by user name and password, and the code of a bound authenticator or a passkey in place of it.
 *
 * An unknown name and a wrong password get the same answer, after the same work.
 *
 * @param admitNetwork counts the attempt for the caller's network
 * @returns the token
 * @throws Refusal `wrongPassword`, `accountFrozen`, `authenticatorCodeRequired`, `wrongAuthenticatorCode`, `passkeyRefused`,
 *   `configurationError`, `tooManyRequests`
 */
export async function signIn(
  { platform, passwords }: PasswordDeps,
  { username, password, code, passkey }: Input<typeof login>,
  caller: Caller,
  admitNetwork: Acting['admitNetwork'],
): Promise<string> {
  const { throttle } = platform
  const account = usernameKey(username)
  const pair = `${networkOf(caller.address)} ${account}`
  const giveBack = await admitNetwork(limits.loginAddress)
  const ofPair = await throttle.take(limits.loginPair, pair)
  if (!ofPair.allowed) throw tooMany(ofPair.waitMs)
  const ofAccount = await throttle.take(limits.loginAccount, account)
  const free = await throttle.take(limits.loginFree, pair)
  if (!free.allowed || !ofAccount.allowed) await wait(platform.clock, SLOW_MS)

  const user = v.is(f.username, username) ? await findByUsername(platform.db, username) : undefined
  const asker = { account: user?.id ?? account, address: caller.address }
  if (!(await passwords.verify(password, user?.password_hash, asker)) || !user) throw new Refusal('wrongPassword')
  await throttle.clear(limits.loginPair, pair)
  await throttle.clear(limits.loginFree, pair)
  await throttle.giveBack(limits.loginAccount, account)
  await giveBack()
  if (user.status !== 'frozen') await requireSecondFactor(platform, user.id, { code, passkey }, caller)
  return commit(platform, (unit) => enter(unit, user, 'password', caller))
}

/**
 * Registers a user name with an invitation and a code sent to its owner, and signs in.
 *
 * @returns the token
 * @throws Refusal `wrongEmail`, `wrongPhone`, `passwordTooCommon`, `wrongInviteCode`, `wrongVerificationCode`, `usernameExists`,
 *   `tooManyRequests`
 */
export async function signUp(
  { platform, passwords }: PasswordDeps,
  input: Input<typeof register>,
  caller: Caller,
): Promise<string> {
  const target = readTarget(input.target)
  // Operators identify users by either.
  if (isLikeId(input.username)) throw new Refusal('usernameExists')
  if (isCommon(input.password)) throw new Refusal('passwordTooCommon')
  const inviter_id = await findInviter(platform.db, input.inviteCode)
  const ticket = await checkCode(platform, target, 'register', input.code)
  // Before the unit: on SQLite everyone else would wait during the hash.
  const password_hash = await passwords.hash(input.password, { account: target.value, address: caller.address })
  const { username } = input
  // The form states this consent, above its button.
  const documents = await documentsToAgree(platform, caller.lang)
  return commit(platform, async (unit) => {
    await useCode(unit, ticket)
    const user = await createUser(unit, {
      username,
      password_hash,
      [target.kind]: target.value,
      inviter_id,
      lang: caller.lang,
      time_zone: knownZone(input.timeZone),
    })
    if (user) {
      await keepAgreements(unit, user, documents)
      return startSession(unit, user, 'password', caller)
    }
    // A target that already has an account gets the same answer as a wrong code, so as not to reveal it.
    throw new Refusal((await findByUsername(unit.tx, username)) ? 'usernameExists' : 'wrongVerificationCode')
  })
}

/**
 * Signs in by a wallet's signature, and registers its address the first time, with an invitation if there is one.
 *
 * @returns the token
 * @throws Refusal `walletSignInFailed`, `accountFrozen`, `tooManyRequests`; for a new address `wrongInviteCode`, `inviterNotFound`
 */
export async function signInByWallet(
  { platform }: Pick<PasswordDeps, 'platform'>,
  { address, sign, nonce, inviteCode, timeZone }: Input<typeof addressreg>,
  caller: Caller,
): Promise<string> {
  if (nonce !== undefined) await checkSignature(platform, { address, nonce, sign, purpose: 'signIn' }, caller.address)
  else if (!isWalletHash(platform.config, address, sign)) throw new Refusal('walletSignInFailed')
  const owner = canonicalAddress(address)
  // The signed message states this consent.
  const documents = nonce === undefined ? [] : await documentsToAgree(platform, caller.lang)
  return commit(platform, async (unit) => {
    const known = await findByAddress(unit.tx, owner)
    if (known) return enter(unit, known, 'wallet', caller)
    const inviter_id = inviteCode === undefined ? null : await findInviter(unit.tx, inviteCode)
    const created = await createUser(unit, {
      address: owner,
      inviter_id,
      lang: caller.lang,
      time_zone: knownZone(timeZone),
    })
    if (created) {
      await keepAgreements(unit, created, documents)
      return startSession(unit, created, 'wallet', caller)
    }
    // Another device of the same wallet registered concurrently.
    const first = await findByAddress(unit.tx, owner)
    if (!first) throw new Error('an address is taken and has no user')
    return enter(unit, first, 'wallet', caller)
  })
}

/**
 * Signs in by a passkey alone.
 *
 * @returns the token
 * @throws Refusal `passkeyRefused`, `accountFrozen`, `configurationError`, `tooManyRequests`
 */
export async function signInByPasskey(
  { platform }: Pick<PasswordDeps, 'platform'>,
  { captcha: _, ...passkey }: Input<typeof passkeySignIn>,
  caller: Caller,
): Promise<string> {
  const signed = await checkPasskey(platform, passkey, relyingParty(platform, caller.host))
  return commit(platform, async (unit) => {
    await notePasskeyUse(unit.tx, platform.clock, signed)
    const user = await findUser(unit.tx, signed.userId)
    if (!user) throw new Error('a passkey has no user')
    return enter(unit, user, 'passkey', caller)
  })
}

/** The time zone of a device, if this runtime knows it. */
const knownZone = (zone = UTC) => (isZone(zone) ? zone : UTC)

async function enter(unit: Unit, user: UserRow, method: SignInMethod, device: Device): Promise<string> {
  if (user.status === 'frozen') throw new Refusal('accountFrozen')
  return startSession(unit, user.id, method, device)
}
