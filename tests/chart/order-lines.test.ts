import { describe, expect, it } from 'vitest'
import { clearAbove, orderLines, paintTags, placeTags, spread, TAGS_APART } from '../../src/ui/chart/order-lines.ts'
import type { Frame } from '../../src/ui/chart/paint.ts'
import type { Position } from '../../src/ui/chart/positions.ts'

const words = {
  entry: ({ id }: Position) => `entry ${id}`,
  waits: ({ id }: Position) => `waits ${id}`,
  tag: (name: string) => name,
  more: (count: number) => `+${count}`,
  distance: (percent: number) => percent.toFixed(1),
}
const contract = (id: string, changes: Partial<Position> = {}): Position => ({
  ...{ id, direction: 'rise', entry: 100, opened: 1, due: null, movable: true },
  levels: [
    { name: 'stop', price: 90 },
    { name: 'profit', price: 120 },
    { name: 'liquidation', price: 50 },
  ],
  net: (price) => String(price - 100),
  ...changes,
})
const order = (id: string, entry: number): Position => ({ id, direction: 'fall', entry, opened: null, due: null })
const orders = (count: number) => Array.from({ length: count }, (_, at) => order(`order ${at}`, 110 + at))
const names = (positions: readonly Position[]) => orderLines(positions, 110, words).lines.map(({ name }) => name)

describe('order lines: which are drawn', () => {
  it('has a position and its stops before resting orders, however many of these are newer', () => {
    const lines = orderLines([...orders(30), contract('one')], 110, words)
    expect(lines.lines.map(({ name }) => name)).toEqual(['entry one', 'stop', 'profit', 'liquidation'])
    expect(lines.more).toBe(30)
  })

  it('has all positions, however many', () => {
    const many = Array.from({ length: 12 }, (_, at) => contract(String(at), { levels: [] }))
    expect(names(many)).toEqual(many.map(({ id }) => `entry ${id}`))
  })

  it('has the resting orders nearest to the price where there is room', () => {
    const lines = orderLines([...orders(6).toReversed(), contract('one', { levels: [] })], 110, words)
    expect(lines.lines.map(({ name }) => name)).toEqual([
      'entry one',
      'waits order 0',
      'waits order 1',
      'waits order 2',
    ])
    expect(lines.more).toBe(3)
    expect(orderLines(orders(4), 110, words).more).toBe(0)
  })

  it('shows the current P&L on the position’s line, and the stops’ results on theirs', () => {
    const { lines } = orderLines([contract('one')], 110, words)
    expect(lines.map(({ name, note }) => [name, note])).toEqual([
      ['entry one', '10'],
      ['stop', '-10'],
      ['profit', '20'],
      ['liquidation', '-54.5'],
    ])
  })

  it('can be moved at the stops, and at the entry while a stop is missing', () => {
    const movable = (position: Position) =>
      orderLines([position], 110, words).lines.flatMap(({ id, movable }) => (movable ? [id] : []))
    expect(movable(contract('one'))).toEqual(['one stop', 'one profit'])
    expect(movable(contract('one', { levels: [] }))).toEqual(['one entry'])
    expect(movable(contract('one', { movable: false }))).toEqual([])
  })
})

describe('order lines: where their tags are', () => {
  const band = { top: 0, height: 400 }
  const range = { min: 80, max: 120 }

  it('keeps tags apart, in the order of their prices, while lines stay at their prices', () => {
    const near = [0, 0.1, 0.2].map((by, at) => contract(String(at), { entry: 100 + by, levels: [] }))
    const tags = placeTags(orderLines(near, 110, words).lines, range, band)
    const [first, second, third] = tags
    expect(tags.map(({ y }) => Math.round(y))).toEqual([200, 199, 198])
    expect((first?.at ?? 0) - (second?.at ?? 0)).toBeCloseTo(TAGS_APART)
    expect((second?.at ?? 0) - (third?.at ?? 0)).toBeCloseTo(TAGS_APART)
  })

  it('pins lines out of view to the edge, with their direction', () => {
    const tags = placeTags(orderLines([contract('one')], 110, words).lines, range, band)
    expect(tags.map(({ name, off }) => [name, off])).toEqual([
      ['entry one', undefined],
      ['stop', undefined],
      ['profit', undefined],
      ['liquidation', 'below'],
    ])
    expect(tags.at(-1)).toMatchObject({ y: 400, at: 400 - TAGS_APART / 2 })
  })

  it('leaves out the price of a tag out of view where it has no room', () => {
    const lines = orderLines([order('one', 50)], 100, words).lines
    const painted = (width: number) => {
      const texts: string[] = []
      const context: Record<string, unknown> = {
        measureText: (text: string) => ({ width: text.length * 7 }),
        fillText: (text: string) => texts.push(text),
      }
      const ctx = new Proxy(context, { get: (all, name) => all[String(name)] ?? (() => {}), set: () => true })
      const frame = { ctx, palette: {}, ratio: 1, left: 0, top: 0, width } as unknown as Frame
      const scene = { tags: placeTags(lines, range, band), more: 0, band, words, close: 100 }
      paintTags(frame, { ...scene, price: (value) => value.toFixed(2) })
      return texts
    }
    // 17 and 5 letters of 7 px, a padding of 6 px at each end of both cells, and 8 px before the tag.
    expect(painted(186)).toEqual(['waits one 50.00 ↓', '-50.0'])
    expect(painted(185)).toEqual(['waits one ↓', '-50.0'])
  })

  it('leaves a text at the lower edge to the tags there, one above the other', () => {
    const tagged = (...prices: number[]) =>
      placeTags(
        prices.flatMap(
          (price, at) => orderLines([contract(String(at), { entry: price, levels: [] })], 110, words).lines,
        ),
        ...([range, band] as const),
      )
    expect(clearAbove(tagged(), band)).toBe(400)
    expect(clearAbove(tagged(120), band)).toBe(400)
    expect(clearAbove(tagged(50), band)).toBe(400 - TAGS_APART)
    expect(clearAbove(tagged(50, 49), band)).toBe(400 - 2 * TAGS_APART)
    expect(clearAbove(tagged(50), band, 2)).toBe(400 - 1.5 * TAGS_APART)
  })

  it('stays within its range where there is room, from whichever end', () => {
    expect(spread([95, 100, 99], { min: 0, max: 100, apart: 10 })).toEqual([80, 100, 90])
    expect(spread([0, 0], { min: 0, max: 100, apart: 10 })).toEqual([0, 10])
    expect(spread([], { min: 0, max: 100, apart: 10 })).toEqual([])
  })
})
