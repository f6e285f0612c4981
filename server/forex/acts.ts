import type { EventFromLogic } from 'xstate'
import type { close, preview, setStop, submit } from '../../src/api/trade/forex.ts'
import type { Input } from '../../src/api/wire/call.ts'
import { type MessageKey, Refusal, refusalOf } from '../../src/api/wire/messages.ts'
import { forexMachine } from '../../src/machines/orders/forex.ts'
import { can, hasEnded } from '../../src/machines/orders/life.ts'
import { validateCloseLots } from '../../src/rules/forex/close.ts'
import { entrySide, recordedFor } from '../../src/rules/forex/entry.ts'
import { FOREX_COLLATERAL, forexTermsOf } from '../../src/rules/forex/forex.ts'
import { type ForexForm, validateForex } from '../../src/rules/forex/form.ts'
import { type ForexPair, findForexPair } from '../../src/rules/forex/pairs.ts'
import { validateStops } from '../../src/rules/lever/acts.ts'
import { nextOpen } from '../../src/rules/market/hours.ts'
import { findInstrument, instrumentOf } from '../../src/rules/market/instruments.ts'
import { currentPrice, type Prices, takesEffectAt } from '../market/module.ts'
import { askedAt, moveOrder, nulls, placeOrder, requireOrder, zeros } from '../orders/module.ts'
import type { Unit } from '../platform/unit/unit.ts'
import { requireOn } from './halts.ts'
import { forexKind } from './kind.ts'
import { type ForexRow, nextStepOf, openLotsOf, toWire } from './order.ts'

/** @throws Refusal pairNotFound, pairNotActivated */
export function requirePair(prices: Prices, symbol: string): ForexPair {
  if (!findInstrument(symbol) || !prices.has(symbol)) throw new Refusal('pairNotFound')
  const pair = findForexPair(symbol)
  if (!pair || (pair.via !== undefined && !prices.has(pair.via))) throw new Refusal('pairNotActivated')
  return pair
}

/** The request in the format of the form. */
export const formOf = ({
  symbol,
  direction,
  type,
  price = '',
  lots,
  takeProfit = '',
  stopLoss = '',
}: Input<typeof preview>): ForexForm => ({
  ...{ symbol, direction, type, price, lots, takeProfit, stopLoss },
})

/** The last displayed prices, which a form is validated against; empty if there was none yet. */
export const shownOf = (prices: Prices, { symbol, via }: ForexPair) => ({
  price: currentPrice(prices, symbol),
  rate: via === undefined ? '' : currentPrice(prices, via),
})

/** The empty columns of a new position. */
const NEW = {
  ...nulls('open_seq open_ms open_price open_hash deal_price rate_seq rate_ms rate_price rate_hash stop_out'),
  ...nulls('roll_ms close_ms close_seq close_tick_ms close_price close_hash exit_price cause void_reason'),
  ...nulls('asked_ms stops_ms close_lots reached_ms'),
  ...zeros('initial margin night nights swap rolled profit returned shortfall turnover asked'),
  parts: '[]',
  gaps: '[]',
  limited: 0n,
}

/**
 * Orders a position: validates it against the current terms, freezes them into the order, and reserves its margin.
 *
 * @throws Refusal requestExpired, pairNotFound, pairNotActivated, functionOff, tradingClosed, marketClosed, insufficientBalance, and the
 *   errors of the form
 */
export async function submitForex(
  unit: Unit,
  prices: Prices,
  userId: string,
  input: Input<typeof submit>,
): Promise<ForexRow> {
  const now = unit.platform.clock.now()
  if (input.confirmBy !== undefined && now > input.confirmBy) throw new Refusal('requestExpired')
  const { symbol } = input
  const pair = requirePair(prices, symbol)
  await requireOn(unit, symbol)
  const states = [symbol, pair.via ?? symbol].map((each) => prices.state(each))
  if (states.includes('closed')) throw new Refusal('marketClosed')
  if (states.includes('stale')) throw new Refusal('tradingClosed')
  const rules = unit.platform.config.RULES
  const { errors, values } = validateForex(formOf(input), { available: null, rules, ...shownOf(prices, pair) })
  if (!values) throw refusalOf(errors)

  const accepted = BigInt(takesEffectAt(prices, symbol, now))
  const terms = forexTermsOf(pair, input.direction, values.lots, rules)
  const { direction, lots, lot, leverage, spread, swap, stopOutBps, via } = terms
  const { price } = values
  const order = { ...terms, type: input.type }
  return placeOrder(
    unit,
    forexKind,
    {
      ...NEW,
      user_id: userId,
      currency: FOREX_COLLATERAL,
      ...{ symbol, direction, lots, lot, leverage, spread, swap_points: swap, stop_out_bps: stopOutBps, via },
      ...{ type: input.type, price },
      take_profit: values.takeProfit,
      stop_loss: values.stopLoss,
      next_take_profit: values.takeProfit,
      next_stop_loss: values.stopLoss,
      reserve: values.reserve,
      accepted_ms: accepted,
      due_ms: price === null ? accepted : null,
    },
    price === null ? [] : [{ name: 'entry', symbol, side: entrySide(order), level: recordedFor(order, price) }],
  )
}

