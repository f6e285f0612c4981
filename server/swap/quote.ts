import type { flashAgainst, flashAgainstQuote } from '../../src/api/money/swap.ts'
import type { Input } from '../../src/api/wire/call.ts'
import { Refusal, refusalOf } from '../../src/api/wire/messages.ts'
import { can } from '../../src/machines/orders/life.ts'
import { swapMachine } from '../../src/machines/orders/swap.ts'
import { instrumentOf } from '../../src/rules/market/instruments.ts'
import { STALE_AFTER_MS } from '../../src/rules/market/prices.ts'
import { currencyOf } from '../../src/rules/money/currencies.ts'
import { formatMoney, isAbove } from '../../src/rules/money/money.ts'
import { isWithinDrift, legsOf, type SwapLeg, swapTerms, validateSwap } from '../../src/rules/swap/swap.ts'
import { requireNothingOpen } from '../leaving.ts'
import { walletWithin } from '../ledger/module.ts'
import { newestTickBy, type TickRow } from '../market/module.ts'
import { liveOf, moveOrder, ownOrder, placeOrder, primeOrder, tickColumns } from '../orders/module.ts'
import type { Unit } from '../platform/unit/unit.ts'
import { swapKind } from './kind.ts'
import { pricedLegs, type SwapRow } from './order.ts'

/** The displayed prices: they only decide whether the recorded one may still be used. */
export type Prices = {
  has(symbol: string): boolean
  state(symbol: string): 'live' | 'stale' | 'closed'
  last(symbol: string): { price: bigint }
}

/**
 * Quotes a swap at the newest recorded ticks, in place of the quote that this person may have. It holds nothing.
 *
 * @throws Refusal wrongCurrency, the errors of open trades, walletNotFound if they never had the given currency, parameterError,
 *   belowMinimum, insufficientFundBalance, marketClosed, tradingClosed, priceMoved
 */
export async function quote(
  unit: Unit,
  prices: Prices,
  userId: string,
  { from, to, amount }: Input<typeof flashAgainstQuote>,
): Promise<SwapRow> {
  const now = unit.platform.clock.now()
  const legs = legsOf(from, to)
  if (legs.length === 0 || !legs.every(({ symbol }) => prices.has(symbol))) throw new Refusal('wrongCurrency')
  await requireNothingOpen(unit.platform.modules, unit, userId)
  for (const { symbol } of legs) requireOpen(prices, symbol)
  const { available, version } = await walletWithin(unit, userId, from)
  if (version === 0) throw new Refusal('walletNotFound')
  const ticks = new Map<SwapLeg['side'], TickRow>()
  for (const { symbol, side } of legs) {
    const tick = await newestTickBy(unit, symbol)
    if (!tick || now - Number(tick.time_ms) > STALE_AFTER_MS) throw new Refusal('tradingClosed')
    if (!isWithinDrift(tick.price, prices.last(symbol).price, swapTerms)) throw new Refusal('priceMoved')
    ticks.set(side, tick)
  }
  const priced = [...ticks.values()].map(({ symbol, price }) => [
    symbol,
    formatMoney(price, instrumentOf(symbol).scale),
  ])
  const { errors, values } = validateSwap(
    { from, to, amount },
    { ...swapTerms, available, prices: Object.fromEntries(priced) },
  )
  if (!values) throw refusalOf(errors)

  for (const live of await liveOf(unit, swapKind, userId)) {
    primeOrder(unit, swapKind, live)
    await moveOrder(unit, swapKind, live, { event: { type: 'swap.expire' } })
  }
  const expires = BigInt(now + swapTerms.seconds * 1_000)
  return placeOrder(unit, swapKind, {
    user_id: userId,
    currency: from,
    receives: to,
    ...values,
    spread_bps: BigInt(swapTerms.spreadBps),
    fee_bps: BigInt(swapTerms.feeBps),
    drift_bps: BigInt(swapTerms.driftBps),
    ...tickColumns('sell', ticks.get('sell')),
    ...tickColumns('buy', ticks.get('buy')),
    accepted_ms: BigInt(now),
    expires_ms: expires,
    due_ms: expires,
  })
}

/**
 * Carries a quote out, at its rate: both legs or none.
 *
 * @throws Refusal dataNotFound, illegalOperation, quoteExpired, what open trades refuse with, marketClosed, tradingClosed, priceMoved;
 *   deductionFailed if the amount is no longer available, because a quote holds nothing
 */
export async function execute(
  unit: Unit,
  prices: Prices,
  userId: string,
  { id }: Input<typeof flashAgainst>,
): Promise<SwapRow> {
  const order = await ownOrder(unit, swapKind, userId, id)
  if (!order) throw new Refusal('dataNotFound')
  if (order.state === 'executed') throw new Refusal('illegalOperation')
  const event = { type: 'swap.execute' } as const
  const isOver = BigInt(unit.platform.clock.now()) >= order.expires_ms
  if (isOver || !can(swapMachine, order.state, event)) throw new Refusal('quoteExpired')
  await requireNothingOpen(unit.platform.modules, unit, userId)
  for (const { symbol, price } of pricedLegs(order)) {
    requireOpen(prices, symbol)
    // The same either way: neither side keeps a price that the market has left.
    if (!isWithinDrift(price, prices.last(symbol).price, { driftBps: Number(order.drift_bps) })) {
      throw new Refusal('priceMoved')
    }
  }
  const { available } = await walletWithin(unit, userId, order.currency)
  if (isAbove(formatMoney(order.amount, currencyOf(order.currency).scale), available))
    throw new Refusal('deductionFailed')
  const executed = await moveOrder(unit, swapKind, order, { event })
  if (!executed) throw new Refusal('quoteExpired')
  return executed
}

function requireOpen(prices: Prices, symbol: string): void {
  const state = prices.state(symbol)
  if (state === 'closed') throw new Refusal('marketClosed')
  if (state === 'stale') throw new Refusal('tradingClosed')
}
