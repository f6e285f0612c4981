import type { LeverDirection } from '../../../rules/lever/lever.ts'

/** The data of a line: prices as plain decimals. */
type Line = {
  direction: LeverDirection
  dealPrice: string | null
  liquidationPrice: string | null
  takeProfit: string | null
  stopLoss: string | null
}

type Range = { from: number; to: number }
type Point = { name: 'liquidation' | 'stop' | 'entry' | 'profit'; at: number }

/** The line's extent beyond its outermost points, as a share of the distance between them. */
const MARGIN = 0.06

/** The prices of a position on a line from loss to profit, as shares of it. For display only. `undefined` before it opens. */
export function marksOf({ direction, dealPrice, liquidationPrice, takeProfit, stopLoss }: Line) {
  if (dealPrice === null) return undefined
  const entry = Number(dealPrice)
  const level = (text: string | null) => (text === null ? undefined : Number(text))
  const [liquidation, stop, profit] = [level(liquidationPrice), level(stopLoss), level(takeProfit)]
  const losing = liquidation ?? stop ?? entry * (direction === 'long' ? 0.9 : 1.1)
  const gaining = profit ?? entry + (entry - losing)
  const [first, last] = [losing, gaining]
  const spare = (last - first) * MARGIN
  const range: Range = { from: first - spare, to: last + spare }
  const points = (
    [
      ['liquidation', liquidation],
      ['stop', stop],
      ['entry', entry],
      ['profit', profit],
    ] as const
  ).flatMap(([name, price]): Point[] => (price === undefined ? [] : [{ name, at: shareOf(range, price) }]))
  return { range, entry: shareOf(range, entry), points }
}

/** The position of a price on a line, clamped to 0 to 1. */
export const shareOf = ({ from, to }: Range, price: number): number =>
  Math.min(Math.max((price - from) / (to - from), 0), 1)
