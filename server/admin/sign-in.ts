import { Refusal } from '../../src/api/wire/messages.ts'
import { noteAct } from '../audit/module.ts'
import { wait } from '../platform/clock.ts'
import type { Platform } from '../platform/context.ts'
import { admitAll, countsFrom, giveBackAll, type Limit, networkOf, tooMany } from '../platform/throttle.ts'
import { commit } from '../platform/unit/unit.ts'
import { type PasswordDeps, SLOW_MS } from '../security/module.ts'
import { findOperator, takeCode } from './operators.ts'
import { startAdminSession } from './sessions.ts'

const MINUTE = 60

/** Limits of attempts: as for users, but fewer. An operator cannot be locked out of a device that they have used. */
const limits = {
  /** For one name from one network. */
  pair: { name: 'desk pair', points: 5, seconds: 15 * MINUTE },
  address: { name: 'desk address', points: 20, seconds: 15 * MINUTE },
  /** For one name from anywhere: past it each attempt is delayed. */
  operator: { name: 'desk operator', points: 10, seconds: 60 * MINUTE },
  /** Of codes with the correct password: for one name from unknown devices together, and from each known device. */
  code: { name: 'desk code', points: 5, seconds: 15 * MINUTE },
  /** Refusals stored in the audit log, for one name. */
  noted: { name: 'desk refusals noted', points: 5, seconds: 60 * MINUTE },
} as const satisfies Record<string, Limit>

/** A sign-in's credentials and origin. `device`: the browser's token from an earlier sign-in. */
export type SignIn = { name: string; password: string; code: string; address: string; device: string | undefined }

const DEVICE_USE = 'desk device'

/**
 * Signs an operator in with name, password and authenticator code. The answer does not reveal which of the three was wrong; the audit log
 * has sign-ins and refusals.
 *
 * @returns the token, and the cookie that makes this browser a known device
 * @throws Refusal `wrongPassword`, `tooManyRequests`
 */
export async function signInOperator(deps: PasswordDeps, signIn: SignIn): Promise<{ token: string; device: string }> {
  const { platform } = deps
  const { name, address } = signIn
  try {
    const signedIn = await prove(deps, signIn)
    await note(platform, name, 'desk sign-in', `from ${address}`)
    return signedIn
  } catch (error) {
    if (error instanceof Refusal) await noteRefused(platform, name, `${error.key}, from ${address}`)
    throw error
  }
}

const note = (platform: Platform, who: string, act: string, why: string) =>
  commit(platform, (unit) => noteAct(unit, { who, act, userId: null, why }))

/** Only for existing operators, and bounded, so that a stranger cannot fill the log. */
async function noteRefused(platform: Platform, name: string, why: string): Promise<void> {
  if (!(await findOperator(platform.db, name))) return
  if (!(await platform.throttle.take(limits.noted, name)).allowed) return
  await note(platform, name, 'desk sign-in refused', why)
}

async function prove({ platform, passwords }: PasswordDeps, { name, password, code, address, device }: SignIn) {
  const { throttle, clock, db } = platform
  const pair = `${networkOf(address)} ${name}`
  const ofAddress = countsFrom(limits.address, address)
  await admitAll(throttle, ofAddress)
  const ofPair = await throttle.take(limits.pair, pair)
  if (!ofPair.allowed) throw tooMany(ofPair.waitMs)
  if (!(await throttle.take(limits.operator, name)).allowed) await wait(clock, SLOW_MS)

  const row = await findOperator(db, name)
  const isRight = await passwords.verify(password, row?.password_hash, { account: `desk ${name}`, address })
  if (!row || !isRight) throw new Refusal('wrongPassword')
  const known = device === undefined ? undefined : deviceOf(platform, name, device)
  // New credentials (`desk renew`) reset the count, which lets an operator back in on a new device.
  const codes = `${name} ${known ?? row.sealed.slice(-16)}`
  if (!(await throttle.take(limits.code, codes)).allowed) {
    platform.log.warn({ operator: name, address }, 'wrong authenticator codes after a correct operator password')
    // The same answer: otherwise it would reveal which password is right.
    throw new Refusal('wrongPassword')
  }
  if (!(await takeCode(platform, row, code))) throw new Refusal('wrongPassword')
  const token = await startAdminSession(platform, row)
  if (token === undefined) throw new Refusal('wrongPassword')
  await throttle.clear(limits.pair, pair)
  await throttle.clear(limits.code, codes)
  await throttle.giveBack(limits.operator, name)
  await giveBackAll(throttle, ofAddress)
  return { token, device: known === undefined ? platform.vault.seal(DEVICE_USE, name, platform.ids()) : (device ?? '') }
}

/** The id of this operator's device; none if it is another operator's, or forged. */
function deviceOf({ vault }: Platform, name: string, device: string): string | undefined {
  try {
    return vault.open(DEVICE_USE, name, device)
  } catch {
    return undefined
  }
}
