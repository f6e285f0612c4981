import { DAILY_LIMIT } from '../src/rules/deposit/deposit.ts'
import { currencyOf } from '../src/rules/money/currencies.ts'
import { type Minor, parseMoney } from '../src/rules/money/money.ts'
import type { Module } from './module.ts'
import type { Reads } from './platform/unit/defer.ts'

/** The rest of a user's daily limit, in minor units of USDT, over all ways to request paper money. */
export async function leftOfPaper(modules: readonly Module[], reads: Reads, userId: string): Promise<Minor> {
  let left = parseMoney(DAILY_LIMIT, currencyOf('USDT').scale) ?? 0n
  for (const { paperAsked } of modules) left -= (await paperAsked?.(reads, userId)) ?? 0n
  return left > 0n ? left : 0n
}
