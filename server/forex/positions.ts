import { sql } from 'kysely'
import { FOREX_COLLATERAL, unitsOf } from '../../src/rules/forex/forex.ts'
import { instrumentOf } from '../../src/rules/market/instruments.ts'
import { currencyOf } from '../../src/rules/money/currencies.ts'
import { type OpenPosition, sizeOf } from '../../src/rules/money/equity.ts'
import { formatMoney } from '../../src/rules/money/money.ts'
import type { Past, Stretch } from '../module.ts'
import { cutAtGaps, gapsOf } from '../orders/module.ts'
import type { Db } from '../platform/database/database.ts'
import type { ForexRow } from './order.ts'

/** A user's positions that are open, or were open at a past time. */
export async function positionsOf(db: Db, userId: string, { sinceMs, widthMs }: Past): Promise<readonly Stretch[]> {
  const opened = db
    .selectFrom('forex_positions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('open_ms', 'is not', null)
  const live = await opened.where('settled_ms', 'is', null).execute()
  const ended = await opened
    .where('settled_ms', '>=', BigInt(sinceMs))
    .where(sql<boolean>`settled_ms - settled_ms % ${sql.lit(widthMs)} > open_ms`)
    .execute()
  return [...live, ...ended].flatMap((row) => {
    const toMs = row.settled_ms === null ? null : Number(row.close_tick_ms ?? row.settled_ms)
    const cuts = cutAtGaps({ fromMs: Number(row.open_ms), toMs }, gapsOf(row) ?? [], ({ limited }) => limited)
    return cuts.map(({ limited, ...time }) => ({ ...time, position: positionIn({ ...row, limited }) }))
  })
}

/** The fields of a position that its valuation needs. */
export function positionIn(row: ForexRow): OpenPosition {
  const { symbol, direction, via, rate_price: rate, spread, deal_price, margin, initial, limited } = row
  const { base, scale } = instrumentOf(symbol)
  const money = (amount: bigint) => formatMoney(amount, currencyOf(FOREX_COLLATERAL).scale)
  const units = direction === 'long' ? unitsOf(row) : -unitsOf(row)
  return {
    symbol,
    size: via === null ? sizeOf(units, 0) : sizeOf(units * (rate ?? 0n), instrumentOf(via).scale),
    entry: formatMoney(deal_price ?? 0n, scale),
    half: formatMoney(spread / 2n, scale),
    inverse: via === null && base === 'USD',
    margin: money(margin),
    limited: money(limited),
    ...{ feeBps: 0, liquidation: null, liquidationFeeBps: 0 },
    settled: money(margin - initial),
  }
}
