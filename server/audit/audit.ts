import { nowSeconds } from '../platform/clock.ts'
import type { Facts } from '../platform/command.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { Unit } from '../platform/unit/unit.ts'

/** An operator's act. `who`: the operator's name. `facts`: what it is about. `why`: what the operator says for it. */
export type Act = { who: string; act: string; userId: string | null; why: string; facts?: Facts | undefined }

/** Notes an act, within the unit that carries it out. */
export async function noteAct({ platform, tx }: Unit, { who, act, userId, why, facts }: Act): Promise<void> {
  await tx
    .insertInto('audit')
    .values({
      ...{ id: platform.ids(), who, act, user_id: userId, why, at: BigInt(nowSeconds(platform.clock)) },
      facts: facts === undefined ? null : JSON.stringify(facts),
    })
    .execute()
}

/** The newest acts first; of one user where there is one. */
export function actsOf(db: Db | Tx, userId: string | undefined, limit: number): Promise<Tables['audit'][]> {
  const acts = db.selectFrom('audit').selectAll().orderBy('id', 'desc').limit(limit)
  return (userId === undefined ? acts : acts.where('user_id', '=', userId)).execute()
}

/** What was done with a person's account, and when. Who did it is another person, and why may name one. */
export async function actsOn(db: Db | Tx, userId: string, limit: number) {
  return (await actsOf(db, userId, limit)).map(({ act, at }) => ({ act, at: Number(at) }))
}
