import { createHash } from 'node:crypto'
import { Refusal } from '../../src/api/messages.ts'
import { nowSeconds } from './clock.ts'
import type { Platform } from './context.ts'
import type { Unit } from './unit.ts'

/** How long the answer to a request is kept, in seconds. */
export const REQUESTS_KEPT_SECONDS = 30 * 86_400

/** Forgets the answers that are older than that. @returns how many */
export async function forgetRequests({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<number> {
  const before = BigInt(nowSeconds(clock) - REQUESTS_KEPT_SECONDS)
  const { numDeletedRows } = await db.deleteFrom('requests').where('at', '<=', before).executeTakeFirst()
  return Number(numDeletedRows)
}

/** A body as one text, whatever the order of its fields. */
const canonical = (path: string, input: Record<string, unknown>) =>
  JSON.stringify([path, ...Object.entries(input).sort(([a], [b]) => (a < b ? -1 : 1))])

/**
 * Answers a request that moves money: acts the first time, and gives the stored answer each time after, as long as it is
 * kept. Runs within the unit that acts, so that the answer is stored if and only if the act is. A refusal leaves nothing
 * stored.
 *
 * @throws Refusal `requestReused` where the same id comes with another body
 */
export async function once(
  unit: Unit,
  userId: string,
  path: string,
  input: Record<string, unknown> & { requestId: string },
  act: () => Promise<unknown>,
): Promise<unknown> {
  const { tx, platform } = unit
  const { requestId } = input
  const body_hash = createHash('sha256').update(canonical(path, input)).digest('hex')
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('requests')
    .values({ user_id: userId, request_id: requestId, body_hash, answer: null, at: BigInt(nowSeconds(platform.clock)) })
    .onConflict((conflict) => conflict.columns(['user_id', 'request_id']).doNothing())
    .executeTakeFirst()
  const mine = tx
    .selectFrom('requests')
    .select(['body_hash', 'answer'])
    .where('user_id', '=', userId)
    .where('request_id', '=', requestId)
  if (numInsertedOrUpdatedRows === 0n) {
    const first = await mine.executeTakeFirstOrThrow()
    if (first.body_hash !== body_hash || first.answer === null) throw new Refusal('requestReused')
    return JSON.parse(first.answer)
  }
  const answer = await act()
  await tx
    .updateTable('requests')
    .set({ answer: JSON.stringify(answer) })
    .where('user_id', '=', userId)
    .where('request_id', '=', requestId)
    .execute()
  return answer
}
