import { type Swap, swap } from '../../src/api/money/swap.ts'
import { swapMachine } from '../../src/machines/orders/swap.ts'
import { currencyOf } from '../../src/rules/money/currencies.ts'
import { formatMoney } from '../../src/rules/money/money.ts'
import { legsOf, rateOf, type SwapLeg } from '../../src/rules/swap/swap.ts'
import { type OrderRow, type TickColumns, wireOf } from '../orders/module.ts'

/** A swap. `currency`: the given one. The tick of a leg is null if the swap has no such leg. */
export type SwapRow = OrderRow &
  TickColumns<SwapLeg['side']> & {
    state: Swap['state']
    receives: string
    amount: bigint
    usdt: bigint
    fee: bigint
    receive: bigint
    spread_bps: bigint
    fee_bps: bigint
    drift_bps: bigint
    expires_ms: bigint
  }

declare module '../platform/database/tables.ts' {
  interface Tables {
    swaps: SwapRow
  }
}

/** The legs of a swap, each with its recorded price, in minor units. */
export const pricedLegs = (row: SwapRow): readonly (SwapLeg & { price: bigint })[] =>
  ticksOf(row).map(({ leg, price }) => ({ ...leg, price }))

const ticksOf = (row: SwapRow) =>
  legsOf(row.currency, row.receives).map((leg) => {
    const [seq, time, price, hash] = [
      row[`${leg.side}_seq`],
      row[`${leg.side}_ms`],
      row[`${leg.side}_price`],
      row[`${leg.side}_hash`],
    ]
    if (seq === null || time === null || price === null || hash === null) {
      throw new Error(`swap ${row.id}: a leg without a tick`)
    }
    return { leg, seq, time, price, hash }
  })

/** The stretch of the record, in ms, that shows the tick of each leg. */
export const provenLegs = (row: SwapRow): readonly (readonly [symbol: string, time: number])[] =>
  ticksOf(row).map(({ leg, time }) => [leg.symbol, Number(time)])

/** A swap as the wire carries it. */
export const toWire = wireOf<SwapRow, Swap>(swap, swapMachine, {
  from: 'currency',
  to: 'receives',
  receive: ({ receive, receives }) => formatMoney(receive, currencyOf(receives).scale),
  rate: (row) => {
    const ticks = ticksOf(row)
    const terms = { spreadBps: Number(row.spread_bps), feeBps: Number(row.fee_bps) }
    const priceOf = (symbol: string) => ticks.find(({ leg }) => leg.symbol === symbol)?.price ?? 0n
    return rateOf({ from: row.currency, to: row.receives }, priceOf, terms)
  },
  legs: (row) =>
    ticksOf(row).map(({ leg: { symbol, side }, seq, time, price, hash }) => ({
      side,
      tick: { symbol, seq, time_ms: time, price, hash },
    })),
  quotedAt: 'accepted_ms',
})
