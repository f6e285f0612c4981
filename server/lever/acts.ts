import type { EventFromLogic } from 'xstate'
import type { addMargin, close, setStop } from '../../src/api/trade/lever.ts'
import type { Input } from '../../src/api/wire/call.ts'
import { type MessageKey, Refusal, refusalOf } from '../../src/api/wire/messages.ts'
import { leverMachine } from '../../src/machines/orders/lever.ts'
import { can, hasEnded, statesOf } from '../../src/machines/orders/life.ts'
import { validateClose, validateStops } from '../../src/rules/lever/acts.ts'
import { CLOSE_ALL_MAX } from '../../src/rules/lever/lever.ts'
import { currencyOf } from '../../src/rules/money/currencies.ts'
import { parseMoney } from '../../src/rules/money/money.ts'
import { currentPrice, type Prices, takesEffectAt } from '../market/module.ts'
import { askedAt, moveOrder, ordersOf, requireOrder } from '../orders/module.ts'
import type { Unit } from '../platform/unit/unit.ts'
import { leverKind } from './kind.ts'
import { fillsOf, type LeverRow, nextStepOf, toWire } from './order.ts'

type LeverEvent = EventFromLogic<typeof leverMachine>

/*
 * A user's act on a contract takes effect by the record, as its opening does: an earlier tick decides by the terms before the act, however
 * late it is processed. So a user who sees prices earlier than the server cannot escape one by an act.
 */

/** @throws Refusal dataNotFound, orderGone */
async function liveOrder(unit: Unit, userId: string, id: string): Promise<LeverRow> {
  const order = await requireOrder(unit.tx, leverKind, userId, id)
  if (hasEnded(leverMachine, order.state)) throw new Refusal('orderGone')
  return order
}

/** Moves a contract into the state in which the request waits for its effective time. @throws Refusal */
async function ask(
  unit: Unit,
  prices: Prices,
  order: LeverRow,
  event: LeverEvent,
  change: Partial<LeverRow>,
  refused: MessageKey,
): Promise<LeverRow> {
  const at = BigInt(takesEffectAt(prices, order.symbol, unit.platform.clock.now()))
  const isDelivered = order.delivery_ms !== null && order.open_seq !== null && at >= order.delivery_ms
  if (isDelivered || !can(leverMachine, order.state, event)) throw new Refusal(refused)
  const count = order.asked + 1n
  const times = askedAt(order, event.type, at)
  const asked = await moveOrder(unit, leverKind, order, {
    occurrence: String(count),
    event,
    change: { ...change, ...times, due_ms: nextStepOf({ ...order, ...times }), asked: count },
  })
  // Another request or the record was first.
  if (!asked) throw new Refusal(event.type === 'order.close' ? 'closeFailed' : refused)
  return asked
}

/** Cancels a limit order. @throws Refusal dataNotFound, orderGone, orderNotCancellable */
export async function cancelLever(unit: Unit, prices: Prices, userId: string, { id }: { id: string }) {
  const order = await liveOrder(unit, userId, id)
  // A market order opens at a price that users may see before it takes effect.
  if (order.type === 'market') throw new Refusal('orderNotCancellable')
  return ask(unit, prices, order, { type: 'order.cancel' }, {}, 'orderNotCancellable')
}

/**
 * Closes a position or a part of it.
 *
 * @throws Refusal dataNotFound, orderGone, cannotClose, closeFailed, belowMinimum, aboveMaximum, notMultiple, parameterError
 */
export async function closeLever(
  unit: Unit,
  prices: Prices,
  userId: string,
  input: Pick<Input<typeof close>, 'id' | 'quantity'>,
) {
  const order = await liveOrder(unit, userId, input.id)
  return closeOrder(unit, prices, order, partOf(order, input.quantity))
}

const closeOrder = (unit: Unit, prices: Prices, order: LeverRow, quantity: bigint) =>
  ask(unit, prices, order, { type: 'order.close' }, { close_quantity: quantity }, 'cannotClose')

const subjectOf = (order: LeverRow) => ({ ...toWire(order), parts: fillsOf(order).length })

/** @throws Refusal */
function partOf(order: LeverRow, quantity: string | undefined): bigint {
  if (quantity === undefined) return order.quantity
  const { errors, values } = validateClose({ quantity }, { order: subjectOf(order), price: '' })
  if (!values) throw refusalOf(errors)
  return values.quantity
}

const standing = statesOf(leverMachine).filter((state) => can(leverMachine, state, { type: 'order.close' }))

/** Closes the newest open positions, each on its own, up to a number that keeps the transaction short. */
export async function closeAllLevers(
  unit: Unit,
  prices: Prices,
  userId: string,
  symbol: string | undefined,
  most = CLOSE_ALL_MAX,
) {
  const filter = { ended: false, states: standing, where: { symbol } }
  const asked: LeverRow[] = []
  for (const order of await ordersOf(unit.tx, leverKind, userId, filter, most)) {
    asked.push(await closeOrder(unit, prices, order, order.quantity))
  }
  return asked
}

/**
 * Replaces both stops of a position.
 *
 * @throws Refusal dataNotFound, orderGone, orderStatusError, stopZero, takeProfitTooLow, takeProfitTooHigh, stopLossTooHigh,
 *   stopLossTooLow, parameterError
 */
export async function setStopOfLever(
  unit: Unit,
  prices: Prices,
  userId: string,
  input: Pick<Input<typeof setStop>, 'id' | 'takeProfit' | 'stopLoss'>,
) {
  const order = await liveOrder(unit, userId, input.id)
  if (order.open_price === null) throw new Refusal('orderStatusError')
  const { takeProfit = '', stopLoss = '' } = input
  const price = currentPrice(prices, order.symbol)
  const { errors, values } = validateStops({ takeProfit, stopLoss }, { order: subjectOf(order), price })
  if (!values) throw refusalOf(errors)
  const next = { next_take_profit: values.takeProfit, next_stop_loss: values.stopLoss }
  return ask(unit, prices, order, { type: 'order.change' }, next, 'tradeStatusAbnormal')
}

/** Adds margin to a position. @throws Refusal dataNotFound, orderGone, tradeStatusAbnormal, parameterError, insufficientBalance */
export async function addMarginToLever(
  unit: Unit,
  prices: Prices,
  userId: string,
  input: Pick<Input<typeof addMargin>, 'id' | 'amount'>,
) {
  const order = await liveOrder(unit, userId, input.id)
  const adding = parseMoney(input.amount, currencyOf(order.currency).scale)
  if (!adding) throw new Refusal('parameterError', { field: 'amount' })
  return ask(unit, prices, order, { type: 'order.add' }, { adding }, 'tradeStatusAbnormal')
}
