import type { preview, submit } from '../../src/api/trade/lever.ts'
import type { Input } from '../../src/api/wire/call.ts'
import { Refusal, refusalOf } from '../../src/api/wire/messages.ts'
import { type LeverForm, validateLever } from '../../src/rules/lever/form.ts'
import { fundingOf } from '../../src/rules/lever/funding.ts'
import { COLLATERAL } from '../../src/rules/lever/lever.ts'
import {
  type Contract,
  deliveryOf,
  findContract,
  frozenTiers,
  LEVER_FEE_BPS,
  LIQUIDATION_FEE_BPS,
} from '../../src/rules/lever/terms.ts'
import { findInstrument, type Instrument } from '../../src/rules/market/instruments.ts'
import { currencyOf } from '../../src/rules/money/currencies.ts'
import { formatMoney } from '../../src/rules/money/money.ts'
import { marketOf } from '../../src/rules/orders/order-list.ts'
import { currentPrice, type Prices, takesEffectAt } from '../market/module.ts'
import { nulls, placeOrder, zeros } from '../orders/module.ts'
import type { Unit } from '../platform/unit/unit.ts'
import { requireOn } from './halts.ts'
import { leverKind } from './kind.ts'
import { exposures, type LeverRow, withTiers } from './order.ts'

/** @throws Refusal pairNotFound, pairNotActivated */
export function requireContract(prices: Prices, symbol: string): { contract: Contract; instrument: Instrument } {
  const instrument = findInstrument(symbol)
  if (!instrument || !prices.has(symbol)) throw new Refusal('pairNotFound')
  const contract = findContract(symbol)
  if (!contract) throw new Refusal('pairNotActivated')
  return { contract, instrument }
}

/** The request in the format of the form. */
export const formOf = (input: Input<typeof preview>): LeverForm => ({
  symbol: input.symbol,
  direction: input.direction,
  type: input.type,
  price: input.price ?? '',
  quantity: input.quantity,
  leverage: input.leverage,
  takeProfit: input.takeProfit ?? '',
  stopLoss: input.stopLoss ?? '',
})

/** The empty columns of a new contract. */
const NEW = {
  ...nulls('open_seq open_ms open_price open_hash liquidation_price close_quantity cause void_reason'),
  ...nulls('void_ms asked_ms close_ms funding_ms fresh_seq'),
  ...zeros('open_fee margin initial adding paid profit close_fee returned turnover asked funding funded'),
  ...zeros('limited fresh'),
  fills: '[]',
  gaps: '[]',
}

/**
 * Orders a contract: validates it against the current terms, freezes them into the order, and reserves margin and fee.
 *
 * @throws Refusal requestExpired, pairNotFound, pairNotActivated, functionOff, tradingClosed, marketClosed, insufficientBalance, and the
 *   errors of the form
 */
export async function submitLever(
  unit: Unit,
  prices: Prices,
  userId: string,
  input: Input<typeof submit>,
): Promise<LeverRow> {
  const { platform } = unit
  const now = platform.clock.now()
  if (input.confirmBy !== undefined && now > input.confirmBy) throw new Refusal('requestExpired')
  const { symbol } = input
  const { contract, instrument } = requireContract(prices, symbol)
  await requireOn(unit, symbol)
  const state = prices.state(symbol)
  const delivery = deliveryOf(instrument, now)
  if (state === 'closed' || (delivery !== null && now >= delivery)) throw new Refusal('marketClosed')
  if (state === 'stale') throw new Refusal('tradingClosed')
  const form = formOf(input)
  const exposure = (await unit.read(exposures, userId)).get(symbol) ?? 0n
  const rules = platform.config.RULES
  const { errors, values } = validateLever(form, {
    rules,
    ...{ available: null, price: currentPrice(prices, symbol) },
    exposure: formatMoney(exposure, currencyOf(COLLATERAL).scale),
  })
  if (!values) throw refusalOf(errors)

  const accepted = BigInt(takesEffectAt(prices, symbol, now))
  const delivered = delivery === null ? null : BigInt(delivery)
  const funding = fundingOf(symbol)
  const { quantity, price, takeProfit, stopLoss, reserve, worth } = values
  return placeOrder(
    unit,
    leverKind,
    {
      ...NEW,
      user_id: userId,
      currency: COLLATERAL,
      market: marketOf(instrument),
      symbol,
      direction: form.direction,
      type: form.type,
      leverage: BigInt(form.leverage),
      fee_bps: BigInt(LEVER_FEE_BPS),
      liquidation_fee_bps: BigInt(LIQUIDATION_FEE_BPS),
      tiers: withTiers(frozenTiers(rules, contract, form.leverage)),
      ordered: quantity,
      quantity,
      worth,
      exposure,
      price,
      reserve,
      take_profit: takeProfit,
      stop_loss: stopLoss,
      next_take_profit: takeProfit,
      next_stop_loss: stopLoss,
      delivery_ms: delivered,
      funding_hours: funding && BigInt(funding.hours),
      funding_ppm: funding && BigInt(funding.ppm),
      accepted_ms: accepted,
      due_ms: price === null ? accepted : delivered,
    },
    price === null
      ? []
      : [{ name: 'limit', symbol, side: form.direction === 'long' ? 'atOrBelow' : 'atOrAbove', level: price }],
  )
}
