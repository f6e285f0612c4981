import type { Statement } from '../../src/api/money/records.ts'
import { currencies } from '../../src/rules/money/currencies.ts'
import { formatMoney, type Minor } from '../../src/rules/money/money.ts'
import { type Month, monthsAfter, startOfMonth } from '../../src/rules/time/months.ts'
import { type StepSum, stepSumsOf } from '../ledger/module.ts'
import type { Platform } from '../platform/context.ts'
import { zoneOfMonth } from '../user/module.ts'

/**
 * The statement of a month: only from the ledger's entries, from the first one on, so that its figures add up to them. It begins where the
 * previous month's ends, even if the time zone was changed in between.
 */
export async function statementOf(platform: Platform, userId: string, month: Month): Promise<Statement> {
  const zoneBefore = await zoneOfMonth(platform.db, userId, monthsAfter(month, -1))
  const timeZone = await zoneOfMonth(platform.db, userId, month)
  const [from, to] = [startOfMonth(month, zoneBefore), startOfMonth(monthsAfter(month, 1), timeZone)]
  const sums = await stepSumsOf(platform, userId, { from, to })
  const accounts = currencies.flatMap(({ code, scale }) => {
    const own = sums.filter(({ currency }) => currency === code)
    if (own.length === 0) return []
    const money = (amount: Minor) => formatMoney(amount, scale)
    const opening = total(own, ({ before }) => before)
    const lines = own
      .filter(({ movements }) => movements > 0)
      .map(({ cause, step, movements, net }) => ({ cause, step, movements, amount: money(net) }))
    return [
      {
        currency: code,
        opening: money(opening),
        closing: money(opening + total(own, ({ net }) => net)),
        held: money(total(own, ({ held }) => held)),
        lines: lines.sort(byName),
      },
    ]
  })
  return { month, timeZone, from, to, accounts }
}

const total = (sums: readonly StepSum[], of: (sum: StepSum) => Minor): Minor =>
  sums.reduce((all, sum) => all + of(sum), 0n)

const byName = (a: { cause: string; step: string }, b: { cause: string; step: string }) =>
  `${a.cause} ${a.step}` < `${b.cause} ${b.step}` ? -1 : 1
