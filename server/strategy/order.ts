import { type Strategy, strategy } from '../../src/api/trade/strategy.ts'
import { strategyMachine } from '../../src/machines/orders/strategy.ts'
import type { Minor } from '../../src/rules/money/money.ts'
import { type OrderRow, wireOf } from '../orders/module.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { fromJson, toJson } from '../platform/database/rows.ts'
import type { SpotRow } from '../spot/module.ts'

/** A strategy as stored: prices and coins in minor units of the instrument, money in those of USDT. */
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

/** A new step. */
export const newStep = (of: Pick<Step, 'low' | 'high' | 'quantity'>): Step => ({
  low: of.low,
  high: of.high,
  quantity: of.quantity,
  ...{ order: 1n, coins: 0n, spent: 0n, received: 0n },
})

export const stepsOf = ({ steps }: Pick<StrategyRow, 'steps'>): Step[] => fromJson(steps)

/** Steps as stored. */
export const stepsToText = (steps: readonly Step[]): string => toJson(steps)

/** The key of a strategy's order, which is placed once. */
export const keyOf = (step: number, { order }: Pick<Step, 'order'>): string => `${step}/${order}`

/** The current orders of a strategy's steps, by their keys; a step without one is left out. */
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
export const toWire = wireOf<StrategyRow, Strategy>(strategy, strategyMachine, {
  days: ({ type, days }) => (type === 'grid' ? null : days),
  daySeconds: ({ day_ms }) => day_ms / 1_000n,
  nextAt: ({ state, turn_ms }) => (state === 'running' ? turn_ms : null),
  lower: ({ type, lower }) => (type === 'grid' ? lower : null),
  upper: ({ type, upper }) => (type === 'grid' ? upper : null),
  steps: (row) => (row.type === 'grid' ? stepsOf(row) : []),
  costs: costsOf,
})

/** The cost of its coins, less the proceeds of sold parts: everything spent, without completed round trips. */
function costsOf({ spent, received, realised }: StrategyRow): Minor {
  const costs = spent - received + realised
  return costs > 0n ? costs : 0n
}
