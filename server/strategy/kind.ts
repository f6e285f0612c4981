import { strategy as wire } from '../../src/api/trade/strategy.ts'
import { Refusal } from '../../src/api/wire/messages.ts'
import { strategyMachine } from '../../src/machines/orders/strategy.ts'
import { type Message, pairIn } from '../inbox/module.ts'
import { moveOrder, type OrderKind, type OrderRow, ownOrder } from '../orders/module.ts'
import type { Batch } from '../platform/unit/defer.ts'
import type { Unit } from '../platform/unit/unit.ts'
import { cancelSpot, isCancellable, type SpotRow } from '../spot/module.ts'
import { atItsTime, cancelAll, GO, placeAll, recordedPrices, TURN } from './go.ts'
import { type StrategyRow, toWire } from './order.ts'

/** A strategy as the order kernel knows it. It holds nothing: its spot orders hold the money. */
export const strategyKind: OrderKind<StrategyRow> = {
  name: 'strategy',
  table: 'strategies',
  machine: strategyMachine,
  wire,
  toWire,
  due: atItsTime,
  postings: () => ({}),
  extras: async (unit, row, _, occurrence) => {
    if (row.state === 'running' && (occurrence === TURN || (occurrence === GO && row.type === 'grid')))
      await goOn(unit, row)
    else if (row.reason !== null && row.due_ms !== null)
      await cancelAll(unit, await recordedPrices(unit, row.symbol), row)
  },
  message,
}

/** The message to its owner when the platform paused it, or it failed. */
function message({ state, symbol, reason }: StrategyRow): Message | undefined {
  const params = { pair: pairIn(symbol) }
  if (state === 'pausing' && reason !== null) return { kind: 'settlement', key: 'strategyPaused', params }
  return state === 'failed' ? { kind: 'settlement', key: 'strategyFailed', params } : undefined
}

/** Permanent reasons: the pair is no longer traded. */
const FINAL = ['pairNotFound', 'pairNotActivated']

/** Continues at the newest price. A refused order pauses the strategy, with the refusal as its reason. */
async function goOn(unit: Unit, row: StrategyRow): Promise<void> {
  try {
    await placeAll(unit, await recordedPrices(unit, row.symbol), row)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const reason = error.key === 'loanNotCovered' ? 'loanCoversFirst' : error.key
    const event = { type: FINAL.includes(reason) ? 'strategy.stop' : 'strategy.pause' }
    const missed = row.type === 'recurring' ? { missed: row.missed + 1n } : {}
    const due_ms = BigInt(unit.platform.clock.now())
    await moveOrder(unit, strategyKind, row, { event, change: { ...missed, reason, due_ms } })
  }
}

/**
 * Follows each step of a spot order: if an order of a strategy ended, the strategy becomes due; if one came to rest while its strategy is
 * paused or stopping, it is cancelled.
 */
export async function hearOfOrder(unit: Unit, kind: { name: string }, order: OrderRow): Promise<void> {
  if (kind.name !== 'spot') return
  const spot = order as SpotRow
  if (spot.strategy_id === null) return
  if (spot.settled_ms !== null) {
    unit.defer(wakes, { id: spot.strategy_id, dueMs: spot.settled_ms })
    return
  }
  if (!isCancellable(spot)) return
  const row = await ownOrder(unit, strategyKind, spot.user_id, spot.strategy_id)
  if (row?.state !== 'pausing' && row?.state !== 'ending') return
  await cancelSpot(unit, await recordedPrices(unit, spot.symbol), spot.user_id, spot)
}

/** Becoming due is not a change of the strategy, and sends no event. */
const wakes: Batch<{ id: string; dueMs: bigint }> = {
  stage: 'orders',
  write: async ({ tx }, all) => {
    for (const { id, dueMs } of all) {
      await tx
        .updateTable('strategies')
        .set({ due_ms: dueMs })
        .where('id', '=', id)
        .where('settled_ms', 'is', null)
        .where((eb) => eb.or([eb('due_ms', 'is', null), eb('due_ms', '>', dueMs)]))
        .execute()
    }
  },
}
