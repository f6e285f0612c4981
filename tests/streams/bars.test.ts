import { describe, expect, it } from 'vitest'
import type { Candle } from '../../src/api/market/market.ts'
import { allOf, barsOf, grow, joinOlder, joinTail, noBars } from '../../src/streams/bars.ts'

const MINUTE = 60
const bar = (time: number, close = '10'): Candle => [time, '10', '11', '9', close, '5']
const at = (seconds: number, price: string) => ({ time: seconds * 1000, price })

describe('bars: growing', () => {
  const bars = barsOf([bar(0), bar(MINUTE)])

  it('moves the close of the last bar, and the high or low that the price passes', () => {
    expect(grow(bars, '1m', at(61, '10.5')).newest).toEqual([MINUTE, '10', '11', '9', '10.5', '5'])
    expect(grow(bars, '1m', at(61, '11.5')).newest).toEqual([MINUTE, '10', '11.5', '9', '11.5', '5'])
    expect(grow(bars, '1m', at(61, '8')).newest).toEqual([MINUTE, '10', '11', '8', '8', '5'])
  })

  it('compares prices as numbers, not as texts', () => {
    expect(grow(barsOf([[0, '99', '99', '99', '99', '0']]), '1m', at(1, '100')).newest).toEqual([
      0,
      '99',
      '100',
      '99',
      '100',
      '0',
    ])
  })

  it('begins the next bar with the first price at or after its opening', () => {
    expect(allOf(grow(bars, '1m', { time: 119_999, price: '10.5' }))).toHaveLength(2)
    expect(grow(bars, '1m', { time: 120_000, price: '10.5' }).newest).toEqual([
      120,
      '10.5',
      '10.5',
      '10.5',
      '10.5',
      '0',
    ])
  })

  it('knows the boundaries of every interval: a week begins on Monday', () => {
    const monday = Date.UTC(2024, 0, 8) / 1000
    expect(allOf(grow(barsOf([bar(monday - 604_800)]), '1w', at(monday - 1, '10.5')))).toHaveLength(1)
    expect(grow(barsOf([bar(monday - 604_800)]), '1w', at(monday, '10.5')).newest?.[0]).toBe(monday)
  })

  it('leaves all alone where a price changes nothing, or is older than the last bar', () => {
    expect(grow(bars, '1m', at(61, '10'))).toBe(bars)
    expect(grow(bars, '1m', at(59, '500'))).toBe(bars)
  })

  it('keeps the list of closed bars the same object, and its input unchanged', () => {
    const grown = grow(bars, '1m', at(61, '10.5'))
    expect(grown.closed).toBe(bars.closed)
    expect(bars.newest).toEqual(bar(MINUTE))
    const next = grow(bars, '1m', at(121, '10.5'))
    expect([next.closed[0], next.closed[1]]).toEqual([bar(0), bar(MINUTE)])
    expect(next.closed[1]).toBe(bars.newest)
    expect(bars.closed).toHaveLength(1)
  })

  it('begins from nothing', () => {
    expect(allOf(grow(noBars, '5m', at(400, '7')))).toEqual([[300, '7', '7', '7', '7', '0']])
  })
})

describe('bars: joining the tail', () => {
  const bars = barsOf([bar(0), bar(60), bar(120)])

  it('replaces the overlapping bars, and keeps unchanged objects', () => {
    const [known, joined] = [allOf(bars), allOf(joinTail(bars, [bar(60), bar(120, '10.7'), bar(180)], 3))]
    expect(joined).toEqual([bar(0), bar(60), bar(120, '10.7'), bar(180)])
    expect([joined[0] === known[0], joined[1] === known[1], joined[2] === known[2]]).toEqual([true, true, false])
  })

  it('replaces everything if it does not reach the known bars', () => {
    expect(allOf(joinTail(bars, [bar(600), bar(660)], 2))).toEqual([bar(600), bar(660)])
  })

  it('appends what follows closed hours: fewer bars than were asked for are all there are', () => {
    expect(allOf(joinTail(bars, [bar(600)], 2))).toEqual([...allOf(bars), bar(600)])
  })

  it('changes nothing where it is empty, and is all there is where nothing was known', () => {
    expect(joinTail(bars, [], 2)).toBe(bars)
    expect(joinTail(noBars, allOf(bars), 3)).toEqual(bars)
  })
})

describe('joining older bars', () => {
  it('puts them before the known ones, without those that overlap', () => {
    expect(allOf(joinOlder(barsOf([bar(120)]), [bar(0), bar(60), bar(120, '1')]))).toEqual([bar(0), bar(60), bar(120)])
    expect(allOf(joinOlder(noBars, [bar(0)]))).toEqual([bar(0)])
  })
})
