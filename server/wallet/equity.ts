import type { Equity } from '../../src/api/money/wallet.ts'
import { currencyOf } from '../../src/rules/money/currencies.ts'
import { formatMoney } from '../../src/rules/money/money.ts'
import { walletsOf } from '../ledger/module.ts'
import { owedBy } from '../owed.ts'
import type { Platform } from '../platform/context.ts'
import { readFrom } from '../platform/unit/defer.ts'

/** A user's assets and debts now, without prices. */
export async function equityNow(platform: Platform, userId: string): Promise<Equity> {
  const { db, modules, clock } = platform
  const nowMs = clock.now()
  const [wallets, debt, open] = await Promise.all([
    walletsOf(db, userId),
    owedBy(modules, readFrom(platform), userId, nowMs),
    Promise.all(modules.map(async ({ positions }) => positions?.(db, userId, { sinceMs: nowMs, widthMs: 1 }) ?? [])),
  ])
  const positions = open.flat().flatMap(({ position, toMs }) => (toMs === null ? [position] : []))
  return { wallets, debt: formatMoney(debt, currencyOf('USDT').scale), positions }
}
