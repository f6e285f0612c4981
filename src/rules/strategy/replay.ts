import { notionalOf } from '../lever/lever.ts'
import { bestOf, tickWithin } from '../market/book.ts'
import { GENESIS } from '../market/chain.ts'
import { instrumentOf } from '../market/instruments.ts'
import { currencyOf } from '../money/currencies.ts'
import { formatMoney, type Minor, parseMoney } from '../money/money.ts'
import { fillBy, firstLevel, marketBound, QUOTE, spotFeeOf } from '../spot/spot.ts'
import type { StrategyForm } from './form.ts'
import { type GridStep, gridSteps, intervalMs, mostFor, saleOf, turnAfter } from './strategy.ts'

/** A recorded bar: `time` in seconds, prices in minor units of the instrument. */
export type ReplayBar = { time: number; open: Minor; high: Minor; low: Minor; close: Minor }

/** The settings of a backtest. `amount` in minor units of USDT, `everyMs` between buys. */
export type ReplayPlan =
  | { type: 'recurring'; amount: Minor; everyMs: number }
  | { type: 'grid'; amount: Minor; steps: readonly GridStep[] }

/**
 * The result of a backtest, in minor units; amounts of USDT.
 *
 * - `budget`: its total budget; `spent` and `received` including fees, `fees` alone
 * - `rounds`, `realised`: of a grid, as in a strategy
 * - `value`, `held`: final value of the strategy, and of the same budget spent on coins at the first price and held: coins at the last
 *   price, after the fee, plus the remaining money
 * - `line`: the same for each bar, at most `LINE_POINTS` of them and the last
 */
export type Replayed = {
  budget: Minor
  spent: Minor
  received: Minor
  fees: Minor
  coins: Minor
  buys: number
  sells: number
  rounds: number
  realised: Minor
  value: Minor
  held: Minor
  line: readonly { time: number; value: Minor; held: Minor }[]
}

/** A candle on the wire: its time in seconds, and decimals. */
export type SentBar = readonly [
  time: number,
  open: string,
  high: string,
  low: string,
  close: string,
  ...rest: unknown[],
]

/** The result of a backtest, as decimals: see `Replayed`. `line`: times in seconds, with the strategy's value and that of holding. */
export type StrategyPast = {
  from: number
  to: number
  bars: number
  buys: number
  sells: number
  rounds: number
  coins: string
  budget: string
  spent: string
  received: string
  fees: string
  realised: string
  value: string
  held: string
  line: [time: number, value: string, held: string][]
}

/**
 * Backtests a validated strategy form over candles, oldest first; null without candles.
 *
 * @param dayMs length of a paper day
 */
export function pastOf(form: StrategyForm, dayMs: number, candles: readonly SentBar[]): StrategyPast | null {
  const { symbol } = form
  const bars = barsOf(symbol, candles)
  const replayed = replay(symbol, planOf(form, dayMs), bars)
  const [first, last] = [bars[0], bars.at(-1)]
  if (!replayed || !first || !last) return null
  const usdt = (amount: Minor) => formatMoney(amount, currencyOf(QUOTE).scale)
  const { budget, spent, received, fees, realised, value, held, coins, buys, sells, rounds, line } = replayed
  return {
    from: first.time,
    to: last.time,
    bars: bars.length,
    ...{ buys, sells, rounds },
    coins: formatMoney(coins, instrumentOf(symbol).quantityScale),
    budget: usdt(budget),
    spent: usdt(spent),
    received: usdt(received),
    fees: usdt(fees),
    realised: usdt(realised),
    value: usdt(value),
    held: usdt(held),
    line: line.map((point) => [point.time, usdt(point.value), usdt(point.held)]),
  }
}

function planOf({ type, symbol, amount, days, lower, upper, grids }: StrategyForm, dayMs: number): ReplayPlan {
  const { scale } = instrumentOf(symbol)
  const price = (decimal: string) => parseMoney(decimal, scale) ?? 0n
  const whole = parseMoney(amount, currencyOf(QUOTE).scale) ?? 0n
  if (type === 'recurring') return { type, amount: whole, everyMs: intervalMs(Number(days), dayMs) }
  const grid = { lower: price(lower), upper: price(upper), grids: Number(grids), amount: whole }
  return { type, amount: whole, steps: gridSteps(symbol, grid) }
}

function barsOf(symbol: string, candles: readonly SentBar[]): ReplayBar[] {
  const { scale } = instrumentOf(symbol)
  const price = (decimal: string) => parseMoney(decimal, scale) ?? 0n
  return candles.map(([time, open, high, low, close]) => ({
    time,
    open: price(open),
    high: price(high),
    low: price(low),
    close: price(close),
  }))
}

/** Maximum number of points of a line, before its last. */
export const LINE_POINTS = 240

type Purse = Omit<Replayed, 'budget' | 'value' | 'held' | 'line'>
/** Simulates one bar. */
type Player = { purse: Purse; play(bar: ReplayBar): void }

/**
 * Backtests a strategy over recorded bars, oldest first. Within a bar the price goes from the open via low and high to the close: to the
 * low first if it rose, to the high first if it fell. Resting orders fill at their own price, immediate ones by the thinnest possible book.
 * It is an estimate: real orders match single ticks.
 *
 * @returns `undefined` without bars
 */
