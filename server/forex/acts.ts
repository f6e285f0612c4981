import type { close, preview, submit } from '../../src/api/trade/forex.ts'
import type { Input } from '../../src/api/wire/call.ts'
import { Refusal, refusalOf } from '../../src/api/wire/messages.ts'
import { forexMachine } from '../../src/machines/orders/forex.ts'
import { can, hasEnded } from '../../src/machines/orders/life.ts'
import { FOREX_COLLATERAL, forexTermsOf } from '../../src/rules/forex/forex.ts'
import { type ForexForm, validateForex } from '../../src/rules/forex/form.ts'
import { type ForexPair, findForexPair } from '../../src/rules/forex/pairs.ts'
import { nextOpen } from '../../src/rules/market/hours.ts'
import { findInstrument, instrumentOf } from '../../src/rules/market/instruments.ts'
import { currentPrice, type Prices, takesEffectAt } from '../market/module.ts'
import { moveOrder, nulls, placeOrder, requireOrder, zeros } from '../orders/module.ts'
import type { Unit } from '../platform/unit/unit.ts'
import { haltOf } from './halts.ts'
import { forexKind } from './kind.ts'
import { type ForexRow, sooner } from './order.ts'

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
  lots,
  takeProfit = '',
  stopLoss = '',
}: Input<typeof preview>): ForexForm => ({
  ...{ symbol, direction, lots, takeProfit, stopLoss },
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
  ...zeros('initial margin night nights swap rolled profit returned shortfall turnover'),
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
  const halt = await haltOf(unit.tx, symbol)
  if (halt) throw new Refusal(halt)
  const states = [symbol, pair.via ?? symbol].map((each) => prices.state(each))
  if (states.includes('closed')) throw new Refusal('marketClosed')
  if (states.includes('stale')) throw new Refusal('tradingClosed')
  const { errors, values } = validateForex(formOf(input), { available: null, ...shownOf(prices, pair) })
  if (!values) throw refusalOf(errors)

  const accepted = BigInt(takesEffectAt(prices, symbol, now))
  const terms = forexTermsOf(pair, input.direction, values.lots)
  const { direction, lots, lot, leverage, spread, swap, stopOutBps, via } = terms
  return placeOrder(unit, forexKind, {
    ...NEW,
    user_id: userId,
    currency: FOREX_COLLATERAL,
    ...{ symbol, direction, lots, lot, leverage, spread, swap_points: swap, stop_out_bps: stopOutBps, via },
    take_profit: values.takeProfit,
    stop_loss: values.stopLoss,
    reserve: values.reserve,
    accepted_ms: accepted,
    due_ms: accepted,
  })
}

/**
 * Closes a position at the first recorded tick from now on, or from the opening of its market. An earlier tick decides by the terms before
 * the request, however late it is processed.
 *
 * @throws Refusal dataNotFound, orderGone, cannotClose, closeFailed
 */
export async function closeForex(unit: Unit, prices: Prices, userId: string, { id }: Input<typeof close>) {
  const order = await requireOrder(unit.tx, forexKind, userId, id)
  if (hasEnded(forexMachine, order.state)) throw new Refusal('orderGone')
  const event = { type: 'order.close' } as const
  if (!can(forexMachine, order.state, event)) throw new Refusal('cannotClose')
  const { kind } = instrumentOf(order.symbol)
  const close_ms = BigInt(nextOpen(kind, takesEffectAt(prices, order.symbol, unit.platform.clock.now())))
  const change = { close_ms, due_ms: sooner(order.roll_ms, close_ms) }
  const asked = await moveOrder(unit, forexKind, order, { event, change })
  // Another request or the record was first.
  if (!asked) throw new Refusal('closeFailed')
  return asked
}
