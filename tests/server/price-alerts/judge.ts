import { type PriceAlertRow, priceAlertKind } from '../../../server/price-alerts/kind.ts'
import type { PriceAlert } from '../../../src/api/market/price-alerts.ts'
import type { Judge } from '../kit/judge.ts'

/** A price alert moves no money, and fires by the first recorded tick at or beyond its level since it was set. */
export const priceAlertJudge: Judge<PriceAlertRow, PriceAlert> = {
  kind: priceAlertKind,
  example: {
    of: 'an alert of BTC/USDT above 50,000',
    order: { user_id: 'user', currency: 'USDT', symbol: 'BTCUSDT', side: 'above', level: 5_000_000n },
  },
  answers: () => 0,
  terms: ({ symbol, side, price, setAt }) => [symbol, side, price, setAt],
  money: ({ id, state }, { steps }) => (steps.length === 0 ? [] : [`money: alert ${id} ${state}: ${steps}`]),
  byTheRecord: async (db, { id, state, symbol, side, level, accepted_ms, settled_ms, tick_seq, tick_ms }) => {
    if (state === 'removed') return []
    const first = await db
      .selectFrom('ticks')
      .select('seq')
      .where('symbol', '=', symbol)
      .where('time_ms', '>=', accepted_ms)
      .where('price', side === 'above' ? '>=' : '<=', level)
      .orderBy('seq')
      .limit(1)
      .executeTakeFirst()
    const lines: string[] = []
    // One that waits may not have been looked at since its tick came.
    if (state === 'fired' && first?.seq !== tick_seq) {
      lines.push(`by the record: alert ${id} fired by ${tick_seq}, and the first at or beyond is ${first?.seq}`)
    }
    if (state === 'fired' && (settled_ms ?? 0n) < (tick_ms ?? 0n)) lines.push(`timestamps: alert ${id} fired early`)
    return lines
  },
}