/*
 * An act takes effect by the record, as the opening does: an earlier tick decides by the terms before the act, however late it is processed.
 */

/** @throws Refusal dataNotFound, orderGone */
async function livePosition(unit: Unit, userId: string, id: string): Promise<ForexRow> {
  const order = await requireOrder(unit.tx, forexKind, userId, id)
  if (hasEnded(forexMachine, order.state)) throw new Refusal('orderGone')
  return order
}

/** Moves a position into the state in which the request waits for its effective time. @throws Refusal */
async function ask(
  unit: Unit,
  order: ForexRow,
  event: EventFromLogic<typeof forexMachine>,
  change: Partial<ForexRow>,
  at: number,
  refused: MessageKey,
): Promise<ForexRow> {
  if (!can(forexMachine, order.state, event)) throw new Refusal(refused)
  const times = askedAt(order, event.type, BigInt(at))
  const due_ms = nextStepOf({ ...order, ...times })
  const asked = await moveOrder(unit, forexKind, order, {
    event,
    change: { ...change, ...times, due_ms, asked: order.asked + 1n },
  })
  // Another request or the record was first.
  if (!asked) throw new Refusal(event.type === 'order.close' ? 'closeFailed' : refused)
  return asked
}

const effectOf = (unit: Unit, prices: Prices, { symbol }: ForexRow) =>
  takesEffectAt(prices, symbol, unit.platform.clock.now())

/** Cancels a limit or stop order. @throws Refusal dataNotFound, orderGone, orderNotCancellable */
export async function cancelForex(unit: Unit, prices: Prices, userId: string, { id }: { id: string }) {
  const order = await livePosition(unit, userId, id)
  // A market order opens at a price that users may see before it takes effect.
  if (order.type === 'market') throw new Refusal('orderNotCancellable')
  return ask(unit, order, { type: 'order.cancel' }, {}, effectOf(unit, prices, order), 'orderNotCancellable')
}

/**
 * Closes a position or some of its lots at the first recorded tick from now on, or from the opening of its market.
 *
 * @throws Refusal dataNotFound, orderGone, cannotClose, closeFailed, wrongLots, parameterError
 */
export async function closeForex(
  unit: Unit,
  prices: Prices,
  userId: string,
  { id, lots }: Pick<Input<typeof close>, 'id' | 'lots'>,
) {
  const order = await livePosition(unit, userId, id)
  const close_lots = lots === undefined ? openLotsOf(order) : partOf(order, lots)
  const at = nextOpen(instrumentOf(order.symbol).kind, effectOf(unit, prices, order))
  return ask(unit, order, { type: 'order.close' }, { close_lots }, at, 'cannotClose')
}

/** @throws Refusal */
function partOf(order: ForexRow, quantity: string): bigint {
  const { errors, values } = validateCloseLots({ quantity }, { order: toWire(order), price: '' })
  if (!values) throw refusalOf(errors)
  return values.lots
}

/**
 * Replaces both stops of a position.
 *
 * @throws Refusal dataNotFound, orderGone, orderStatusError, stopZero, takeProfitTooLow, takeProfitTooHigh, stopLossTooHigh,
 *   stopLossTooLow, parameterError, tradeStatusAbnormal
 */
export async function setStopOfForex(
  unit: Unit,
  prices: Prices,
  userId: string,
  { id, takeProfit = '', stopLoss = '' }: Pick<Input<typeof setStop>, 'id' | 'takeProfit' | 'stopLoss'>,
) {
  const order = await livePosition(unit, userId, id)
  if (order.open_price === null) throw new Refusal('orderStatusError')
  const price = currentPrice(prices, order.symbol)
  const { errors, values } = validateStops({ takeProfit, stopLoss }, { order: toWire(order), price })
  if (!values) throw refusalOf(errors)
  const next = { next_take_profit: values.takeProfit, next_stop_loss: values.stopLoss }
  return ask(unit, order, { type: 'order.change' }, next, effectOf(unit, prices, order), 'tradeStatusAbnormal')
}
