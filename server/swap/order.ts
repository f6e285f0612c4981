import type { Swap } from '../../src/api/money/swap.ts'
import { metaOf } from '../../src/machines/orders/life.ts'
import { swapMachine } from '../../src/machines/orders/swap.ts'
import { instrumentOf } from '../../src/rules/market/instruments.ts'
import { currencyOf } from '../../src/rules/money/currencies.ts'
import { formatMoney } from '../../src/rules/money/money.ts'
import { legsOf, rateOf, SWAP_VIA, type SwapLeg } from '../../src/rules/swap/swap.ts'
import type { OrderRow } from '../orders/module.ts'

/** The recorded tick of a leg; null where the swap has no such leg. */
type LegTick<Side extends SwapLeg['side']> = {
  [C in `${Side}_seq` | `${Side}_ms` | `${Side}_price`]: bigint | null
} & { [C in `${Side}_hash`]: string | null }

/** A swap. `currency`: what is given. */
export type SwapRow = OrderRow &
  LegTick<'sell'> &
  LegTick<'buy'> & {
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
export function toWire(row: SwapRow): Swap {
  const { currency: from, receives: to } = row
  const ticks = ticksOf(row)
  const terms = { spreadBps: Number(row.spread_bps), feeBps: Number(row.fee_bps) }
  const usdt = (amount: bigint) => formatMoney(amount, currencyOf(SWAP_VIA).scale)
  return {
    id: row.id,
    state: row.state,
    version: Number(row.version),
    status: metaOf(swapMachine, row.state).status,
    from,
    to,
    amount: formatMoney(row.amount, currencyOf(from).scale),
    receive: formatMoney(row.receive, currencyOf(to).scale),
    usdt: usdt(row.usdt),
    fee: usdt(row.fee),
    ...terms,
    rate: rateOf({ from, to }, (symbol) => ticks.find(({ leg }) => leg.symbol === symbol)?.price ?? 0n, terms),
    legs: ticks.map(({ leg: { symbol, side }, seq, time, price, hash }) => ({
      side,
      tick: {
        symbol,
        seq: Number(seq),
        time: Number(time),
        price: formatMoney(price, instrumentOf(symbol).scale),
        hash,
      },
    })),
    quotedAt: Number(row.accepted_ms),
    expiresAt: Number(row.expires_ms),
    settledAt: row.settled_ms === null ? null : Number(row.settled_ms),
  }
}
