import { nowSeconds } from '../platform/clock.ts'
import { type Facts, type Given, OperatorError } from '../platform/command.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { commitAndAnnounce } from '../platform/nodes/announce.ts'
import type { Unit } from '../platform/unit/unit.ts'
import { chainLines } from './chain.ts'

export { chainWork, verifyChain } from './chain.ts'
export { type ActFilter, actsSince, findActs } from './find.ts'

/** An operator's act. `who`: the operator's name. `facts`: what it is about. `why`: the operator's reason. */
export type Act = { who: string; act: string; userId: string | null; why: string; facts?: Facts | undefined }

/** Notes an act, within the unit that carries it out, and adds it to the chain. */
export async function noteAct({ platform, tx }: Unit, { who, act, userId, why, facts }: Act): Promise<void> {
  await tx
    .insertInto('audit')
    .values({
      ...{ id: platform.ids(), who, act, user_id: userId, why, at: BigInt(nowSeconds(platform.clock)) },
      facts: facts === undefined ? null : JSON.stringify(facts),
      seq: null,
      hash: null,
    })
    .execute()
  await chainLines(tx)
}

/** The acts, newest first; of one user if given. */
export function actsOf(db: Db | Tx, userId: string | undefined, limit: number): Promise<Tables['audit'][]> {
  const acts = db.selectFrom('audit').selectAll().orderBy('id', 'desc').limit(limit)
  return (userId === undefined ? acts : acts.where('user_id', '=', userId)).execute()
}

/** What was done with a person's account, and when. Who did it is another person, and why may name one. */
export async function actsOn(db: Db | Tx, userId: string, limit: number) {
  return (await actsOf(db, userId, limit)).map(({ act, at }) => ({ act, at: Number(at) }))
}

/**
 * Executes an operator's act and records it, atomically; running servers are notified.
 *
 * @param name the command's
 * @param reason for the audit log
 * @param work returns the affected user, null for someone without an account, or `undefined` if the target does not exist
 * @param missing the name of a missing target
 * @throws OperatorError if the target does not exist
 */
export function act<T>(
  { platform, who, args, facts }: Given,
  { name, reason, missing }: { name: string; reason: string; missing: string },
  work: (unit: Unit, args: readonly string[]) => Promise<{ userId: string | null; result: T } | undefined>,
): Promise<T> {
  return commitAndAnnounce(platform, async (unit) => {
    const done = await work(unit, args)
    if (!done) throw new OperatorError(`there is no such ${missing}`)
    await noteAct(unit, { who, act: name, userId: done.userId, why: reason, facts })
    return done.result
  })
}
