import { usualWait } from '../../src/rules/account/chat.ts'
import { nowSeconds } from '../platform/clock.ts'
import type { Platform } from '../platform/context.ts'

/** Maximum number of newest answers that count, and their maximum age. */
const ANSWERS = 100
const SINCE_SECONDS = 90 * 86_400

/** The usual response time, in seconds; null with too few answers. */
export async function usualSeconds({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<number | null> {
  const rows = await db
    .selectFrom('chat_messages')
    .select('waited')
    .where('waited', 'is not', null)
    .where('at', '>', BigInt(nowSeconds(clock) - SINCE_SECONDS))
    .orderBy('at', 'desc')
    .limit(ANSWERS)
    .execute()
  return usualWait(rows.map(({ waited }) => Number(waited)))
}
