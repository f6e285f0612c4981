import { TICKS_KEPT_MS } from '../../server/market/retention.ts'
import type { Db } from '../../server/platform/database/database.ts'
import type { Tables } from '../../server/platform/database/tables.ts'
import type { QuoteDelta, ServerFrame } from '../../src/api/wire/frames.ts'
import { instrumentOf } from '../../src/rules/market/instruments.ts'
import { formatMoney } from '../../src/rules/money/money.ts'
import { type Feed, symbols } from './feed.ts'

export type TickRow = Tables['ticks']

/** A growing copy of the market's record, which checks the record's invariants. */
export function watchRecord(feed: Feed) {
  const record = new Map<string, TickRow[]>(symbols.map((symbol) => [symbol, []]))
  const shown = new Map<string, { price: string; time: number; at: number }>()
  let completeMs = 0

  const ticksOf = (symbol: string): TickRow[] => record.get(symbol) ?? []
  const priceOf = ({ symbol, price }: TickRow) => formatMoney(price, instrumentOf(symbol).scale)

  const problemOf = (tick: TickRow): string | undefined => {
    const { symbol, seq, time_ms, price } = tick
    if (time_ms <= BigInt(completeMs)) return `came when the record was complete up to ${completeMs}`
    if (!feed.sent(symbol, Number(time_ms), price)) return 'is none that the feed sent in earnest'
    const seen = shown.get(`${symbol} ${seq}`)
    if (seen && (seen.price !== priceOf(tick) || seen.time !== Number(time_ms))) {
      return `was shown as ${seen.price} of ${seen.time}`
    }
    return undefined
  }

  /** After a long sleep the tick known last is older than what is retained, once there are newer ones. */
  const isForgotten = (known: TickRow, [first, ...rest]: readonly TickRow[]) => {
    const newest = rest.at(-1) ?? first
    return first && newest && first.seq > known.seq && newest.time_ms - known.time_ms > BigInt(TICKS_KEPT_MS)
  }

  return {
    ticksOf,
    get completeMs() {
      return completeMs
    },
    /** Which was shown under this number, and when by a count of everything that happened. */
    shownAt: (symbol: string, seq: bigint) => shown.get(`${symbol} ${seq}`)?.at,
    /** Adds displayed prices. @returns violations */
    show(frame: ServerFrame, at: number): string | undefined {
      if (frame.type !== 'quotes' && frame.type !== 'snapshot') return undefined
      for (const quote of frame.quotes) {
        const [symbol, seq, time, price] = Array.isArray(quote)
          ? (quote as QuoteDelta)
          : [quote.symbol, quote.seq, quote.time, quote.price]
        const key = `${symbol} ${seq}`
        const seen = shown.get(key)
        if (!seen) shown.set(key, { price, time, at })
        else if (frame.type === 'quotes' && (seen.price !== price || seen.time !== time)) {
          return `quote ${seq} of ${symbol} is ${price} of ${time}, and was ${seen.price} of ${seen.time}`
        }
      }
      return undefined
    },
    /** Numbers may repeat: a server has started on an earlier clock. */
    forgetShown: () => shown.clear(),
    /** Adds the newest part of the record. @returns violations */
    async grow(db: Db): Promise<string[]> {
      const row = await db.selectFrom('record').select('complete_ms').executeTakeFirstOrThrow()
      const complete = Number(row.complete_ms)
      const wrong: string[] = []
      for (const symbol of symbols) {
        const ticks = ticksOf(symbol)
        const known = ticks.at(-1)
        const rows = await db
          .selectFrom('ticks')
          .selectAll()
          .where('symbol', '=', symbol)
          .where('seq', '>=', known?.seq ?? 0n)
          .orderBy('seq')
          .execute()
        const isThere = known !== undefined && rows[0]?.hash === known.hash
        if (known && !isThere && !isForgotten(known, rows))
          wrong.push(`tick ${known.seq} of ${symbol} has changed or is gone`)
        for (const tick of isThere ? rows.slice(1) : rows) {
          const problem = problemOf(tick)
          if (problem) wrong.push(`tick ${tick.seq} of ${symbol} (${tick.time_ms}) ${problem}`)
          ticks.push(tick)
        }
      }
      completeMs = complete
      return wrong
    },
  }
}
