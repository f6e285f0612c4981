import type { Candle } from '../../src/api/market.ts'
import type { History, Range } from '../../src/api/worth.ts'
import { currencyOf } from '../../src/rules/currencies.ts'
import { findInstrument } from '../../src/rules/instruments.ts'
import { barOpen, type Interval, intervalSeconds } from '../../src/rules/intervals.ts'
import { formatMoney, type Minor, mulDiv, parseMoney } from '../../src/rules/money.ts'
import { type Change, changesOf, paidInOf } from '../ledger/index.ts'
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
 * What someone had, over time: balances from now back by the ledger's sums, at the closes of the candles of those hours. Nothing is
 * kept for it that the ledger and the record do not hold anyway, so that it cannot differ from them.
 */
export async function historyOf(
  platform: Platform,
  market: MarketView,
  userId: string,
  range: Range,
): Promise<History> {
  const now = nowSeconds(platform.clock)
  const { interval, count } = shapes[range]
  const width = intervalSeconds[interval]
  const since = barOpen(interval, now) - (count - 1) * width
  const { balances, changes, begun: first } = await changesOf(platform, userId, { since, width })
  const causes = platform.capabilities.flatMap(({ paysInOrOut = [] }) => paysInOrOut)
  const paid = await paidInOf(platform, userId, causes, VALUED_IN)
  const begun = Math.floor((first ?? now) / HOUR) * HOUR
  const from = Math.max(since, barOpen(interval, begun))
  const coins = [...balances.keys()].filter((code) => code !== VALUED_IN)
  const line = await pricesOf(market, coins, interval, Math.ceil((now - from) / width) + 1)
  const hours = interval === '1h' ? line : await pricesOf(market, coins, '1h', 25)
  const days = interval === '1d' ? line : await pricesOf(market, coins, '1d', 1_000)
  const then = await pricesThen(market, paid, days)

  const moments = Array.from({ length: Math.ceil((now - from) / width) }, (_, at) => from + at * width)
  const midnight = barOpen('1d', now)
  const paidIn = (from: number) =>
    paid
      .filter(({ at }) => at >= from)
      .reduce((sum, { at, currency, amount }) => sum + usdtOf(currency, amount, then(currency, hourOf(at))), 0n)
  return {
    points: valuesAt(balances, changes, [...moments.filter((at) => at > begun), now], line).map(([at, value]) => [
      at,
      money(value),
    ]),
    today: {
      value: money(valuesAt(balances, changes, [midnight], hours)[0]?.[1] ?? 0n),
      paidIn: money(paidIn(midnight)),
    },
    total: { value: money(0n), paidIn: money(paidIn(0)) },
    unpriced: coins.filter((code) => line(code, now) === undefined),
  }
}

const money = (amount: Minor) => formatMoney(amount, currencyOf(VALUED_IN).scale)

const hourOf = (at: number) => at - (at % HOUR)

/** What someone's balances came to at some moments, in order: the beginnings of changes, or now. */
function valuesAt(
  balances: ReadonlyMap<string, Minor>,
  changes: readonly Change[],
  moments: readonly number[],
  prices: Prices,
): [at: number, value: Minor][] {
  const then = new Map(balances)
  let left = changes.length
  const values = moments.toReversed().map((at): [number, Minor] => {
    for (let change = changes[left - 1]; change && change.at >= at; change = changes[--left - 1]) {
      then.set(change.currency, (then.get(change.currency) ?? 0n) - change.amount)
    }
    const parts = [...then].map(([currency, amount]) => usdtOf(currency, amount, prices(currency, at)))
    return [at, parts.reduce((total, part) => total + part, 0n)]
  })
  return values.reverse()
}

/** What an amount comes to in USDT, rounded down; nothing where there is no price. */
function usdtOf(currency: string, amount: Minor, price: Minor | undefined): Minor {
  if (currency === VALUED_IN || amount === 0n) return amount
  const scale = findInstrument(`${currency}${VALUED_IN}`)?.scale
  if (scale === undefined || price === undefined) return 0n
  const unit = 10n ** BigInt(currencyOf(VALUED_IN).scale)
  return mulDiv(amount, price * unit, 10n ** BigInt(currencyOf(currency).scale + scale), 'down')
}

/** The price of a currency at a second, in minor units of its instrument. */
type Prices = (currency: string, at: number) => Minor | undefined

/** The price of a currency from a second on, oldest first. */
type Closes = readonly (readonly [time: number, price: Minor])[]

const BARS_MAX = 1_000

/** Prices by the newest candles of an interval: at a moment, the close of the last that was over, or still grew. */
async function pricesOf(
  market: MarketView,
  coins: readonly string[],
  interval: Interval,
  limit: number,
): Promise<Prices> {
  const found = await Promise.all(
    coins.map(async (code): Promise<[string, Closes]> => {
      const { opening, closes } = await closesOf(market, code, interval, { limit: Math.min(limit, BARS_MAX) })
      return [code, opening === undefined ? [] : [[Number.NEGATIVE_INFINITY, opening], ...closes]]
    }),
  )
  return pricesBy(new Map(found))
}

/** Prices at the hours in which something was paid in; where no candle of an hour is kept any more, by `otherwise`. */
async function pricesThen(market: MarketView, changes: readonly Change[], otherwise: Prices): Promise<Prices> {
  const paid = changes.filter(({ currency, amount }) => currency !== VALUED_IN && amount !== 0n).reverse()
  const known = new Map<string, Closes>()
  const ended = new Set<string>()
  for (const { currency, at: moment } of paid) {
    const at = hourOf(moment)
    const later = known.get(currency) ?? []
    const oldest = later[0]?.[0]
    if (ended.has(currency) || (oldest !== undefined && oldest < at)) continue
    const { closes } = await closesOf(market, currency, '1h', { before: at, limit: BARS_MAX })
    known.set(currency, [...closes, ...later])
    if (closes.length === 0) ended.add(currency)
  }
  const prices = pricesBy(known)
  return (currency, at) => prices(currency, at) ?? otherwise(currency, at)
}

const pricesBy =
  (byCode: ReadonlyMap<string, Closes>): Prices =>
  (currency, at) =>
    byCode.get(currency)?.findLast(([time]) => time < at)?.[1]

/** The closes of candles, and where the first of them opened: undefined where there are none. */
async function closesOf(
  market: MarketView,
  code: string,
  interval: Interval,
  page: { before?: number; limit: number },
): Promise<{ opening: Minor | undefined; closes: Closes }> {
  const symbol = `${code}${VALUED_IN}`
  const scale = findInstrument(symbol)?.scale
  if (scale === undefined || !market.has(symbol)) return { opening: undefined, closes: [] }
  const bars: Candle[] = JSON.parse(await market.candles(symbol, interval, page))
  const price = (text: string) => parseMoney(text, scale) ?? 0n
  const [oldest] = bars
  return { opening: oldest && price(oldest[1]), closes: bars.map(([time, , , , close]) => [time, price(close)]) }
}
