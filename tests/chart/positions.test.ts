import { describe, expect, it } from 'vitest'
import type { Candle } from '../../src/api/market/market.ts'
import { applyBars, createBars, read } from '../../src/ui/chart/bars.ts'
import type { Grip } from '../../src/ui/chart/grips.ts'
import type { Frame } from '../../src/ui/chart/paint.ts'
import { priceRange } from '../../src/ui/chart/painter.ts'
import type { Palette } from '../../src/ui/chart/palette.ts'
import {
  AREAS_MAX,
  aheadOf,
  type Deal,
  entriesIn,
  levelsIn,
  measureOf,
  type Position,
  paintAreas,
  paintDeals,
  placeOf,
  timeAt,
} from '../../src/ui/chart/positions.ts'
import { type Stops, stopGrips } from '../../src/ui/chart/stop-grips.ts'

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

  it('continues after the newest bar, without room for missing ones', () => {
    expect(placeOf(line, ticks, 131)).toBe(3 + 21)
    expect(placeOf(line, ticks, 107)).toBe(3)
    expect(aheadOf(line, ticks, [position(), position({ due: 115 })])).toBe(21)
    expect(aheadOf(line, ticks, [])).toBe(0)
  })

  it('is converted back to its time', () => {
    for (const time of [90, 100, 101, 102, 110, 131]) expect(timeAt(line, ticks, placeOf(line, ticks, time))).toBe(time)
    const minutes = barsAt(0, 60, 120)
    expect(timeAt(minutes, measureOf('1m'), placeOf(minutes, measureOf('1m'), 90))).toBe(90)
  })
})

it('chart positions: entries count for the range of prices while they lie in sight', () => {
  const positions = [position(), position({ entry: 12, opened: 500, due: 530 })]
  expect(entriesIn(line, ticks, positions, { from: 0, to: 40 })).toEqual([10])
})

