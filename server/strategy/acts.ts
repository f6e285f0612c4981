import type * as api from '../../src/api/trade/strategy.ts'
import type { Input } from '../../src/api/wire/call.ts'
import { Refusal, refusalOf } from '../../src/api/wire/messages.ts'
import { can } from '../../src/machines/orders/life.ts'
import { strategyMachine } from '../../src/machines/orders/strategy.ts'
import { QUOTE } from '../../src/rules/spot/spot.ts'
import { validateStrategy } from '../../src/rules/strategy/form.ts'
import { intervalMs, STRATEGIES_MAX, turnAfter } from '../../src/rules/strategy/strategy.ts'
import { walletWithin } from '../ledger/module.ts'
import { currentPrice, type Prices } from '../market/module.ts'
import { liveOf, moveOrder, placeOrder, requireOrder, zeros } from '../orders/module.ts'
import type { Unit } from '../platform/unit/unit.ts'
import { requirePair } from '../spot/module.ts'
import { cancelAll, placeAll } from './go.ts'
import { strategyKind } from './kind.ts'
import { newStep, type StrategyRow, stepsToText } from './order.ts'
import { formOf } from './preview.ts'

/** The empty columns of a new strategy. */
const NEW = { reason: null, ...zeros('asked missed buys sells spent received fees coins rounds realised') }

/**
 * Starts a strategy with its first orders, atomically.
 *
 * @throws Refusal `requestExpired`, `strategiesReached`, the errors of the form, and those of its orders
 */
export async function submit(
  unit: Unit,
  prices: Prices,
  userId: string,
  input: Input<typeof api.submit>,
): Promise<StrategyRow> {
  const { clock, config } = unit.platform
  const now = clock.now()
  if (input.confirmBy !== undefined && now > input.confirmBy) throw new Refusal('requestExpired')
  const { symbol, type } = input
  requirePair(prices, symbol)
  if ((await liveOf(unit, strategyKind, userId)).length >= STRATEGIES_MAX) {
    throw new Refusal('strategiesReached', { limit: String(STRATEGIES_MAX) })
  }
  const { available } = await walletWithin(unit, userId, QUOTE)
  const { errors, values } = validateStrategy(formOf(input), { available, price: currentPrice(prices, symbol) })
  if (!values) throw refusalOf(errors)
  const dayMs = config.PAPER_DAY_SECONDS * 1_000
  const turn = type === 'recurring' ? BigInt(now + intervalMs(values.days, dayMs)) : null
  const steps = type === 'recurring' ? [{ low: 0n, high: 0n, quantity: 0n }] : values.steps
  const row = await placeOrder(unit, strategyKind, {
    ...NEW,
    user_id: userId,
    currency: QUOTE,
    type,
    symbol,
    amount: values.amount,
    days: BigInt(values.days),
    day_ms: BigInt(dayMs),
    turn_ms: turn,
    lower: values.lower,
    upper: values.upper,
    steps: stepsToText(steps.map(newStep)),
    accepted_ms: BigInt(now),
    due_ms: turn,
  })
  await placeAll(unit, prices, row)
  return row
}

type Asked = { id: string }

/**
 * Pauses a strategy: it places no orders, and its open orders are cancelled.
 *
 * @throws Refusal `dataNotFound`, `strategyStatusAbnormal`
 */
export const pause = (unit: Unit, prices: Prices, userId: string, input: Asked): Promise<StrategyRow> =>
  takeBack(unit, prices, userId, input, 'strategy.pause')

/**
 * Ends a strategy: its open orders are cancelled, and its coins stay in the wallet.
 *
 * @throws Refusal `dataNotFound`, `strategyStatusAbnormal`
 */
export const stop = (unit: Unit, prices: Prices, userId: string, input: Asked): Promise<StrategyRow> =>
  takeBack(unit, prices, userId, input, 'strategy.stop')

async function takeBack(
  unit: Unit,
  prices: Prices,
  userId: string,
  { id }: Asked,
  type: 'strategy.pause' | 'strategy.stop',
) {
  const now = BigInt(unit.platform.clock.now())
  const row = await move(unit, userId, id, { type }, () => ({ reason: null, due_ms: now }))
  await cancelAll(unit, prices, row)
  return row
}

/**
 * Resumes a paused strategy. A grid replaces its orders; a recurring buy waits for its next interval, on its original schedule.
 *
 * @throws Refusal `dataNotFound`, `strategyStatusAbnormal`, and those of its orders
 */
export async function resume(unit: Unit, prices: Prices, userId: string, { id }: Asked): Promise<StrategyRow> {
  const now = unit.platform.clock.now()
  const row = await move(unit, userId, id, { type: 'strategy.resume' }, ({ turn_ms, days, day_ms }) => {
    if (turn_ms === null) return { reason: null, due_ms: null }
    const isPast = Number(turn_ms) <= now
    const turn = isPast
      ? BigInt(turnAfter(Number(turn_ms), intervalMs(Number(days), Number(day_ms)), now).next)
      : turn_ms
    return { reason: null, turn_ms: turn, due_ms: turn }
  })
  if (row.type === 'grid') await placeAll(unit, prices, row)
  return row
}

async function move(
  unit: Unit,
  userId: string,
  id: string,
  event: { type: 'strategy.pause' | 'strategy.resume' | 'strategy.stop' },
  change: (row: StrategyRow) => Partial<StrategyRow>,
): Promise<StrategyRow> {
  const row = await requireOrder(unit.tx, strategyKind, userId, id)
  if (!can(strategyMachine, row.state, event)) throw new Refusal('strategyStatusAbnormal')
  const moved = await moveOrder(unit, strategyKind, row, { event, change: { ...change(row), asked: row.asked + 1n } })
  if (!moved) throw new Refusal('strategyStatusAbnormal')
  return moved
}
