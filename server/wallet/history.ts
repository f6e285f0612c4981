import type { Candle } from '../../src/api/market.ts'
import type { History, Range } from '../../src/api/worth.ts'
import { currencyOf } from '../../src/rules/currencies.ts'
import { findInstrument } from '../../src/rules/instruments.ts'
import { barOpen, type Interval, intervalSeconds } from '../../src/rules/intervals.ts'
import { formatMoney, type Minor, mulDiv, parseMoney } from '../../src/rules/money.ts'
import { type HourSum, hourSumsOf } from '../ledger/index.ts'
import type { MarketView } from '../market/index.ts'
import { nowSeconds } from '../platform/clock.ts'
import type { Platform } from '../platform/context.ts'

const VALUED_IN = 'USDT'
const HOUR = intervalSeconds['1h']

/** From one point to the next, and how many of them. Of all that was, as many days as there are candles at once. */
const shapes: Record<Range, { interval: Interval; count: number }> = {
  day: { interval: '1h', count: 24 },
  week: { interval: '1h', count: 168 },
  month: { interval: '4h', count: 180 },
  all: { interval: '1d', count: 1_000 },
}

/**
 * What someone had, over time: balances replayed from the ledger, at the closes of the candles of those hours. Nothing is
 * kept for it that the ledger and the record do not hold anyway, so that it cannot differ from them.
 */
export async function historyOf(
  { db, clock, capabilities }: Pick<Platform, 'db' | 'clock' | 'capabilities'>,
  market: MarketView,
  userId: string,
  range: Range,
): Promise<History> {
  const now = nowSeconds(clock)
  const sums = await hourSumsOf(
    db,
    userId,
    capabilities.flatMap(({ paysInOrOut = [] }) => paysInOrOut),
  )
  const begun = (sums[0]?.hour ?? Math.floor(now / HOUR)) * HOUR
  const { interval, count } = shapes[range]
  const width = intervalSeconds[interval]
  const first = Math.max(barOpen(interval, now) - (count - 1) * width, barOpen(interval, begun))
  const coins = [...new Set(sums.map(({ currency }) => currency))].filter((code) => code !== VALUED_IN)
  const line = await pricesOf(market, coins, interval, Math.ceil((now - first) / width) + 1)
  const hours = interval === '1h' ? line : await pricesOf(market, coins, '1h', 25)
  const days = interval === '1d' ? line : await pricesOf(market, coins, '1d', 1_000)

  const moments = Array.from({ length: Math.ceil((now - first) / width) }, (_, at) => first + at * width)
  const midnight = barOpen('1d', now)
  const paidIn = (from: number, prices: Prices) =>
    sums
      .filter(({ hour }) => hour * HOUR >= from)
      .reduce((sum, { hour, currency, paidIn }) => sum + worthOf(currency, paidIn, prices(currency, hour * HOUR)), 0n)
  return {
    points: worthAt(sums, [...moments.filter((at) => at > begun), now], line).map(([at, worth]) => [at, money(worth)]),
    today: {
      value: money(worthAt(sums, [midnight], hours)[0]?.[1] ?? 0n),
      paidIn: money(paidIn(midnight, hours)),
    },
    total: { value: money(0n), paidIn: money(paidIn(0, days)) },
    unpriced: coins.filter((code) => line(code, now) === undefined),
  }
}

const money = (amount: Minor) => formatMoney(amount, currencyOf(VALUED_IN).scale)

/** What someone's balances came to at some moments, in order: whole hours, or now. */
function worthAt(sums: readonly HourSum[], moments: readonly number[], prices: Prices): [at: number, worth: Minor][] {
  const balances = new Map<string, Minor>()
  let next = 0
  return moments.map((at) => {
    for (let sum = sums[next]; sum && sum.hour * HOUR < at; sum = sums[++next]) {
      balances.set(sum.currency, (balances.get(sum.currency) ?? 0n) + sum.amount)
    }
    const parts = [...balances].map(([currency, amount]) => worthOf(currency, amount, prices(currency, at)))
    return [at, parts.reduce((total, part) => total + part, 0n)]
  })
}

/** What an amount comes to in USDT, rounded down; nothing where there is no price. */
function worthOf(currency: string, amount: Minor, price: Minor | undefined): Minor {
  if (currency === VALUED_IN || amount === 0n) return amount
  const scale = findInstrument(`${currency}${VALUED_IN}`)?.scale
  if (scale === undefined || price === undefined) return 0n
  const unit = 10n ** BigInt(currencyOf(VALUED_IN).scale)
  return mulDiv(amount, price * unit, 10n ** BigInt(currencyOf(currency).scale + scale), 'down')
}

/** The price of a currency at a second, in minor units of its instrument. */
type Prices = (currency: string, at: number) => Minor | undefined

/** Prices by the newest candles of an interval: at a moment, the close of the last that was over, or still grew. */
async function pricesOf(
  market: MarketView,
  coins: readonly string[],
  interval: Interval,
  limit: number,
): Promise<Prices> {
  const found = await Promise.all(
    coins.map(async (code): Promise<[string, [number, Minor][]]> => {
      const symbol = `${code}${VALUED_IN}`
      const scale = findInstrument(symbol)?.scale
      if (scale === undefined || !market.has(symbol)) return [code, []]
      const bars: Candle[] = JSON.parse(await market.candles(symbol, interval, { limit: Math.min(limit, 1_000) }))
      const [oldest] = bars
      const opening: [number, Minor][] = oldest ? [[Number.NEGATIVE_INFINITY, parseMoney(oldest[1], scale) ?? 0n]] : []
      return [
        code,
        [...opening, ...bars.map(([time, , , , close]): [number, Minor] => [time, parseMoney(close, scale) ?? 0n])],
      ]
    }),
  )
  const byCode = new Map(found)
  return (currency, at) => byCode.get(currency)?.findLast(([time]) => time < at)?.[1]
}