/** A canvas that notes what is drawn: 100 pixels of plot for prices from 0 to 20, one pixel a bar. */
function drawn(positions: readonly Position[], deals: readonly Deal[] = []) {
  const rects: unknown[] = []
  const texts: string[] = []
  const lines: number[][] = []
  let fill = ''
  const ctx = new Proxy({} as Record<string, unknown>, {
    get: (_, name) => {
      if (name === 'fillRect') return (...rect: number[]) => rects.push([fill, ...rect])
      if (name === 'measureText') return () => ({ width: 0 })
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
  const frame = { ctx: ctx as unknown as CanvasRenderingContext2D, palette, ratio: 1, ...place } as Frame
  const scene = {
    bars: line,
    price: { min: 0, max: 20 },
    band: { top: 0, height: 100 },
    lowest: 100,
    positions,
    deals,
    measure: ticks,
    words: { ends: (time: number) => `ends ${time}` },
  }
  paintAreas(frame, scene)
  const grounds = rects.length
  paintDeals(frame, scene)
  rects.splice(grounds)
  return { rects, texts, lines }
}

describe('chart positions: open orders', () => {
  it('has a ground that wins and one that loses, parted by its entry, from its opening to its end', () => {
    const { rects, texts, lines } = drawn([position({ entry: 5 })])
    expect(rects).toEqual([
      ['rise', 1, 0, 23, 75],
      ['fall', 1, 75, 23, 25],
    ])
    expect(texts).toEqual(['ends 131'])
    expect(lines).toEqual([[24.5, 100]])
    expect(drawn([position({ entry: 5, direction: 'fall' })]).rects).toEqual([
      ['fall', 1, 0, 23, 75],
      ['rise', 1, 75, 23, 25],
    ])
  })

  it('is drawn up to ten times, and of ends that would meet the first is named', () => {
    const many = Array.from({ length: 12 }, (_, index) => position({ id: String(index), entry: 5 + index / 100 }))
    const { rects, texts } = drawn(many)
    expect(AREAS_MAX).toBe(10)
    expect(rects).toHaveLength(20)
    expect(texts).toEqual(['ends 131'])
  })

  it('draws nothing out of sight', () => {
    expect(drawn([position({ opened: 400, due: 430 })])).toEqual({ rects: [], texts: [], lines: [] })
  })

  it('has no area as a contract, which has no end', () => {
    const contract = position({ due: null, levels: [{ name: 'stop', price: 5 }] })
    expect(drawn([contract])).toEqual({ rects: [], texts: [], lines: [] })
    expect(aheadOf(line, ticks, [contract])).toBe(0)
    expect(entriesIn(line, ticks, [contract], { from: 2, to: 3 })).toEqual([10])
  })

  it('has a mark from below where something was bought, and from above where it was sold', () => {
    const deals = [
      { direction: 'rise', price: 10, time: 101 },
      { direction: 'fall', price: 15, time: 131 },
      { direction: 'rise', price: 25, time: 101 },
    ] as const
    const { lines } = drawn([position({ entry: 30, due: null })], deals)
    expect(lines).toEqual([
      [-4, 60],
      [6, 60],
      [29, 15],
      [19, 15],
    ])
  })

  it('has no area as an order that waits', () => {
    const order = position({ entry: 5, direction: 'fall', opened: null, due: null })
    expect(drawn([order])).toEqual({ rects: [], texts: [], lines: [] })
    expect(entriesIn(line, ticks, [order], { from: 0, to: 40 })).toEqual([])
  })
})

it('chart positions: near triggers extend the price range, and a liquidation never does', () => {
  const levels = [
    { name: 'stop', price: 8.5 },
    { name: 'profit', price: 14 },
    { name: 'liquidation', price: 9 },
  ] as const
  const near = levelsIn([
    position({ due: null, levels }),
    position({ entry: 12.5, opened: null, due: null }),
    position({ entry: 6, opened: null, due: null }),
  ])
  expect(near).toEqual([8.5, 14, 12.5, 6])
  const sight = { first: 0, last: 3 }
  read(line, 0, 3)
  expect(priceRange(line, false, [], sight, [])).toEqual({ min: 8.9, max: 11.1 })
  const { min, max } = priceRange(line, false, [], sight, [], near) ?? { min: 0, max: 0 }
  expect([min, max]).toEqual([8.5 - 0.2, 12.5 + 0.2])
})

describe('chart positions: the stops that can be moved', () => {
  const asked: unknown[] = []
  const stops: Stops = {
    label: (name) => name,
    rest: ({ net }, name, price) => `${name} ${price} ${net?.(price)}`,
    say: (_, name, price) => ({ text: `${name} ${price}`, wrong: false }),
    ask: (...what) => asked.push(what),
  }
  const contract = position({ due: null, movable: true, levels: [{ name: 'liquidation', price: 5 }] })
  const put = (grips: readonly Grip[], price: number) => {
    for (const grip of grips) grip.put({ price, time: null })
    return asked.splice(0)
  }

  it('are those that are set; off the entry is pulled the one that is missing, by the side it is pulled to', () => {
    const [entry, ...rest] = stopGrips([contract], stops)
    if (!entry) throw new Error('the entry has no grip')
    expect([entry.label, rest]).toEqual(['entry', []])
    expect(put([entry], 9)).toEqual([['one', 'stop', 9]])
    expect(put([entry], 11)).toEqual([['one', 'profit', 11]])
    expect(entry.say?.({ price: 9, time: null })).toEqual({ text: 'stop 9', wrong: false })
    const short = stopGrips([{ ...contract, direction: 'fall' }], stops)
    expect(put(short, 9)).toEqual([['one', 'profit', 9]])
    const set = stopGrips(
      [
        {
          ...contract,
          levels: [
            { name: 'stop', price: 8 },
            { name: 'profit', price: 12 },
          ],
        },
      ],
      stops,
    )
    expect(set.map(({ label, spot }) => [label, spot.price])).toEqual([
      ['stop', 8],
      ['profit', 12],
    ])
    expect(put(set, 7)).toEqual([
      ['one', 'stop', 7],
      ['one', 'profit', 7],
    ])
  })

  it('show their result before they are moved', () => {
    const levels = [{ name: 'stop', price: 8 }] as const
    const grips = stopGrips([{ ...contract, levels, net: (price) => String(price - 10) }], stops)
    expect(grips.map(({ rest }) => rest)).toEqual(['entry 10 0', 'stop 8 -2'])
  })

  it('are none of what takes no change', () => {
    expect(stopGrips([{ ...contract, movable: false }, position()], stops)).toEqual([])
  })
})
