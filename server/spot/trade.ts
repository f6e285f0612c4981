import type { preview, trade } from '../../src/api/trade/spot.ts'
import type { Input } from '../../src/api/wire/call.ts'
import { Refusal, refusalOf } from '../../src/api/wire/messages.ts'
import { can, hasEnded } from '../../src/machines/orders/life.ts'
import { spotMachine } from '../../src/machines/orders/spot.ts'
import { findInstrument } from '../../src/rules/market/instruments.ts'
import { findPair, type Pair, SPOT_FEE_BPS } from '../../src/rules/market/pairs.ts'
import { currencies } from '../../src/rules/money/currencies.ts'
import { type SpotForm, validateSpotBehind } from '../../src/rules/spot/form.ts'
import { legsOf, QUOTE } from '../../src/rules/spot/spot.ts'
import { walletWithin } from '../ledger/module.ts'
import { currentPrice, type Prices, takesEffectAt } from '../market/module.ts'
import { moveOrder, placeOrder, requireOrder, zeros } from '../orders/module.ts'
import type { Unit } from '../platform/unit/unit.ts'
import { spotKind } from './kind.ts'
import { type OfStrategy, readUnfilled, type SpotRow } from './order.ts'
import { requireOn } from './switches.ts'

/** Whether a symbol is of two coins, such as `ETHBTC`: there is no such market. */
const isBetweenCoins = (symbol: string) =>
  currencies.some(({ code }) => code !== QUOTE && symbol.startsWith(code) && isCoin(symbol.slice(code.length)))
const isCoin = (text: string) => text !== QUOTE && currencies.some(({ code }) => code === text)

/** @throws Refusal throughUsdt, pairNotFound, pairNotActivated */
export function requirePair(prices: Prices, symbol: string): Pair {
  if (isBetweenCoins(symbol)) throw new Refusal('throughUsdt')
  if (!findInstrument(symbol) || !prices.has(symbol)) throw new Refusal('pairNotFound')
  const pair = findPair(symbol)
  if (!pair) throw new Refusal('pairNotActivated')
  return pair
}

/** The request in the format of the form. */
export const formOf = (input: Input<typeof preview>): SpotForm => ({
  symbol: input.symbol,
  side: input.side,
  type: input.type,
  timeInForce: input.timeInForce,
  price: input.price ?? '',
  quantity: input.quantity,
})

const OWN: OfStrategy = { strategy_id: null, strategy_step: null }

/**
 * Places a spot order.
 *
 * @param by the strategy that places it; the available balance is then checked before anything is written
 * @throws Refusal requestExpired, throughUsdt, pairNotFound, pairNotActivated, functionOff, tradingClosed, hoardingActive,
 *   unfinishedTrades, insufficientBalance, and the errors of the form
 */
export async function tradeSpot(
  unit: Unit,
  prices: Prices,
  userId: string,
  input: Input<typeof trade>,
  by: OfStrategy = OWN,
): Promise<SpotRow> {
  const now = unit.platform.clock.now()
  if (input.confirmBy !== undefined && now > input.confirmBy) throw new Refusal('requestExpired')
  const { symbol, side } = input
  requirePair(prices, symbol)
  await requireOn(unit, symbol, side)
  const state = prices.state(symbol)
  if (state === 'closed') throw new Refusal('marketClosed')
  if (state === 'stale') throw new Refusal('tradingClosed')
  const form = formOf(input)
  const live = await readUnfilled(unit, userId, form)
  const { errors, values, level } = validateSpotBehind(form, {
    available:
      by.strategy_id === null ? null : (await walletWithin(unit, userId, legsOf(symbol, side).gives)).available,
    price: currentPrice(prices, symbol),
    live,
  })
  if (!values) throw refusalOf(errors)
  const { quantity, price, bound, held } = values

  const accepted = BigInt(takesEffectAt(prices, symbol, now))
  return placeOrder(unit, spotKind, {
    user_id: userId,
    currency: legsOf(symbol, side).gives,
    symbol,
    side,
    type: form.type,
    time_in_force: form.timeInForce,
    quantity,
    price,
    bound,
    level: BigInt(level),
    fee_bps: BigInt(SPOT_FEE_BPS),
    ...zeros('filled worth fee released asked'),
    held,
    fills: '[]',
    cause: null,
    ...by,
    accepted_ms: accepted,
    due_ms: accepted,
  })
}

const CANCEL = { type: 'order.cancel' } as const

/** Users can predict the fill of an order that takes its next tick at any price. */
const meetsNextTick = ({ type, time_in_force, state }: SpotRow) =>
  type === 'market' || time_in_force === 'ioc' || state === 'pending'

/** Whether the remainder of an order can be cancelled now. */
export const isCancellable = (order: SpotRow): boolean => !meetsNextTick(order) && can(spotMachine, order.state, CANCEL)

/**
 * Cancels the remainder of a limit order at the record's next moment: an earlier tick still fills it.
 *
 * @throws Refusal dataNotFound, orderGone, orderNotCancellable, tradeStatusAbnormal
 */
export async function cancelSpot(unit: Unit, prices: Prices, userId: string, { id }: { id: string }): Promise<SpotRow> {
  const order = await requireOrder(unit.tx, spotKind, userId, id)
  if (hasEnded(spotMachine, order.state)) throw new Refusal('orderGone')
  if (meetsNextTick(order)) throw new Refusal('orderNotCancellable')
  if (!can(spotMachine, order.state, CANCEL)) throw new Refusal('tradeStatusAbnormal')
  const asked = order.asked + 1n
  const at = BigInt(takesEffectAt(prices, order.symbol, unit.platform.clock.now()))
  const moved = await moveOrder(unit, spotKind, order, {
    event: CANCEL,
    change: { asked, due_ms: at },
    occurrence: String(asked),
  })
  if (!moved) throw new Refusal('tradeStatusAbnormal')
  return moved
}
