import type { MonthSum } from '../../src/api/money/records.ts'
import { currencies, currencyOf } from '../../src/rules/money/currencies.ts'
import { formatMoney } from '../../src/rules/money/money.ts'
import { monthOf, type Span, secondsOf, splitsMonths } from '../../src/rules/time/months.ts'
import { timeSumsOf } from '../ledger/module.ts'
import type { Platform } from '../platform/context.ts'
import { zoneOf } from '../user/module.ts'

/** A user's movements by month in their time zone and currency, newest month first. */
export async function sumsByMonth(
  platform: Platform,
  userId: string,
  { from, to, ...filter }: { currency?: string | undefined; cause?: string | undefined } & Omit<Span, 'month'>,
): Promise<MonthSum[]> {
  const sums = new Map<string, { month: string; currency: string; in: bigint; out: bigint; movements: number }>()
  const zone = await zoneOf(platform.db, userId)
  const times = await timeSumsOf(platform, userId, { ...filter, ...secondsOf({ from, to }, zone) }, splitsMonths(zone))
  for (const { at, currency, movements, ...amounts } of times) {
    const month = monthOf(at, zone)
    const key = `${month} ${currency}`
    const sum = sums.get(key) ?? { month, currency, in: 0n, out: 0n, movements: 0 }
    sums.set(key, {
      ...sum,
      in: sum.in + amounts.in,
      out: sum.out + amounts.out,
      movements: sum.movements + movements,
    })
  }
  const order = currencies.map(({ code }) => code)
  return [...sums.values()]
    .sort((a, b) =>
      a.month === b.month ? order.indexOf(a.currency) - order.indexOf(b.currency) : a.month < b.month ? 1 : -1,
    )
    .map((sum) => {
      const { scale } = currencyOf(sum.currency)
      return { ...sum, in: formatMoney(sum.in, scale), out: formatMoney(sum.out, scale) }
    })
}
