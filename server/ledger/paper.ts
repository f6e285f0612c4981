import { currencyOf } from '../../src/rules/money/currencies.ts'
import { parseMoney } from '../../src/rules/money/money.ts'
import type { Unit } from '../platform/unit/unit.ts'
import { post } from './ledger.ts'

/** Credits the configured paper money to a new user, once. */
export async function grantPaper(unit: Unit, userId: string): Promise<void> {
  const amount = parseMoney(unit.platform.config.PAPER_BALANCE, currencyOf('USDT').scale)
  if (!amount) return
  await post(unit, {
    cause: 'user',
    causeId: userId,
    step: 'paperGrant',
    currency: 'USDT',
    lines: [
      { account: { platform: 'issuance' }, amount: -amount },
      { account: { user: userId, kind: 'available' }, amount },
    ],
  })
}
