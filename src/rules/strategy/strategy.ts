import { notionalOf } from '../lever/lever.ts'
import { bestOf } from '../market/book.ts'
import { instrumentOf } from '../market/instruments.ts'
import { pairOf } from '../market/pairs.ts'
import { currencyOf } from '../money/currencies.ts'
import { formatMoney, type Minor, parseMoney, trimZeros } from '../money/money.ts'
import { holdOf, QUOTE, spotFeeOf } from '../spot/spot.ts'

export const strategyTypes = ['recurring', 'grid'] as const
export type StrategyType = (typeof strategyTypes)[number]

/** Maximum number of concurrent strategies per user. */
export const STRATEGIES_MAX = 10

/** Intervals of recurring buys, in days. */
export const recurringDays = [1, 7, 14, 30] as const

/** Minimum interval of recurring buys, in ms, however short a paper day is. */
const INTERVAL_MS_MIN = 10_000

/** Minimum and maximum number of grid levels. */
export const GRIDS_MIN = 2
export const GRIDS_MAX = 20

/** Minimum order of a strategy, in USDT. */
export const STRATEGY_ORDER_MIN = '10'

/** The interval of a recurring buy, in ms. */
export const intervalMs = (days: number, dayMs: number): number => Math.max(days * dayMs, INTERVAL_MS_MIN)

/** The time from one buy to the first one after a time, in ms; those in between are skipped. `missed`: their number. */
export function turnAfter(turnMs: number, everyMs: number, nowMs: number): { next: number; missed: number } {
  const missed = Math.max(0, Math.floor((nowMs - turnMs) / everyMs))
  return { next: turnMs + (missed + 1) * everyMs, missed }
}

/** The settings of a grid: prices in minor units of the instrument, `amount` in minor units of USDT. */
export type Grid = { lower: Minor; upper: Minor; grids: number; amount: Minor }

/**
 * The prices of a grid, lowest first: one more than its levels, in geometric progression, each rounded down to a valid price of the
 * instrument.
 */
export const gridPrices = ({ lower, upper, grids }: Omit<Grid, 'amount'>): Minor[] =>
  Array.from({ length: grids + 1 }, (_, at) => rootOf(lower ** BigInt(grids - at) * upper ** BigInt(at), BigInt(grids)))

/** The largest integer whose `n`th power is not above the value. Newton’s method, from above. */
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
 * A level of a grid: it buys at `low`, and sells what it bought at `high`.
 *
 * - `quantity`: of each buy, a multiple of the pair's unit, in minor units
 * - `held`: its maximum cost including the fee, in minor units of USDT
 * - `profit`: of a buy at `low` and a sell at `high`, after both fees
 */
export type GridStep = { low: Minor; high: Minor; quantity: Minor; held: Minor; profit: Minor }

/** The levels of a grid, lowest first: an equal share of the amount each, as far as whole units allow. */
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

/** The result of buying at one price and selling at another, after both fees, in minor units of USDT. */
export function gridProfit(symbol: string, quantity: Minor, low: Minor, high: Minor): Minor {
  const [cost, notional] = [notionalOf(symbol, quantity, low), notionalOf(symbol, quantity, high)]
  return notional - spotFeeOf(notional) - cost - spotFeeOf(cost)
}

/** The unit and the maximum order of a pair, in minor units of the instrument. */
export function unitsOf(symbol: string): { unit: Minor; max: Minor } {
  const { quantityScale } = instrumentOf(symbol)
  const { unit, max } = pairOf(symbol)
  return { unit: parseMoney(unit, quantityScale) ?? 0n, max: parseMoney(max, quantityScale) ?? 0n }
}

/** Maximum cost of one unit at a price, including its fee, in minor units of USDT. The fee of many units is up to a millionth above their sum. */
export const unitCost = (symbol: string, price: Minor): Minor => holdOf(symbol, 'buy', unitsOf(symbol).unit, price) + 1n

/** The largest quantity in whole units that an amount can buy at a price, including the fee. */
export const mostFor = (symbol: string, amount: Minor, price: Minor): Minor =>
  (amount / unitCost(symbol, price)) * unitsOf(symbol).unit

/** The minimum order of a strategy, in minor units of USDT. */
export const orderMin = (): Minor => parseMoney(STRATEGY_ORDER_MIN, currencyOf(QUOTE).scale) ?? 0n

/** The proceeds of coins sold at a price, after the fee, in minor units of USDT. */
export function saleOf(symbol: string, coins: Minor, price: Minor): Minor {
  const notional = notionalOf(symbol, coins, bestOf(symbol, 'bid', price))
  return notional - spotFeeOf(notional)
}

/** A strategy's holdings, as decimals: its `coins`, their `costs`, and the `realised` result of its round trips. */
export type StrategyHoldings = { symbol: string; coins: string; costs: string; realised: string }

/** The total result of a strategy if its coins were sold at a price, in minor units of USDT; undefined without a price. */
export function strategyNetAt({ symbol, coins, costs, realised }: StrategyHoldings, price: string): Minor | undefined {
  const { scale, quantityScale } = instrumentOf(symbol)
  const usdt = (amount: string) => parseMoney(amount, currencyOf(QUOTE).scale) ?? 0n
  const at = parseMoney(price, scale)
  if (!at) return undefined
  const made = realised.startsWith('-') ? -usdt(realised.slice(1)) : usdt(realised)
  return saleOf(symbol, parseMoney(coins, quantityScale) ?? 0n, at) - usdt(costs) + made
}

/** The default range of a grid to either side of the price, in percent. */
const RANGE_PERCENT = 5n

/** The default range around a price, in three significant figures each, as decimals of the instrument. */
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
