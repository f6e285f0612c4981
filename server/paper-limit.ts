import { currencyOf } from '../src/rules/currencies.ts'
import { DAILY_LIMIT, DAILY_LIMIT_MS } from '../src/rules/deposit.ts'
import { type Minor, parseMoney } from '../src/rules/money.ts'
import type { Capability } from './capability.ts'
import type { Db, Tx } from './platform/database/database.ts'

/** What is left at a time (ms) of a person’s limit of the day, in minor units of USDT: all that they asked for counts, by every way. */
export async function leftOfPaper(
  capabilities: readonly Capability[],
  db: Db | Tx,
  userId: string,
  nowMs: number,
): Promise<Minor> {
  let left = parseMoney(DAILY_LIMIT, currencyOf('USDT').scale) ?? 0n
  for (const { paperAsked } of capabilities) left -= (await paperAsked?.(db, userId, nowMs - DAILY_LIMIT_MS)) ?? 0n
  return left > 0n ? left : 0n
}
