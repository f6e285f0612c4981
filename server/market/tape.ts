import type { TradeDelta } from '../../src/api/frames.ts'
import { instrumentOf } from '../../src/rules/instruments.ts'
import { formatMoney } from '../../src/rules/money.ts'
import type { Clock } from '../platform/clock.ts'
import type { SymbolTrades } from '../platform/nodes/bus.ts'
import type { SourceFacts, Trade } from './source.ts'

/** So many of the newest trades of a symbol are kept and told; of one tenth of a second no more. */
export const TAPE_LENGTH = 20

type Range = { low: bigint; high: bigint }

/**
 * Numbers the trades of a source one by one for each symbol. A number is above every one of an earlier start, as fewer
 * are told in a millisecond than one.
 */
export function createTradeNumbers(clock: Pick<Clock, 'now'>) {
  const last = new Map<string, number>()
  return {
    /**
     * Takes those trades that the ticks bear out that were let in with them: a price beyond these was refused.
     *
     * @param ticks those that were let in
     */
    take(trades: readonly Trade[], ticks: readonly { symbol: string; price: bigint }[]): SymbolTrades[] {
      const ranges = rangesOf(ticks)
      const told = new Map<string, TradeDelta[]>()
      for (const { symbol, time, price, quantity, side } of trades) {
        const range = ranges.get(symbol)
        if (!range || price < range.low || price > range.high) continue
        const { scale, quantityScale } = instrumentOf(symbol)
        const number = (last.get(symbol) ?? clock.now()) + 1
        last.set(symbol, number)
        const trade: TradeDelta = [number, time, formatMoney(price, scale), formatMoney(quantity, quantityScale), side]
        told.set(symbol, [...(told.get(symbol) ?? []), trade])
      }
      return [...told].map(([symbol, trades]) => ({ symbol, trades }))
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

/** Keeps the newest trades of each symbol whose trades the source tells: what a node answers whoever begins to watch. */
export function createTape({ trades: tells }: Pick<SourceFacts, 'trades'>) {
  const tapes = new Map<string, readonly TradeDelta[]>()
  return {
    note({ symbol, trades }: SymbolTrades): void {
      const known = tapes.get(symbol) ?? []
      const isNext = known.at(-1)?.[0] === (trades[0]?.[0] ?? 0) - 1
      // Nobody is told a tape with a hole in it.
      tapes.set(symbol, [...(isNext ? known : []), ...trades].slice(-TAPE_LENGTH))
    },
    /** The newest trades of a symbol, oldest first; `undefined` where the source does not tell them. */
    newest: (symbol: string): readonly TradeDelta[] | undefined =>
      tells?.has(symbol) ? (tapes.get(symbol) ?? []) : undefined,
  }
}
