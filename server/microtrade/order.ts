import type { MicrotradeOrder } from '../../src/api/trade/microtrade.ts'
import { metaOf } from '../../src/machines/orders/life.ts'
import { microtradeMachine } from '../../src/machines/orders/microtrade.ts'
import { instrumentOf } from '../../src/rules/market/instruments.ts'
import type { Direction } from '../../src/rules/microtrade/microtrade.ts'
import { currencyOf } from '../../src/rules/money/currencies.ts'
import { formatMoney } from '../../src/rules/money/money.ts'
import type { OrderRow } from '../orders/module.ts'

export type MicrotradeRow = OrderRow & {
  symbol: string
  kind: 'crypto' | 'wh'
  direction: Direction
  amount: bigint
  seconds: bigint
  payout_bps: bigint
  state: MicrotradeOrder['state']
  open_seq: bigint | null
  open_ms: bigint | null
  open_price: bigint | null
  open_hash: string | null
  close_seq: bigint | null
  close_ms: bigint | null
  close_price: bigint | null
  close_hash: string | null
  payout: bigint | null
  /** What it counts as traded, in minor units of USDT; null before it was won or lost, and where nobody won. */
  turnover: bigint | null
}

declare module '../platform/database/tables.ts' {
  interface Tables {
    microtrades: MicrotradeRow
  }
}

const ms = (time: bigint | null) => (time === null ? null : Number(time))

/** An order as the wire carries it. */
export function toWire(row: MicrotradeRow): MicrotradeOrder {
  const meta = metaOf(microtradeMachine, row.state)
  const { scale } = currencyOf(row.currency)
  const priceScale = instrumentOf(row.symbol).scale
  const price = (amount: bigint | null) => (amount === null ? null : formatMoney(amount, priceScale))
  const tick = (seq: bigint | null, time: bigint | null, amount: bigint | null, hash: string | null) =>
    seq === null || time === null || amount === null || hash === null
      ? null
      : { symbol: row.symbol, seq: Number(seq), time: Number(time), price: formatMoney(amount, priceScale), hash }
  return {
    id: row.id,
    symbol: row.symbol,
    direction: row.direction,
    currency: row.currency,
    amount: formatMoney(row.amount, scale),
    seconds: Number(row.seconds),
    payoutBps: Number(row.payout_bps),
    state: row.state,
    version: Number(row.version),
    list: meta.list,
    status: meta.status,
    acceptedAt: Number(row.accepted_ms),
    openTime: ms(row.open_ms),
    closeTime: row.open_ms === null ? null : Number(row.open_ms + row.seconds * 1000n),
    settledAt: ms(row.settled_ms),
    buyPrice: price(row.open_price),
    finalPrice: price(row.close_price),
    openTick: tick(row.open_seq, row.open_ms, row.open_price, row.open_hash),
    closeTick: tick(row.close_seq, row.close_ms, row.close_price, row.close_hash),
    payout: row.payout === null ? null : formatMoney(row.payout, scale),
  }
}
