import type { Statement } from '../../src/api/records.ts'
import { currencies } from '../../src/rules/currencies.ts'
import { formatMoney, type Minor } from '../../src/rules/money.ts'
import { boundsOf, type Month } from '../../src/rules/months.ts'
import { type StepSum, stepSumsOf } from '../ledger/index.ts'
import type { Platform } from '../platform/context.ts'

/**
 * The statement of a month: by the ledger's entries alone, from the first one on, so that what it says adds up to them.
 */
export async function statementOf(platform: Platform, userId: string, month: Month): Promise<Statement> {
  const { from, to } = boundsOf(month)
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
  return { month, from, to, accounts }
}

const total = (sums: readonly StepSum[], of: (sum: StepSum) => Minor): Minor =>
  sums.reduce((all, sum) => all + of(sum), 0n)

const byName = (a: { cause: string; step: string }, b: { cause: string; step: string }) =>
  `${a.cause} ${a.step}` < `${b.cause} ${b.step}` ? -1 : 1
