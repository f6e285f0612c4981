import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Platform } from '../platform/context.ts'
import type { Tx } from '../platform/database/database.ts'
import { commitFor } from '../platform/unit/group.ts'
import type { Job } from '../platform/unit/job.ts'
import { createTurns, type Turns } from '../platform/unit/turns.ts'
import { accountsOf } from './accounts.ts'
import { QUARTER, sumAgain } from './movement-sums.ts'

/** Maximum entries of an account summed in one transaction, which bounds how long other writers wait. */
const ENTRIES_A_STEP = 500
/** Maximum number of requests that wait for sums not stored yet. */
const WAITING_MAX = 64

/** Sums a user's movements from before sums were stored, step by step; returns at once if complete. */
export async function fillSums(platform: Platform, userId: string): Promise<void> {
  if (await isWhole(platform, userId)) return
  await turnsOf(platform)(async () => {
    while (await fillStep(platform, userId)) await nextTurn()
  }, [userId])
}

const turns = new WeakMap<Platform['db'], Turns>()

function turnsOf({ db }: Platform): Turns {
  const own = turns.get(db) ?? createTurns(1, WAITING_MAX)
  turns.set(db, own)
  return own
}

const isWhole = async ({ db }: Platform, userId: string) =>
  !(await db.selectFrom('movement_sums_missing').select('user_id').where('user_id', '=', userId).executeTakeFirst())

/** Sums some hundred of a user's entries, in one transaction. @returns whether there is more */
export const fillStep = (platform: Platform, userId: string): Promise<boolean> =>
  commitFor(platform, userId, async (unit) => {
    const { tx } = unit
    const missing = await tx
      .selectFrom('movement_sums_missing')
      .select('since')
      .where('user_id', '=', userId)
      .executeTakeFirst()
    if (!missing) return false
    const since = Number(missing.since)
    // Locked, so that nothing is posted meanwhile.
    const accounts = [...(await unit.read(accountsOf, userId)).keys()]
    const until = await endOfStep(tx, accounts, since)
    await sumAgain(tx, userId, since, until)
    if (until === undefined) await tx.deleteFrom('movement_sums_missing').where('user_id', '=', userId).execute()
    else {
      await tx
        .updateTable('movement_sums_missing')
        .set({ since: BigInt(until) })
        .where('user_id', '=', userId)
        .execute()
    }
    return until !== undefined
  })

/** The quarter before which no account has more entries than one step sums, but at least one; none if that includes all. */
async function endOfStep(tx: Tx, accounts: readonly string[], since: number): Promise<number | undefined> {
  const ends: number[] = []
  for (const account of accounts) {
    const row = await tx
      .selectFrom('entries')
      .select('at')
      .where('account_id', '=', account)
      .where('at', '>=', BigInt(since))
      .orderBy('at')
      .limit(1)
      .offset(ENTRIES_A_STEP)
      .executeTakeFirst()
    if (row) ends.push(Number(row.at))
  }
  if (ends.length === 0) return undefined
  const end = Math.min(...ends)
  return Math.max(end - (end % QUARTER), since - (since % QUARTER) + QUARTER)
}

/** Background job that fills in older sums, user by user, in steps, and resumes after a restart. */
export function sumsWork(platform: Platform): Job {
  let isDone = false
  return {
    name: 'sums of earlier movements',
    async run(stopping) {
      let steps = 0
      while (!isDone && !stopping()) {
        const next = await platform.db.selectFrom('movement_sums_missing').select('user_id').limit(1).executeTakeFirst()
        if (!next) isDone = true
        while (next && !stopping() && (await fillStep(platform, next.user_id))) {
          steps += 1
          await nextTurn()
        }
      }
      return steps
    },
  }
}
