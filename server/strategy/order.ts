import type { Strategy } from '../../src/api/trade/strategy.ts'
import { metaOf } from '../../src/machines/orders/life.ts'
import { strategyMachine } from '../../src/machines/orders/strategy.ts'
import { instrumentOf } from '../../src/rules/market/instruments.ts'
import { currencyOf } from '../../src/rules/money/currencies.ts'
import { formatMoney, type Minor } from '../../src/rules/money/money.ts'
import { QUOTE } from '../../src/rules/spot/spot.ts'
import type { OrderRow } from '../orders/module.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import type { SpotRow } from '../spot/module.ts'

/** A strategy as it is stored: prices and coins in minor units of the instrument, money in those of USDT. */
export type StrategyRow = OrderRow & {
  state: Strategy['state']
  type: Strategy['type']
  symbol: string
  amount: bigint
  days: bigint
  day_ms: bigint
  turn_ms: bigint | null
  missed: bigint
  lower: bigint
  upper: bigint
  steps: string
  buys: bigint
  sells: bigint
  spent: bigint
  received: bigint
  fees: bigint
  coins: bigint
  rounds: bigint
  realised: bigint
  reason: Strategy['reason']
  asked: bigint
}

declare module '../platform/database/tables.ts' {
  interface Tables {
    strategies: StrategyRow
  }
}

/**
 * The state of a level: `order` is the number of its open or next order, `coins` its holdings, `spent` and `received` the sums of its
 * current round trip. A recurring buy has one level, without prices.
 */
export type Step = {
  low: Minor
  high: Minor
  quantity: Minor
  order: Minor
  coins: Minor
  spent: Minor
  received: Minor
}

/** A step that has done nothing yet. */
export const newStep = (of: Pick<Step, 'low' | 'high' | 'quantity'>): Step => ({
  low: of.low,
  high: of.high,
  quantity: of.quantity,
  ...{ order: 1n, coins: 0n, spent: 0n, received: 0n },
})

export const stepsOf = ({ steps }: Pick<StrategyRow, 'steps'>): Step[] =>
  JSON.parse(steps, (_, value) => (typeof value === 'string' ? BigInt(value) : value))

/** Steps as they are stored. */
export const stepsToText = (steps: readonly Step[]): string =>
  JSON.stringify(steps, (_, value) => (typeof value === 'bigint' ? String(value) : value))

/** Which order of a strategy it is: each is placed once. */
export const keyOf = (step: number, { order }: Pick<Step, 'order'>): string => `${step}/${order}`

/** The orders that the steps of a strategy are at, by their keys; a step that has none yet is left out. */
export async function ordersAt(db: Db | Tx, row: Pick<StrategyRow, 'id' | 'steps'>): Promise<Map<string, SpotRow>> {
  const keys = stepsOf(row).map((step, at) => keyOf(at, step))
  const rows = await db
    .selectFrom('spots')
    .selectAll()
    .where('strategy_id', '=', row.id)
    .where('strategy_step', 'in', keys)
    .execute()
  return new Map(rows.map((order) => [order.strategy_step ?? '', order]))
}

/** A strategy as the wire carries it. */
export function toWire(row: StrategyRow): Strategy {
  const { symbol, type } = row
  const { scale, quantityScale } = instrumentOf(symbol)
  const price = (amount: Minor) => formatMoney(amount, scale)
  const quantity = (amount: Minor) => formatMoney(amount, quantityScale)
  const usdt = (amount: Minor) => formatMoney(amount, currencyOf(QUOTE).scale)
  const isGrid = type === 'grid'
  return {
    id: row.id,
    type,
    symbol,
    currency: row.currency,
    amount: usdt(row.amount),
    days: isGrid ? null : Number(row.days),
    daySeconds: Number(row.day_ms / 1_000n),
    nextAt: row.turn_ms === null || row.state !== 'running' ? null : Number(row.turn_ms),
    missed: Number(row.missed),
    lower: isGrid ? price(row.lower) : null,
    upper: isGrid ? price(row.upper) : null,
    steps: isGrid
      ? stepsOf(row).map((step) => ({
          low: price(step.low),
          high: price(step.high),
          quantity: quantity(step.quantity),
          coins: quantity(step.coins),
        }))
      : [],
    state: row.state,
    version: Number(row.version),
    status: metaOf(strategyMachine, row.state).status,
    acceptedAt: Number(row.accepted_ms),
    settledAt: row.settled_ms === null ? null : Number(row.settled_ms),
    buys: Number(row.buys),
    sells: Number(row.sells),
    spent: usdt(row.spent),
    received: usdt(row.received),
    fees: usdt(row.fees),
    coins: quantity(row.coins),
    costs: usdt(costsOf(row)),
    rounds: Number(row.rounds),
    realised: usdt(row.realised),
    reason: row.reason,
  }
}

/** What the coins that it holds cost, less what a part of them was sold for: all that is spent but what its rounds came to. */
const costsOf = ({ spent, received, realised }: StrategyRow): Minor => {
  const costs = spent - received + realised
  return costs > 0n ? costs : 0n
}
