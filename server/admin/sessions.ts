import { createHash } from 'node:crypto'
import { nowSeconds } from '../platform/clock.ts'
import type { Platform } from '../platform/context.ts'
import { secret } from '../platform/random.ts'
import { sweep } from '../platform/sweep.ts'
import type { Job } from '../platform/unit/job.ts'
import { commit } from '../platform/unit/unit.ts'
import { type Operator, type OperatorRow, rolesOf } from './operators.ts'

declare module '../platform/database/tables.ts' {
  interface Tables {
    desk_sessions: {
      token_hash: string
      operator: string
      created_at: bigint
      seen_at: bigint
      expires_at: bigint
    }
  }
}

/** An idle session ends early, and any session after a working day. */
export const SESSION_IDLE_SECONDS = 30 * 60
export const SESSION_SECONDS_MAX = 12 * 3600

/** A signed-in operator. */
export type AtWork = Operator & { tokenHash: string }

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

/**
 * Starts a session, and returns its token, which is never shown again.
 *
 * @returns `undefined` if the operator was changed or removed since authentication
 */
export const startAdminSession = (platform: Platform, row: OperatorRow): Promise<string | undefined> =>
  commit(platform, async ({ tx }) => {
    const { numUpdatedRows } = await tx
      .updateTable('desk_operators')
      .set((eb) => ({ name: eb.ref('name') }))
      .where('name', '=', row.name)
      .where('sealed', '=', row.sealed)
      .where('roles', '=', row.roles)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) return undefined
    const token = secret(platform.random)
    const now = nowSeconds(platform.clock)
    const times = { created_at: BigInt(now), seen_at: BigInt(now), expires_at: BigInt(now + SESSION_SECONDS_MAX) }
    await tx
      .insertInto('desk_sessions')
      .values({ token_hash: hashOf(token), operator: row.name, ...times })
      .execute()
    return token
  })

/**
 * The operator of a session; none if it is unknown, ended, unused for 30 minutes, or 12 hours old.
 *
 * @param stays whether it counts as activity; a page's automatic request does not
 */
export async function authenticateOperator(
  { db, clock }: Platform,
  token: string,
  stays: boolean,
): Promise<AtWork | undefined> {
  const tokenHash = hashOf(token)
  const now = nowSeconds(clock)
  const row = await db
    .selectFrom('desk_sessions')
    .innerJoin('desk_operators', 'desk_operators.name', 'desk_sessions.operator')
    .select(['desk_operators.name', 'desk_operators.roles', 'desk_sessions.seen_at'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', BigInt(now))
    .where('seen_at', '>', BigInt(now - SESSION_IDLE_SECONDS))
    .executeTakeFirst()
  if (!row) return undefined
  if (stays && Number(row.seen_at) < now) {
    const seen = db.updateTable('desk_sessions').set({ seen_at: BigInt(now) })
    await seen.where('token_hash', '=', tokenHash).execute()
  }
  return { name: row.name, roles: rolesOf(row), tokenHash }
}

export const endAdminSession = ({ db }: Platform, { tokenHash }: AtWork) =>
  db.deleteFrom('desk_sessions').where('token_hash', '=', tokenHash).execute()

/** Removes sessions that have ended. */
export const adminSessionSweep = (platform: Platform): Job =>
  sweep(platform, 'admin sessions', async () => {
    const now = nowSeconds(platform.clock)
    const { numDeletedRows } = await platform.db
      .deleteFrom('desk_sessions')
      .where((eb) =>
        eb.or([eb('expires_at', '<=', BigInt(now)), eb('seen_at', '<=', BigInt(now - SESSION_IDLE_SECONDS))]),
      )
      .executeTakeFirst()
    return Number(numDeletedRows)
  })
