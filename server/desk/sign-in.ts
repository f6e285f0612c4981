import { Refusal } from '../../src/api/messages.ts'
import type { Clock } from '../platform/clock.ts'
import { admitAll, countsFrom, giveBackAll, type Limit, networkOf, tooMany } from '../platform/throttle.ts'
import { type Gate, SLOW_MS } from '../security/index.ts'
import { findOperator, takeDeskCode } from './operators.ts'
import { startDeskSession } from './sessions.ts'

const MINUTE = 60

/** How often one may try: as for people (ADR 21), and fewer. Nobody locks an operator out from elsewhere. */
const limits = {
  /** For one name from one network. */
  pair: { name: 'desk pair', points: 5, seconds: 15 * MINUTE },
  address: { name: 'desk address', points: 20, seconds: 15 * MINUTE },
  /** For one name from anywhere: beyond it each try waits. */
  operator: { name: 'desk operator', points: 10, seconds: 60 * MINUTE },
  /** Of codes beside the right password, for one name from anywhere: who has no password cannot use it up. */
  code: { name: 'desk code', points: 5, seconds: 15 * MINUTE },
} as const satisfies Record<string, Limit>

/**
 * Signs an operator in by name, password and the code of the authenticator. What of the three was wrong is not told.
 *
 * @returns the token
 * @throws Refusal `wrongPassword`, `tooManyRequests`
 */
export async function signInAtDesk(
  { platform, passwords }: Gate,
  { name, password, code }: { name: string; password: string; code: string },
  address: string,
): Promise<string> {
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
  if (!(await throttle.take(limits.code, name)).allowed) {
    platform.log.warn({ operator: name, address }, 'someone has the password of an operator, and tries codes')
    // It says nothing else: whoever guesses passwords would know which one is right.
    throw new Refusal('wrongPassword')
  }
  if (!(await takeDeskCode(platform, row, code))) throw new Refusal('wrongPassword')
  const token = await startDeskSession(platform, row)
  if (token === undefined) throw new Refusal('wrongPassword')
  await throttle.clear(limits.pair, pair)
  await throttle.clear(limits.code, name)
  await throttle.giveBack(limits.operator, name)
  await giveBackAll(throttle, ofAddress)
  return token
}

const wait = (clock: Clock, ms: number) => new Promise<void>((resolve) => clock.after(ms, resolve))
