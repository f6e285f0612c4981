import type { Order } from '../../../api/trade/orders.ts'
import { currencyOf } from '../../../rules/money/currencies.ts'
import { formatMoney, parseSigned } from '../../../rules/money/money.ts'
import { type Day, dayOf, type Zone } from '../../../rules/time/zone.ts'

/**
 * Realised P&L of each day of a zone, in one currency: signed decimals.
 *
 * @param netOf the realised P&L of an ended order; null for an exchange
 */
export function dailyProfit(
  orders: readonly Order[],
  netOf: (order: Order) => string | null,
  { currency, zone }: { currency: string; zone: Zone },
): ReadonlyMap<Day, string> {
  const { scale } = currencyOf(currency)
  const days = new Map<Day, bigint>()
  for (const order of orders) {
    const net = order.currency === currency && order.settledAt !== null ? netOf(order) : null
    if (net === null) continue
    const day = dayOf((order.settledAt ?? 0) / 1000, zone)
    days.set(day, (days.get(day) ?? 0n) + (parseSigned(net, scale) ?? 0n))
  }
  return new Map([...days].map(([day, net]) => [day, formatMoney(net, scale)]))
}

/** The days of a month in weeks from Monday on: null before its first and after its last. */
export function weeksOf(month: string): (Day | null)[][] {
  const first = new Date(`${month}-01T00:00:00Z`)
  const length = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  const lead = (first.getUTCDay() + 6) % 7
  const cells = [
    ...Array.from({ length: lead }, () => null),
    ...Array.from({ length }, (_, at) => `${month}-${String(at + 1).padStart(2, '0')}`),
  ]
  return Array.from({ length: Math.ceil(cells.length / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_, at) => cells[week * 7 + at] ?? null),
  )
}
