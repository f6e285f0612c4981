import { type MicrotradeOrder, order } from '../../src/api/trade/microtrade.ts'
import { microtradeMachine } from '../../src/machines/orders/microtrade.ts'
import type { Direction } from '../../src/rules/microtrade/microtrade.ts'
import { type OrderRow, type TickColumns, wireOf } from '../orders/module.ts'

export type MicrotradeRow = OrderRow &
  TickColumns<'open' | 'close'> & {
    symbol: string
    kind: 'crypto' | 'wh'
    direction: Direction
    amount: bigint
    seconds: bigint
    payout_bps: bigint
    state: MicrotradeOrder['state']
    payout: bigint | null
    /** Its turnover, in minor units of USDT; null unless it is won or lost. */
    turnover: bigint | null
  }

declare module '../platform/database/tables.ts' {
  interface Tables {
    microtrades: MicrotradeRow
  }
}

/** An order as the wire carries it. */
export const toWire = wireOf<MicrotradeRow, MicrotradeOrder>(order, microtradeMachine, {
  openTime: 'open_ms',
  closeTime: ({ open_ms, seconds }) => (open_ms === null ? null : open_ms + seconds * 1000n),
  buyPrice: 'open_price',
  finalPrice: 'close_price',
})
