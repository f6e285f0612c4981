import type { MonthSum } from '../../../api/money/records.ts'
import type { RecordFilter } from '../../../machines/money/recordList.ts'
import { currencyOf } from '../../../rules/money/currencies.ts'
import { formatMoney, parseMoney } from '../../../rules/money/money.ts'

/** The sums of one currency's records, as plain decimals. */
export type Sum = { currency: string; in: string; out: string; net: string; movements: number }

/** The sums of a month and a currency of the filter, by currency, most records first. */
export function sumsOf(months: readonly MonthSum[], { month, currency }: RecordFilter): readonly Sum[] {
  const found = new Map<string, { in: bigint; out: bigint; movements: number }>()
  for (const each of months) {
    if ((month !== undefined && each.month !== month) || (currency !== undefined && each.currency !== currency))
      continue
    const { scale } = currencyOf(each.currency)
    const sum = found.get(each.currency) ?? { in: 0n, out: 0n, movements: 0 }
    found.set(each.currency, {
      in: sum.in + (parseMoney(each.in, scale) ?? 0n),
      out: sum.out + (parseMoney(each.out, scale) ?? 0n),
      movements: sum.movements + each.movements,
    })
  }
  return [...found]
    .sort(([, one], [, other]) => other.movements - one.movements)
    .map(([currency, sum]) => {
      const { scale } = currencyOf(currency)
      return {
        currency,
        in: formatMoney(sum.in, scale),
        out: formatMoney(sum.out, scale),
        net: formatMoney(sum.in - sum.out, scale),
        movements: sum.movements,
      }
    })
}

/** How many records there are without one part of a filter: those of its month, and those of its currency. */
export const countWithout = (months: readonly MonthSum[], filter: RecordFilter, part: 'month' | 'currency'): number =>
  sumsOf(months, { ...filter, [part]: undefined }).reduce((sum, { movements }) => sum + movements, 0)
