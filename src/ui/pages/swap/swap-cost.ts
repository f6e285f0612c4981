import { instrumentOf } from '../../../rules/market/instruments.ts'
import { currencyOf } from '../../../rules/money/currencies.ts'
import { formatMoney, type Minor, mulDiv, parseMoney } from '../../../rules/money/money.ts'
import { shownOf } from '../../../rules/money/shown-amounts.ts'
import { SWAP_VIA, type SwapLeg } from '../../../rules/swap/swap.ts'

/** A swap with the market price of each leg, amounts and prices as decimals. */
type Swapped = {
  from: string
  to: string
  amount: string
  receive: string
  fee: string
  legs: readonly { side: SwapLeg['side']; tick: { symbol: string; price: string } }[]
}

/**
 * What a swap costs in USDT, by market prices, as decimals that add up as they are shown: `spread` and `fee` make `cost`, and `worth`, the
 * value of what is received, is that of the given amount less `cost`. `bps`: the cost as a share of the amount, rounded up.
 */
export type SwapCost = { spread: string; fee: string; cost: string; worth: string; bps: number }

export function costOfSwap({ from, to, amount, receive, fee, legs }: Swapped): SwapCost {
  const via = currencyOf(SWAP_VIA)
  const usdtOf = (text: string, currency: string, side: SwapLeg['side']): Minor => {
    const { scale } = currencyOf(currency)
    const minor = parseMoney(text, scale) ?? 0n
    const tick = legs.find((leg) => leg.side === side)?.tick
    if (!tick) return minor
    const priceScale = instrumentOf(tick.symbol).scale
    const price = parseMoney(tick.price, priceScale) ?? 0n
    return mulDiv(minor * price, 10n ** BigInt(via.scale), 10n ** BigInt(scale + priceScale), 'down')
  }
  const given = shownOf(usdtOf(amount, from, 'sell'), 'balance', via)
  const cost = shownOf(usdtOf(amount, from, 'sell') - usdtOf(receive, to, 'buy'), 'pay', via)
  const ofThat = shownOf(parseMoney(fee, via.scale) ?? 0n, 'pay', via)
  const text = (minor: Minor) => formatMoney(minor, via.scale)
  return {
    spread: text(cost - ofThat),
    fee: text(ofThat),
    cost: text(cost),
    worth: text(given - cost),
    bps: given === 0n ? 0 : Number(mulDiv(cost, 10_000n, given, 'up')),
  }
}
