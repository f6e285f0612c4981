import type { TradeDelta } from '../../src/api/wire/frames.ts'
import { instrumentOf } from '../../src/rules/market/instruments.ts'
import { formatMoney } from '../../src/rules/money/money.ts'
import type { Clock } from '../platform/clock.ts'
import type { SymbolTrades } from '../platform/nodes/bus.ts'
import type { SourceFacts, Trade } from './source.ts'

/** Number of newest trades kept per symbol, and maximum sent in a tenth of a second. */
export const TAPE_LENGTH = 20

type Range = { low: bigint; high: bigint }

/**
 * Numbers a source's trades per symbol. Numbers exceed those of earlier starts, because there is less than one trade per millisecond.
 */
export function createTradeNumbers(clock: Pick<Clock, 'now'>) {
  const last = new Map<string, number>()
  return {
    /**
     * Accepts the trades that are within the prices of the accepted ticks: a price beyond them was refused.
     *
     * @param ticks the accepted ones
     */
    take(trades: readonly Trade[], ticks: readonly { symbol: string; price: bigint }[]): SymbolTrades[] {
      const ranges = rangesOf(ticks)
      const bySymbol = new Map<string, TradeDelta[]>()
      for (const { symbol, time, price, quantity, side } of trades) {
        const range = ranges.get(symbol)
        if (!range || price < range.low || price > range.high) continue
        const { scale, quantityScale } = instrumentOf(symbol)
        const number = (last.get(symbol) ?? clock.now()) + 1
        last.set(symbol, number)
        const trade: TradeDelta = [number, time, formatMoney(price, scale), formatMoney(quantity, quantityScale), side]
        bySymbol.set(symbol, [...(bySymbol.get(symbol) ?? []), trade])
      }
      return [...bySymbol].map(([symbol, trades]) => ({ symbol, trades }))
    },
  }
}

function rangesOf(ticks: readonly { symbol: string; price: bigint }[]): Map<string, Range> {
  const ranges = new Map<string, Range>()
  for (const { symbol, price } of ticks) {
    const { low, high } = ranges.get(symbol) ?? { low: price, high: price }
    ranges.set(symbol, { low: price < low ? price : low, high: price > high ? price : high })
  }
  return ranges
}

/** Keeps the newest trades of each symbol with trades from the source, for new watchers. */
export function createTape({ trades: tells }: Pick<SourceFacts, 'trades'>) {
  const tapes = new Map<string, readonly TradeDelta[]>()
  return {
    note({ symbol, trades }: SymbolTrades): void {
      const known = tapes.get(symbol) ?? []
      const isNext = known.at(-1)?.[0] === (trades[0]?.[0] ?? 0) - 1
      // A tape with a gap is never sent.
      tapes.set(symbol, [...(isNext ? known : []), ...trades].slice(-TAPE_LENGTH))
    },
    /** The newest trades of a symbol, oldest first; `undefined` if the source provides none. */
    newest: (symbol: string): readonly TradeDelta[] | undefined =>
      tells?.has(symbol) ? (tapes.get(symbol) ?? []) : undefined,
  }
}