export function replay(symbol: string, plan: ReplayPlan, bars: readonly ReplayBar[]): Replayed | undefined {
  const [first] = bars
  const last = bars.at(-1)
  if (!first || !last) return undefined
  const budget = plan.type === 'grid' ? plan.amount : plan.amount * BigInt(turnsIn(plan.everyMs, bars))
  const { purse, play } = plan.type === 'grid' ? gridPlayer(symbol, plan.steps, first.open) : buyer(symbol, plan, first)
  const holds = holding(symbol, budget, first.open)
  const valueAt = (price: Minor) => budget - purse.spent + purse.received + saleOf(symbol, purse.coins, price)
  const every = Math.ceil(bars.length / LINE_POINTS)
  const line: { time: number; value: Minor; held: Minor }[] = []
  for (const [index, bar] of bars.entries()) {
    play(bar)
    if (index % every === 0 || bar === last) {
      line.push({ time: bar.time, value: valueAt(bar.close), held: holds(bar.close) })
    }
  }
  return { ...purse, budget, value: valueAt(last.close), held: holds(last.close), line }
}

/** The number of buys in these bars: several due within one bar, or between two, are one buy. */
function turnsIn(everyMs: number, bars: readonly ReplayBar[]): number {
  let [turns, next] = [0, 0]
  for (const { time } of bars) {
    const now = time * 1_000
    if (now < next) continue
    next = turns === 0 ? now + everyMs : turnAfter(next, everyMs, now).next
    turns += 1
  }
  return turns
}

const emptyPurse = (): Purse => ({
  ...{ spent: 0n, received: 0n, fees: 0n, coins: 0n, buys: 0, sells: 0, rounds: 0, realised: 0n },
})

function pay(purse: Purse, quantity: Minor, cost: Minor): Minor {
  const fee = spotFeeOf(cost)
  purse.spent += cost + fee
  purse.fees += fee
  purse.coins += quantity
  purse.buys += 1
  return cost + fee
}

function sell(purse: Purse, quantity: Minor, notional: Minor): Minor {
  const fee = spotFeeOf(notional)
  purse.received += notional - fee
  purse.fees += fee
  purse.coins -= quantity
  purse.sells += 1
  return notional - fee
}

/** The cost of a quantity bought at once within a price limit, behind other orders; what the thinnest book does not hold, at the limit. */
function costOf(
  symbol: string,
  quantity: Minor,
  { price, bound, level }: { price: Minor; bound: Minor; level: number },
): Minor {
  const taken = fillBy({ symbol, side: 'buy', quantity, bound, level }, { price, hash: GENESIS })
  return taken.cost + notionalOf(symbol, quantity - taken.quantity, bound)
}

/** The value at one price of a budget spent at another. */
function holding(symbol: string, budget: Minor, price: Minor): (at: Minor) => Minor {
  const ask = bestOf(symbol, 'ask', price)
  const coins = mostFor(symbol, budget, ask)
  const cost = notionalOf(symbol, coins, ask)
  const rest = budget - cost - spotFeeOf(cost)
  return (at) => rest + saleOf(symbol, coins, at)
}

function buyer(symbol: string, { amount, everyMs }: { amount: Minor; everyMs: number }, { time }: ReplayBar): Player {
  const purse = emptyPurse()
  let next = time * 1_000
  return {
    purse,
    play: (bar) => {
      const now = bar.time * 1_000
      if (now < next) return
      next = turnAfter(next, everyMs, now).next
      const bound = marketBound(symbol, 'buy', bar.open)
      const quantity = mostFor(symbol, amount, bound)
      if (quantity > 0n) pay(purse, quantity, costOf(symbol, quantity, { price: bar.open, bound, level: 0 }))
    },
  }
}

/**
 * The price moves continuously here, so all levels below some level wait to buy, and that one and all above it to sell: `buying` is the
 * number that wait to buy.
 */
function gridPlayer(symbol: string, steps: readonly GridStep[], price: Minor): Player {
  const purse = emptyPurse()
  const spent = steps.map(() => 0n)
  const buysAt = steps.map(({ low }) => tickWithin(symbol, 'ask', low, 0))
  const sellsAt = steps.map(({ high }) => tickWithin(symbol, 'bid', high, 0))
  let buying = steps.filter((_, at) => (buysAt[at] ?? 0n) < price).length

  const atOnce: { price: Minor; left: Minor }[] = []
  for (const [at, { low, quantity }] of steps.entries()) {
    if (at < buying) continue
    const level = firstLevel(symbol, 'buy', { bound: low, best: bestOf(symbol, 'ask', price) }, atOnce)
    spent[at] = pay(purse, quantity, costOf(symbol, quantity, { price, bound: low, level }))
    atOnce.push({ price: low, left: quantity })
  }

  const fall = (to: Minor) => {
    for (let step = steps[buying - 1]; step && to <= (buysAt[buying - 1] ?? 0n); step = steps[buying - 1]) {
      buying -= 1
      spent[buying] = pay(purse, step.quantity, notionalOf(symbol, step.quantity, step.low))
    }
  }
  const rise = (to: Minor) => {
    for (let step = steps[buying]; step && to >= (sellsAt[buying] ?? 0n); step = steps[buying]) {
      const got = sell(purse, step.quantity, notionalOf(symbol, step.quantity, step.high))
      purse.rounds += 1
      purse.realised += got - (spent[buying] ?? 0n)
      buying += 1
    }
  }
  return {
    purse,
    play: ({ open, high, low, close }) => {
      fall(open)
      rise(open)
      if (close >= open) {
        fall(low)
        rise(high)
        fall(close)
      } else {
        rise(high)
        fall(low)
        rise(close)
      }
    },
  }
}
