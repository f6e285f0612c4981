import type { Statement } from '../../src/api/records.ts'
import { currencies } from '../../src/rules/currencies.ts'
import { formatMoney, type Minor } from '../../src/rules/money.ts'
import { boundsOf, type Month } from '../../src/rules/months.ts'
import { type DaySum, daySumsOf } from '../ledger/index.ts'
import type { Db } from '../platform/database/database.ts'

/**
 * The statement of a month: by the ledger's entries alone, from the first one on, so that what it says adds up to them.
 */
export async function statementOf(db: Db, userId: string, month: Month): Promise<Statement> {
  const { from, to } = boundsOf(month)
  const sums = await daySumsOf(db, userId, { to })
  const accounts = currencies.flatMap(({ code, scale }) => {
    const own = sums.filter(({ currency }) => currency === code)
    if (own.length === 0) return []
    const isBefore = ({ day }: DaySum) => day * 86_400 < from
    const opening = total(own.filter(isBefore), net)
    const within = own.filter((sum) => !isBefore(sum))
    const lines = [...Map.groupBy(within, ({ cause, step }) => `${cause} ${step}`).values()].map((same) => {
      const { cause = '', step = '' } = same[0] ?? {}
      const movements = same.reduce((count, sum) => count + sum.movements, 0)
      return { cause, step, movements, amount: formatMoney(total(same, net), scale) }
    })
    const held = formatMoney(
      total(own, (sum) => sum.held),
      scale,
    )
    const closing = formatMoney(total(own, net), scale)
    return [{ currency: code, opening: formatMoney(opening, scale), closing, held, lines: lines.sort(byName) }]
  })
  return { month, from, to, accounts }
}

const net = (sum: DaySum): Minor => sum.in - sum.out

const total = (sums: readonly DaySum[], of: (sum: DaySum) => Minor): Minor =>
  sums.reduce((all, sum) => all + of(sum), 0n)

const byName = (a: { cause: string; step: string }, b: { cause: string; step: string }) =>
  `${a.cause} ${a.step}` < `${b.cause} ${b.step}` ? -1 : 1
