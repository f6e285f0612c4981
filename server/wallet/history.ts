import type { Candle } from '../../src/api/market/market.ts'
import type { History, Range } from '../../src/api/money/worth.ts'
import { findInstrument, instrumentOf } from '../../src/rules/market/instruments.ts'
import { barOpen, type Interval, intervalSeconds } from '../../src/rules/market/intervals.ts'
import { currencyOf } from '../../src/rules/money/currencies.ts'
import { gainAt } from '../../src/rules/money/equity.ts'
import { formatMoney, type Minor, mulDiv, parseMoney } from '../../src/rules/money/money.ts'
import { dayOf, startOfDay } from '../../src/rules/time/zone.ts'
import { type Change, changesOf } from '../ledger/module.ts'
import type { MarketView } from '../market/module.ts'
import type { Past, Stretch } from '../module.ts'
import { owedBy } from '../owed.ts'
import { nowSeconds } from '../platform/clock.ts'
import type { Platform } from '../platform/context.ts'
import { endlessSlice, type TimeSlice } from '../platform/http/time-slice.ts'
import { readFrom } from '../platform/unit/defer.ts'
import { zoneOf } from '../user/module.ts'

const VALUED_IN = 'USDT'
const HOUR = intervalSeconds['1h']
const QUARTER = intervalSeconds['15m']

/** From one point to the next, and how many of them. Of all that was, as many days as there are candles at once. */
const shapes: Record<Range, { interval: Interval; count: number }> = {
  day: { interval: '1h', count: 24 },
  week: { interval: '1h', count: 168 },
  month: { interval: '4h', count: 180 },
  year: { interval: '1d', count: 365 },
  all: { interval: '1d', count: 1_000 },
}

/**
 * A user's net worth over time, backwards from now: balances from the ledger's sums at hourly candle closes, unrealised P&L at those
 * prices, less debts. It is derived only from ledger, orders and record, so that it cannot differ from them.
 */
export async function historyOf(
  platform: Platform,
  market: MarketView,
  userId: string,
  range: Range,
  slice: TimeSlice = endlessSlice,
): Promise<History> {
  const { db, modules, clock } = platform
  const nowMs = clock.now()
  const now = nowSeconds(clock)
  const { interval, count } = shapes[range]
  const width = intervalSeconds[interval]
  const since = barOpen(interval, now) - (count - 1) * width
  // Borrowing or repaying changes the debt as much as the balance.
  const debts = modules.flatMap(({ name, charged }) => (charged ? [name] : []))
  const zone = await zoneOf(db, userId)
  const midnight = startOfDay(dayOf(now, zone), zone)
  const {
    balances,
    changes,
    begun: first,
  } = await changesOf(platform, userId, {
    ...{ since, width, without: debts },
    closely: midnight,
  })
  const debt = await owedBy(modules, readFrom(platform), userId, nowMs)
  const begun = Math.floor((first ?? now) / HOUR) * HOUR
  const from = Math.max(since, barOpen(interval, begun))
  const past = { sinceMs: from * 1000, widthMs: width * 1000 }
  const positions = async (past: Past) =>
    (await Promise.all(modules.map(async (each) => each.positions?.(db, userId, past) ?? []))).flat()
  const stretches = await positions(past)
  const atMidnight = await positions({ sinceMs: midnight * 1000, widthMs: QUARTER * 1000 })
  const coins = [...balances.keys()].filter((code) => code !== VALUED_IN)
  const symbols = [
    ...new Set([
      ...coins.map((code) => `${code}${VALUED_IN}`),
      ...[...stretches, ...atMidnight].map(({ position }) => position.symbol),
    ]),
  ]
  const line = await pricesOf(market, symbols, interval, Math.ceil((now - from) / width) + 1)
  // A day begins where a bar does, also in zones that are a part of an hour away.
  const close = (['1h', '30m', '15m'] as const).find((each) => midnight % intervalSeconds[each] === 0) ?? '15m'
  const today = await pricesOf(market, symbols, close, Math.ceil((now - midnight) / intervalSeconds[close]) + 1)

  const each = Array.from({ length: Math.ceil((now - from) / width) }, (_, at) => from + at * width)
  const moments = [...each.filter((at) => at > begun), now]
  const costs = await costsOf(platform, userId, [midnight, ...moments.slice(0, -1)], nowMs)
  const valueAt = async (at: readonly number[], prices: Prices, positions: readonly Stretch[]) => {
    const worth: [at: number, value: Minor][] = []
    for (const [moment, value] of valuesAt(balances, changes, at, prices)) {
      const gained = await gainedAt(positions, moment, prices, slice)
      worth.push([moment, value + gained - debt + (moment === now ? 0n : costs(moment))])
    }
    return worth
  }
  const paidIn = async (sinceMs: number) =>
    sumOf(await Promise.all(modules.map(async (each) => each.paidIn?.(platform, userId, sinceMs) ?? 0n)))
  const points = await valueAt(moments, line, stretches)
  const [at, value] = points[0] ?? [now, 0n]
  return {
    points: points.map(([at, value]) => [at, money(value)]),
    since: { value: money(value), paidIn: money(await paidIn(at * 1000)) },
    today: {
      value: money((await valueAt([midnight], today, atMidnight))[0]?.[1] ?? 0n),
      paidIn: money(await paidIn(midnight * 1000)),
    },
    total: { value: money(0n), paidIn: money(await paidIn(0)) },
    unpriced: coins.filter((code) => line(`${code}${VALUED_IN}`, now) === undefined),
  }
}

