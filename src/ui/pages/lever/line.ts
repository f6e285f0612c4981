import type { LeverDirection } from '../../../rules/lever/lever.ts'

/** The data of a line: prices as plain decimals. */
export type Line = {
  direction: LeverDirection
  dealPrice: string | null
  liquidationPrice: string | null
  takeProfit: string | null
  stopLoss: string | null
}

type Range = { from: number; to: number }
type Point = { name: 'liquidation' | 'stop' | 'entry' | 'profit'; price: string; at: number }

/** How far a line without a take profit reaches beyond the entry, as a share of its distance to the other end. */
const AHEAD = 0.25

/** The prices of a position on a line from low to high, as shares of it. For display only. `undefined` before it opens. */
export function marksOf({ direction, dealPrice, liquidationPrice, takeProfit, stopLoss }: Line) {
  if (dealPrice === null) return undefined
  const entry = Number(dealPrice)
  const losing = Number(liquidationPrice ?? stopLoss ?? entry * (direction === 'long' ? 0.9 : 1.1))
  const gaining = takeProfit === null ? entry + (entry - losing) * AHEAD : Number(takeProfit)
  const ends = [losing, gaining, entry]
  const range: Range = { from: Math.min(...ends), to: Math.max(...ends) }
  const points = (
    [
      ['liquidation', liquidationPrice],
      ['stop', stopLoss],
      ['entry', dealPrice],
      ['profit', takeProfit],
    ] as const
  ).flatMap(([name, price]): Point[] => (price === null ? [] : [{ name, price, at: shareOf(range, Number(price)) }]))
  return { range, entry: shareOf(range, entry), points }
}

/** The position of a price on a line, clamped to 0 to 1. */
export const shareOf = ({ from, to }: Range, price: number): number =>
  Math.min(Math.max((price - from) / (to - from), 0), 1)
