import { sql } from 'kysely'
import { COLLATERAL, marginOf, notionalOf } from '../../src/rules/lever/lever.ts'
import { instrumentOf } from '../../src/rules/market/instruments.ts'
import { currencyOf } from '../../src/rules/money/currencies.ts'
import { sizeOf } from '../../src/rules/money/equity.ts'
import { formatMoney } from '../../src/rules/money/money.ts'
import type { Past, Stretch } from '../module.ts'
import { cutAtGaps, gapsOf } from '../orders/module.ts'
import type { Db } from '../platform/database/database.ts'
import { feesOf, fillsOf, type LeverGap, type LeverRow } from './order.ts'

const columns = [
  'symbol',
  'direction',
  'quantity',
  'margin',
  'leverage',
  'open_ms',
  'open_price',
  'fills',
  'gaps',
  'settled_ms',
  'fee_bps',
  'liquidation_fee_bps',
  'liquidation_price',
  'paid',
  'returned',
] as const

type Row = Pick<LeverRow, (typeof columns)[number]>

/** A user's contracts that are open, or were open at a past time. */
export async function positionsOf(db: Db, userId: string, { sinceMs, widthMs }: Past): Promise<readonly Stretch[]> {
  const opened = db.selectFrom('levers').select(columns).where('user_id', '=', userId).where('open_ms', 'is not', null)
  const live = await opened.where('settled_ms', 'is', null).execute()
  const ended = await opened
    .where('settled_ms', '>=', BigInt(sinceMs))
    .where(sql<boolean>`settled_ms - settled_ms % ${sql.lit(widthMs)} > open_ms`)
    .execute()
  return [...live, ...ended].flatMap(stretchesOf)
}

/** The state of a contract in each period between its opening, closings and gaps. */
export function stretchesOf(row: Row): Stretch[] {
  const { open_ms, settled_ms } = row
  if (open_ms === null) return []
  const fills = fillsOf(row)
  const begun = [open_ms, ...fills.map(({ tick }) => tick.time_ms)].map(Number)
  let [quantity, margin] = settled_ms === null ? [row.quantity, row.margin] : [0n, 0n]
  const stretches = settled_ms === null ? stood(row, quantity, margin, begun.at(-1) ?? 0, null) : []
  for (const [index, fill] of [...fills.entries()].reverse()) {
    quantity += fill.quantity
    margin += fill.margin
    stretches.push(...stood(row, quantity, margin, begun[index] ?? 0, begun[index + 1] ?? null))
  }
  return stretches
}

/** `toMs`: null for a contract that is open now: only then are its liquidation price and the settled part of its P&L known. */
function stood(row: Row, quantity: bigint, margin: bigint, fromMs: number, toMs: number | null): Stretch[] {
  const { symbol, direction, leverage, open_price, liquidation_price: level, paid, returned } = row
  const entry = open_price ?? 0n
  const { scale, quantityScale } = instrumentOf(symbol)
  const money = (amount: bigint) => formatMoney(amount, currencyOf(COLLATERAL).scale)
  const cuts = cutAtGaps(
    { fromMs, toMs },
    gapsOf<LeverGap>(row) ?? [],
    (gap) => (gap.limited * quantity) / gap.quantity,
  )
  return cuts.map(({ limited, ...time }) => ({
    ...time,
    position: {
      symbol,
      size: sizeOf(direction === 'long' ? quantity : -quantity, quantityScale),
      entry: formatMoney(entry, scale),
      half: formatMoney(0n, scale),
      inverse: false,
      margin: money(margin),
      initial: money(marginOf(notionalOf(symbol, quantity, entry), Number(leverage))),
      limited: money(limited),
      ...feesOf(row),
      liquidation: toMs !== null || level === null ? null : formatMoney(level, scale),
      settled: money(toMs === null ? returned + margin - paid : 0n),
    },
  }))
}
