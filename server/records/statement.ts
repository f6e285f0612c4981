import type { Statement } from '../../src/api/money/records.ts'
import { currencies } from '../../src/rules/money/currencies.ts'
import { formatMoney, type Minor } from '../../src/rules/money/money.ts'
import { type Month, monthsAfter, startOfMonth } from '../../src/rules/time/months.ts'
import { type Day, dayAfter, startOfDay } from '../../src/rules/time/zone.ts'
import { type StepSum, stepSumsOf } from '../ledger/module.ts'
import type { Platform } from '../platform/context.ts'
import { zoneOf, zoneOfMonth } from '../user/module.ts'

/** What a statement covers: a month, or the days from one to another, both inclusive. */
export type Covered = { month: Month } | { from: Day; to: Day }

/**
 * The statement of a month, or of some days: only from the ledger's entries, from the first one on, so that its figures add up to them.
 */
export async function statementOf(platform: Platform, userId: string, covered: Covered): Promise<Statement> {
  const { timeZone, from, to } = await boundsOf(platform, userId, covered)
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
  return { timeZone, from, to, accounts }
}

/**
 * The zone of a statement, and when it begins and ends, in seconds. A month begins where the previous month's ends, even if the time zone
 * was changed in between; days are those of the present zone.
 */
export async function boundsOf({ db }: Platform, userId: string, covered: Covered) {
  if ('month' in covered) {
    const { month } = covered
    const zoneBefore = await zoneOfMonth(db, userId, monthsAfter(month, -1))
    const timeZone = await zoneOfMonth(db, userId, month)
    return { timeZone, from: startOfMonth(month, zoneBefore), to: startOfMonth(monthsAfter(month, 1), timeZone) }
  }
  const timeZone = await zoneOf(db, userId)
  return { timeZone, from: startOfDay(covered.from, timeZone), to: startOfDay(dayAfter(covered.to), timeZone) }
}

const total = (sums: readonly StepSum[], of: (sum: StepSum) => Minor): Minor =>
  sums.reduce((all, sum) => all + of(sum), 0n)

const byName = (a: { cause: string; step: string }, b: { cause: string; step: string }) =>
  `${a.cause} ${a.step}` < `${b.cause} ${b.step}` ? -1 : 1
