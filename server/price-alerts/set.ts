import { Refusal } from '../../src/api/wire/messages.ts'
import { instrumentOf } from '../../src/rules/market/instruments.ts'
import { ALERTS_MAX, type AlertSide, isReached } from '../../src/rules/market/price-alerts.ts'
import { parseMoney } from '../../src/rules/money/money.ts'
import type { Prices } from '../market/module.ts'
import { liveOf, moveOrder, nulls, placeOrder, requireOrder } from '../orders/module.ts'
import type { Unit } from '../platform/unit/unit.ts'
import { type PriceAlertRow, priceAlertKind } from './kind.ts'

/**
 * Sets a price alert. An identical waiting one is kept.
 *
 * @param unit from `commitFor` the user, so that concurrent calls are serialised
 * @throws Refusal `parameterError`, `tradingClosed` if there was never a price, `alertReached`, `tooManyAlerts`
 */
export async function setAlert(
  unit: Unit,
  prices: Pick<Prices, 'last'>,
  userId: string,
  { symbol, side, price }: { symbol: string; side: AlertSide; price: string },
): Promise<PriceAlertRow> {
  const { scale, quote } = instrumentOf(symbol)
  const level = parseMoney(price, scale)
  if (level === undefined || level <= 0n) throw new Refusal('parameterError')
  const waiting = await liveOf(unit, priceAlertKind, userId)
  const same = waiting.find((each) => each.symbol === symbol && each.side === side && each.level === level)
  if (same) return same
  if (waiting.length >= ALERTS_MAX) throw new Refusal('tooManyAlerts', { limit: String(ALERTS_MAX) })
  const shown = prices.last(symbol).price
  if (shown === 0n) throw new Refusal('tradingClosed')
  if (isReached(side, level, shown)) throw new Refusal('alertReached')
  return placeOrder(
    unit,
    priceAlertKind,
    {
      user_id: userId,
      symbol,
      side,
      currency: quote,
      level,
      ...nulls('tick_seq tick_ms tick_price due_ms'),
      accepted_ms: BigInt(unit.platform.clock.now()),
    },
    [{ name: 'price', symbol, side: side === 'above' ? 'atOrAbove' : 'atOrBelow', level }],
  )
}

/**
 * Removes an alert that waits; one that came is answered as it is.
 *
 * @param unit of `commitFor` the user
 * @throws Refusal `dataNotFound` if it is not the user's
 */
export async function removeAlert(unit: Unit, userId: string, id: string): Promise<PriceAlertRow> {
  const alert = await requireOrder(unit.tx, priceAlertKind, userId, id)
  if (alert.settled_ms !== null) return alert
  const removed = await moveOrder(unit, priceAlertKind, alert, { event: { type: 'alert.remove' } })
  return removed ?? removeAlert(unit, userId, id)
}
