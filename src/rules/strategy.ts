import { bestOf } from './book.ts'
import { currencyOf } from './currencies.ts'
import { instrumentOf } from './instruments.ts'
import { notionalOf } from './lever.ts'
import { formatMoney, type Minor, parseMoney, trimZeros } from './money.ts'
import { pairOf } from './pairs.ts'
import { holdOf, QUOTE, spotFeeOf } from './spot.ts'

export const strategyTypes = ['recurring', 'grid'] as const
export type StrategyType = (typeof strategyTypes)[number]

/** How many strategies one person may have at a time. */
export const STRATEGIES_MAX = 10

/** How many days there may be from one recurring buy to the next. */
export const recurringDays = [1, 7, 14, 30] as const

/** From one recurring buy to the next there is at least this, in ms, however short a day is. */
const INTERVAL_MS_MIN = 10_000

/** Into how many steps a grid may divide its range. */
export const GRIDS_MIN = 2
export const GRIDS_MAX = 20

/** The least that an order of a strategy is made for, in USDT. */
export const STRATEGY_ORDER_MIN = '10'

/** From one recurring buy to the next, in ms. */
export const intervalMs = (days: number, dayMs: number): number => Math.max(days * dayMs, INTERVAL_MS_MIN)

/** How long it is from one turn to the first one after a time, in ms; the turns in between are left out. `missed`: how many. */
export function turnAfter(turnMs: number, everyMs: number, nowMs: number): { next: number; missed: number } {
  const missed = Math.max(0, Math.floor((nowMs - turnMs) / everyMs))
  return { next: turnMs + (missed + 1) * everyMs, missed }
}

/** What a grid is made of: prices in minor units of the instrument, `amount` in those of USDT. */
export type Grid = { lower: Minor; upper: Minor; grids: number; amount: Minor }

/**
 * The prices of a grid, lowest first: one more than it has steps. Each is above the one before it by the same share (geometric),
 * rounded down to a price of the instrument.
 */
export const gridPrices = ({ lower, upper, grids }: Omit<Grid, 'amount'>): Minor[] =>
  Array.from({ length: grids + 1 }, (_, at) => rootOf(lower ** BigInt(grids - at) * upper ** BigInt(at), BigInt(grids)))

/** The largest whole number whose `n`th power is not above the value. Newton’s method, from above. */
function rootOf(value: bigint, n: bigint): bigint {
  if (value < 2n) return value
  let root = 1n << (BigInt(value.toString(2).length) / n + 1n)
  for (;;) {
    const next = ((n - 1n) * root + value / root ** (n - 1n)) / n
    if (next >= root) return root
    root = next
  }
}

/**
 * A step of a grid: it buys at `low`, and sells what it bought at `high`.
 *
 * - `quantity`: of each buy, a multiple of the pair's unit, in minor units
 * - `held`: at most so much is paid for it with the fee, in minor units of USDT
 * - `profit`: of a buy at `low` and a sell at `high`, after both fees
 */
export type GridStep = { low: Minor; high: Minor; quantity: Minor; held: Minor; profit: Minor }

/** The steps of a grid, lowest first: an equal share of the amount each, as far as whole units go. */
export function gridSteps(symbol: string, grid: Grid): GridStep[] {
  const prices = gridPrices(grid)
  const share = grid.amount / BigInt(grid.grids)
  return prices.slice(0, -1).map((low, at) => {
    const high = prices[at + 1] ?? low
    const quantity = mostFor(symbol, share, low)
    return {
      low,
      high,
      quantity,
      held: holdOf(symbol, 'buy', quantity, low),
      profit: gridProfit(symbol, quantity, low, high),
    }
  })
}

/** What buying at one price and selling at another comes to, after both fees, in minor units of USDT. */
export function gridProfit(symbol: string, quantity: Minor, low: Minor, high: Minor): Minor {
  const [cost, worth] = [notionalOf(symbol, quantity, low), notionalOf(symbol, quantity, high)]
  return worth - spotFeeOf(worth) - cost - spotFeeOf(cost)
}

/** The unit of a pair, and the most of one order, in minor units of the instrument. */
export function unitsOf(symbol: string): { unit: Minor; max: Minor } {
  const { quantityScale } = instrumentOf(symbol)
  const { unit, max } = pairOf(symbol)
  return { unit: parseMoney(unit, quantityScale) ?? 0n, max: parseMoney(max, quantityScale) ?? 0n }
}

/** What one unit costs at most at a price, with its fee, in minor units of USDT. The fee of many units is up to a millionth above their fees. */
export const unitCost = (symbol: string, price: Minor): Minor => holdOf(symbol, 'buy', unitsOf(symbol).unit, price) + 1n

/** The largest quantity in whole units that an amount pays for at a price, with the fee. */
export const mostFor = (symbol: string, amount: Minor, price: Minor): Minor =>
  (amount / unitCost(symbol, price)) * unitsOf(symbol).unit

/** The least amount for an order of a strategy, in minor units of USDT. */
export const orderMin = (): Minor => parseMoney(STRATEGY_ORDER_MIN, currencyOf(QUOTE).scale) ?? 0n

/** What coins sold at a price bring, after the fee, in minor units of USDT. */
export function saleOf(symbol: string, coins: Minor, price: Minor): Minor {
  const worth = notionalOf(symbol, coins, bestOf(symbol, 'bid', price))
  return worth - spotFeeOf(worth)
}

/** What a strategy has, as decimals: `coins` that it holds, what these `costs`, and what its rounds `realised`. */
export type StrategyHoldings = { symbol: string; coins: string; costs: string; realised: string }

/** What a strategy would have come to in all if its coins were sold at a price, in minor units of USDT; undefined where there is no price. */
export function strategyNetAt({ symbol, coins, costs, realised }: StrategyHoldings, price: string): Minor | undefined {
  const { scale, quantityScale } = instrumentOf(symbol)
  const usdt = (amount: string) => parseMoney(amount, currencyOf(QUOTE).scale) ?? 0n
  const at = parseMoney(price, scale)
  if (!at) return undefined
  const made = realised.startsWith('-') ? -usdt(realised.slice(1)) : usdt(realised)
  return saleOf(symbol, parseMoney(coins, quantityScale) ?? 0n, at) - usdt(costs) + made
}

/** How far a grid that nobody has drawn yet reaches to both sides of the price, in percent. */
const RANGE_PERCENT = 5n

/** A range around a price to begin with, in three figures each, as decimals of the instrument. */
export function rangeAround(symbol: string, price: string): { lower: string; upper: string } {
  const { scale } = instrumentOf(symbol)
  const at = parseMoney(price, scale) ?? 0n
  const figures = (minor: Minor) => {
    const step = 10n ** BigInt(Math.max(0, String(minor).length - 3))
    return trimZeros(formatMoney((minor / step) * step, scale))
  }
  return {
    lower: figures((at * (100n - RANGE_PERCENT)) / 100n),
    upper: figures((at * (100n + RANGE_PERCENT)) / 100n),
  }
}
