import { describe, expect, it } from 'vitest'
import type { Candle } from '../../src/api/market.ts'
import { applyBars, createBars } from '../../src/ui/chart/bars.ts'
import type { Frame } from '../../src/ui/chart/paint.ts'
import type { Palette } from '../../src/ui/chart/palette.ts'
import {
  aheadOf,
  entriesIn,
  measureOf,
  POSITIONS_MAX,
  type Position,
  paintPositions,
  placeOf,
} from '../../src/ui/chart/positions.ts'

const bar = (time: number): Candle => [time, '10', '11', '9', '10', '1']
const barsAt = (...times: number[]) => {
  const bars = createBars()
  applyBars(bars, times.map(bar), undefined)
  return bars
}
const line = barsAt(100, 101, 102, 110)
const ticks = measureOf('tick')
const position = (changes: Partial<Position> = {}): Position => {
  return { id: 'one', direction: 'rise', entry: 10, opened: 101, due: 131, ...changes }
}

describe('the place of a time on a chart', () => {
  it('is the point of its second on a line, and its share of a bar among bars, which begin half a bar before', () => {
    expect([100, 101, 110].map((time) => placeOf(line, ticks, time))).toEqual([0, 1, 3])
    const minutes = barsAt(0, 60, 120)
    expect([60, 90, 120].map((time) => placeOf(minutes, measureOf('1m'), time))).toEqual([0.5, 1, 1.5])
  })

  it('goes on after the newest, and takes no room for what is missing between', () => {
    expect(placeOf(line, ticks, 131)).toBe(3 + 21)
    expect(placeOf(line, ticks, 107)).toBe(3)
    expect(aheadOf(line, ticks, [position(), position({ due: 115 })])).toBe(21)
    expect(aheadOf(line, ticks, [])).toBe(0)
  })
})

it('entries count for the range of prices while they lie in sight', () => {
  const positions = [position(), position({ entry: 12, opened: 500, due: 530 })]
  expect(entriesIn(line, ticks, positions, { from: 0, to: 40 })).toEqual([10])
})

/** A canvas that notes what is drawn: 100 pixels of plot for prices from 0 to 20, one pixel a bar. */
function drawn(positions: readonly Position[]) {
  const rects: unknown[] = []
  const texts: string[] = []
  const lines: number[][] = []
  let fill = ''
  const ctx = new Proxy({} as Record<string, unknown>, {
    get: (_, name) => {
      if (name === 'fillRect') return (...rect: number[]) => rects.push([fill, ...rect])
      if (name === 'fillText') return (text: string) => texts.push(text)
      if (name === 'lineTo') return (...to: number[]) => lines.push(to)
      return () => {}
    },
    set: (_, name, value) => {
      if (name === 'fillStyle') fill = value
      return true
    },
  })
  const palette = { rise: 'rise', fall: 'fall', accent: 'accent', muted: 'muted' } as Palette
  const place = { left: 0, top: 0, width: 100, height: 100, spacing: 1, from: 0, first: 0, last: 3, gutter: 0 }
  paintPositions({ ctx: ctx as unknown as CanvasRenderingContext2D, palette, ratio: 1, ...place } as Frame, {
    bars: line,
    price: { min: 0, max: 20 },
    band: { top: 0, height: 100 },
    positions,
    measure: ticks,
    words: {
      entry: (price) => `entry ${price}`,
      ends: (time) => `ends ${time}`,
      level: (name, price) => `${name} ${price}`,
    },
  })
  return { rects, texts, lines }
}

describe('what is open', () => {
  it('has a ground that wins and one that loses, parted by its entry, from its opening to its end', () => {
    const { rects, texts, lines } = drawn([position({ entry: 5 })])
    expect(rects).toEqual([
      ['rise', 1, 0, 23, 75],
      ['fall', 1, 75, 23, 25],
    ])
    expect(texts).toEqual(['entry 5', 'ends 131'])
    expect(lines).toEqual([
      [100, 75.5],
      [24.5, 100],
    ])
    expect(drawn([position({ entry: 5, direction: 'fall' })]).rects).toEqual([
      ['fall', 1, 0, 23, 75],
      ['rise', 1, 75, 23, 25],
    ])
  })

  it('is drawn up to ten times, and labels that would meet leave room to the first', () => {
    const many = Array.from({ length: 12 }, (_, index) => position({ id: String(index), entry: 5 + index / 100 }))
    const { rects, texts } = drawn(many)
    expect(POSITIONS_MAX).toBe(10)
    expect(rects).toHaveLength(20)
    expect(texts).toEqual(['entry 5', 'ends 131'])
  })

  it('draws nothing out of sight', () => {
    expect(drawn([position({ opened: 400, due: 430 })])).toEqual({ rects: [], texts: [], lines: [] })
  })

  it('is of a contract its entry and the prices that end it, as far as they are in sight', () => {
    const levels = [
      { name: 'stop', price: 5 },
      { name: 'profit', price: 15 },
      { name: 'liquidation', price: -1 },
    ] as const
    const contract = position({ entry: 10, due: null, levels })
    const { rects, texts, lines } = drawn([contract])
    expect(rects).toEqual([])
    expect(texts).toEqual(['entry 10', 'stop 5', 'profit 15'])
    expect(lines).toEqual([
      [100, 50.5],
      [100, 75.5],
      [100, 25.5],
    ])
    expect(aheadOf(line, ticks, [contract])).toBe(0)
    expect(entriesIn(line, ticks, [contract], { from: 2, to: 3 })).toEqual([10])
  })
})
