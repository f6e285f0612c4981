import { createHash } from 'node:crypto'
import { Refusal } from '../../src/api/wire/messages.ts'
import { nowSeconds } from '../platform/clock.ts'
import type { Platform } from '../platform/context.ts'
import { compiled } from '../platform/database/compiled.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { isOneOf, toJson } from '../platform/database/rows.ts'
import { readTogether } from '../platform/database/together.ts'
import type { Session } from '../platform/http/route.ts'
import type { Topics } from '../platform/nodes/bus.ts'
import { secret } from '../platform/random.ts'
import { commit, type Unit } from '../platform/unit/unit.ts'

export const IDLE_SECONDS = 7 * 86_400
export const ABSOLUTE_SECONDS = 30 * 86_400
/** Maximum number of sessions of a user; beyond it the least recently seen one ends. */
export const SESSIONS_MAX = 20
/** Maximum number of sessions ended with each new one, for users with many from before the limit. */
const ENDED_AT_ONCE_MAX = 1_000
/** Minimum interval of writing `seen_at`, which need not be exact. */
const SEEN_SECONDS = 60

/** Tokens are random enough for a plain hash: the table does not reveal a usable token. */
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

/** The device of a session: its description of itself, and its network address. Shown only to the session's owner. */
export type Device = { agent: string; address: string }

const AGENT_LENGTH_MAX = 256

/** Starts a session, and returns its token, which is never shown again. Ends the oldest sessions if there are too many. */
export async function startSession(
  unit: Unit,
  userId: string,
  method: Session['method'],
  { agent, address }: Device,
): Promise<string> {
  const { platform, tx } = unit
  const token = secret(platform.random)
  const now = nowSeconds(platform.clock)
  const tokenHash = hashOf(token)
  await tx
    .insertInto('sessions')
    .values({
      token_hash: tokenHash,
      user_id: userId,
      method,
      created_at: BigInt(now),
      seen_at: BigInt(now),
      expires_at: BigInt(now + ABSOLUTE_SECONDS),
      // PostgreSQL stores no null character.
      agent: agent.slice(0, AGENT_LENGTH_MAX).replaceAll('\0', ''),
      address,
    })
    .execute()
  await endOldest(unit, { userId, tokenHash })
  return token
}

/** Ends a user's sessions beyond the maximum, but never this one. */
async function endOldest(unit: Unit, { userId, tokenHash }: Pick<Session, 'userId' | 'tokenHash'>): Promise<void> {
  const ended = await unit.tx
    .deleteFrom('sessions')
    .where('token_hash', 'in', (eb) =>
      eb
        .selectFrom('sessions')
        .select('token_hash')
        .where('user_id', '=', userId)
        .where('token_hash', '<>', tokenHash)
        .orderBy('seen_at', 'desc')
        .orderBy('created_at', 'desc')
        .orderBy('token_hash')
        // SQLite has no offset without a limit.
        .limit(ENDED_AT_ONCE_MAX)
        .offset(SESSIONS_MAX - 1),
    )
    .returning('token_hash')
    .execute()
  tellEnded(unit, userId, ended)
}

function tellEnded(unit: Unit, userId: string, ended: readonly { token_hash: string }[]): void {
  for (const { token_hash } of ended) {
    unit.after(() => unit.platform.bus.publish('signedOut', { userId, tokenHash: token_hash, key: 'signInRequired' }))
  }
}

const sessionsByHash = compiled((db, hashes: string) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.token_hash', 'sessions.user_id', 'sessions.method', 'sessions.seen_at', 'sessions.expires_at'])
    .select('users.status')
    .where(isOneOf(db, 'sessions.token_hash', hashes)),
)

/** Concurrent reads of sessions are batched. */
const together = readTogether(
  async (db: Db | Tx, hashes) =>
    new Map((await sessionsByHash(db, toJson(hashes))).map((session) => [session.token_hash, session])),
)

/**
 * The session of a token, or `undefined` if the token is unknown, ended, unused for 7 days, or 30 days old. Read from the table each time,
 * so that the end of a session takes effect at once, on every node.
 *
 * @throws Refusal `accountFrozen`
 */
export async function authenticate(
  platform: Platform,
  token: string,
): Promise<(Session & { status: 'active' | 'locked' }) | undefined> {
  const { db, clock } = platform
  const tokenHash = hashOf(token)
  const now = nowSeconds(clock)
  const row = await together(db, tokenHash)
  if (!row || row.expires_at <= now || row.seen_at <= now - IDLE_SECONDS) return undefined
  if (row.status === 'frozen') throw new Refusal('accountFrozen')
  if (now - Number(row.seen_at) >= SEEN_SECONDS) {
    await db
      .updateTable('sessions')
      .set({ seen_at: BigInt(now) })
      .where('token_hash', '=', tokenHash)
      .execute()
  }
  return { userId: row.user_id, method: row.method, tokenHash, status: row.status }
}

/** Ends one session, with its sockets. */
export async function endSession(platform: Platform, { userId, tokenHash }: Session): Promise<void> {
  await commit(platform, async (unit) => {
    await unit.tx.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute()
    unit.after(() => platform.bus.publish('signedOut', { userId, tokenHash, key: 'signInRequired' }))
  })
}

/** The active sessions of a user, the last seen first. */
export const sessionsOf = ({ db, clock }: Pick<Platform, 'db' | 'clock'>, userId: string) =>
  db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('expires_at', '>', BigInt(nowSeconds(clock)))
    .where('seen_at', '>', BigInt(nowSeconds(clock) - IDLE_SECONDS))
    .orderBy('seen_at', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('token_hash')
    .limit(SESSIONS_MAX)
    .execute()

/** Ends every session of a user, and their sockets; `key`: the reason sent to them. */
export async function endSessionsOf(unit: Unit, userId: string, key: Topics['signedOut']['key']): Promise<void> {
  await unit.tx.deleteFrom('sessions').where('user_id', '=', userId).execute()
  unit.after(() => unit.platform.bus.publish('signedOut', { userId, key }))
}

/** Ends every other session of a user, and their sockets, after a change of credentials. */
export async function endOtherSessions(unit: Unit, { userId, tokenHash }: Session): Promise<void> {
  const ended = await unit.tx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('token_hash', '<>', tokenHash)
    .returning('token_hash')
    .execute()
  tellEnded(unit, userId, ended)
}