const money = (amount: Minor) => formatMoney(amount, currencyOf(VALUED_IN).scale)
const sumOf = (parts: readonly Minor[]) => parts.reduce((sum, part) => sum + part, 0n)

/** What debts have cost since each of some seconds, up to now. */
async function costsOf(
  { db, modules }: Platform,
  userId: string,
  seconds: readonly number[],
  nowMs: number,
): Promise<(at: number) => Minor> {
  const all = [...new Set(seconds)].sort((a, b) => a - b)
  const moments = [...all.map((at) => at * 1000), nowMs]
  const charged = await Promise.all(modules.map(async (each) => each.charged?.(db, userId, moments) ?? []))
  const upTo = moments.map((_, index) => sumOf(charged.map((costs) => costs[index] ?? 0n)))
  const now = upTo.at(-1) ?? 0n
  const since = new Map(all.map((at, index) => [at, now - (upTo[index] ?? 0n)]))
  return (at) => since.get(at) ?? 0n
}

/** Positions valued before yielding to other work. */
const VALUED_AT_ONCE = 200

/** The gain of the positions open at a time. It yields between batches, so that thousands of them do not block the thread. */
async function gainedAt(stretches: readonly Stretch[], at: number, prices: Prices, slice: TimeSlice): Promise<Minor> {
  const ms = at * 1000
  const stood = stretches.filter(({ fromMs, toMs }) => fromMs < ms && (toMs === null || toMs >= ms))
  let gained = 0n
  for (const [index, { position }] of stood.entries()) {
    if (index % VALUED_AT_ONCE === 0) await slice.pause()
    const price = prices(position.symbol, at)
    if (price === undefined) continue
    gained += gainAt(position, formatMoney(price, instrumentOf(position.symbol).scale)) ?? 0n
  }
  return gained
}

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
    const parts = [...then].map(([currency, amount]) => usdtOf(currency, amount, prices(`${currency}${VALUED_IN}`, at)))
    return [at, parts.reduce((total, part) => total + part, 0n)]
  })
  return values.reverse()
}

/** The value of an amount in USDT, rounded down; none without a price. */
function usdtOf(currency: string, amount: Minor, price: Minor | undefined): Minor {
  if (currency === VALUED_IN || amount === 0n) return amount
  const scale = findInstrument(`${currency}${VALUED_IN}`)?.scale
  if (scale === undefined || price === undefined) return 0n
  const unit = 10n ** BigInt(currencyOf(VALUED_IN).scale)
  return mulDiv(amount, price * unit, 10n ** BigInt(currencyOf(currency).scale + scale), 'down')
}

/** The price of a symbol at a second, in minor units of it. */
type Prices = (symbol: string, at: number) => Minor | undefined

/** The price of a symbol from a second on, oldest first. */
type Closes = readonly (readonly [time: number, price: Minor])[]

const BARS_MAX = 1_000

/** Prices by the newest candles of an interval: at a moment, the close of the last that was over, or still grew. */
async function pricesOf(
  market: MarketView,
  symbols: readonly string[],
  interval: Interval,
  limit: number,
): Promise<Prices> {
  const found = await Promise.all(
    symbols.map(
      async (symbol): Promise<[string, Closes]> => [
        symbol,
        await closesOf(market, symbol, interval, Math.min(limit, BARS_MAX)),
      ],
    ),
  )
  const bySymbol = new Map(found)
  return (symbol, at) => priceBefore(bySymbol.get(symbol) ?? [], at)
}

/** The last price before a second: found by halves, as a thousand points each ask for one of a thousand. */
function priceBefore(closes: Closes, at: number): Minor | undefined {
  let [from, to] = [0, closes.length]
  while (from < to) {
    const middle = (from + to) >> 1
    const [time = at] = closes[middle] ?? []
    if (time < at) from = middle + 1
    else to = middle
  }
  return closes[from - 1]?.[1]
}

/** The closes of candles, and before the first of them the price at which it opened. */
async function closesOf(market: MarketView, symbol: string, interval: Interval, limit: number): Promise<Closes> {
  const scale = findInstrument(symbol)?.scale
  if (scale === undefined || !market.has(symbol)) return []
  const bars: Candle[] = JSON.parse(await market.candles(symbol, interval, { limit }))
  const price = (text: string) => parseMoney(text, scale) ?? 0n
  const closes = bars.map(([time, , , , close]): [number, Minor] => [time, price(close)])
  const [oldest] = bars
  return oldest ? [[Number.NEGATIVE_INFINITY, price(oldest[1])], ...closes] : []
}
