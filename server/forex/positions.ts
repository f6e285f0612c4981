import { sql } from 'kysely'
import { FOREX_COLLATERAL, unitsOf } from '../../src/rules/forex/forex.ts'
import { instrumentOf } from '../../src/rules/market/instruments.ts'
import { currencyOf } from '../../src/rules/money/currencies.ts'
import { type MarginPosition, sizeOf } from '../../src/rules/money/equity.ts'
import { formatMoney } from '../../src/rules/money/money.ts'
import type { Past, Stretch } from '../module.ts'
import { cutAtGaps, gapsOf } from '../orders/module.ts'
import type { Db } from '../platform/database/database.ts'
import { type ForexRow, partsOf, sumOfParts } from './order.ts'

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
  return [...live, ...ended].flatMap(stretchesOf)
}

/** The state of a position in each period between its opening, partial closes, gaps and end. */
function stretchesOf(row: ForexRow): Stretch[] {
  const parts = partsOf(row)
  const endMs = row.settled_ms === null ? null : Number(row.close_tick_ms ?? row.settled_ms)
  const begun = [row.open_ms, ...parts.map(({ tick }) => tick.time_ms)].map(Number)
  const leftOf = (name: 'lots' | 'initial', closed: number) => row[name] - sumOfParts(parts.slice(0, closed), name)
  return begun.flatMap((fromMs, closed) => {
    const toMs = begun[closed + 1] ?? endMs
    const [lots, initial] = [leftOf('lots', closed), leftOf('initial', closed)]
    const lotsBefore = (ms: bigint) => leftOf('lots', parts.filter(({ tick }) => tick.time_ms < ms).length)
    const cuts = cutAtGaps(
      { fromMs, toMs },
      gapsOf(row) ?? [],
      ({ limited, after }) => (limited * lots) / lotsBefore(after.time_ms),
    )
    const margin = toMs === null ? row.margin : initial
    return cuts.map(({ limited, ...time }) => ({
      ...time,
      position: positionIn(row, { lots, initial, margin, limited, isNow: toMs === null }),
    }))
  })
}

type Standing = { lots: bigint; initial: bigint; margin: bigint; limited: bigint; isNow: boolean }

/** The fields of a position that its valuation needs. Only of one that is open now the settled part of its P&L is known. */
function positionIn(row: ForexRow, { lots, initial, margin, limited, isNow }: Standing): MarginPosition {
  const { symbol, direction, lot, via, rate_price: rate, spread, deal_price, returned } = row
  const { base, scale } = instrumentOf(symbol)
  const money = (amount: bigint) => formatMoney(amount, currencyOf(FOREX_COLLATERAL).scale)
  const units = unitsOf({ lots: direction === 'long' ? lots : -lots, lot })
  return {
    symbol,
    size: via === null ? sizeOf(units, 0) : sizeOf(units * (rate ?? 0n), instrumentOf(via).scale),
    entry: formatMoney(deal_price ?? 0n, scale),
    half: formatMoney(spread / 2n, scale),
    inverse: via === null && base === 'USD',
    margin: money(margin),
    initial: money(initial),
    limited: money(limited),
    ...{ feeBps: 0, liquidation: null, liquidationFeeBps: 0 },
    settled: money(isNow ? returned + margin - row.initial : 0n),
  }
}
