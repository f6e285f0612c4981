import { describe, expect, it } from 'vitest'
import type { Candle } from '../../src/api/market/market.ts'
import { allOf, BARS_MAX } from '../../src/streams/bars.ts'
import {
  type CandlesInput,
  noCandles,
  OVERLAP_MS,
  PAGE_BARS,
  pageFrom,
  reduceCandles,
  tailLimit,
} from '../../src/streams/reduceCandles.ts'

/** When the newest bar of the history opens, in seconds; and half a minute later, in ms. */
const OPEN = 1_700_000_040
const NOW = (OPEN + 30) * 1000

const reduce = reduceCandles('1m')
const given = (...inputs: CandlesInput[]) => inputs.reduce(reduce, noCandles)

const history = (count: number, last = OPEN): Candle[] =>
  Array.from({ length: count }, (_, index) => [last - (count - 1 - index) * 60, '100', '101', '99', '100', '7'])
const loaded = (bars: Candle[], limit = PAGE_BARS, at = NOW): CandlesInput => {
  return { type: 'loaded', loaded: bars, limit, at }
}
const tick = (price: string, { time = NOW, fresh = true } = {}): CandlesInput => {
  return { type: 'tick', at: time, quote: { time, price, fresh } }
}
const asked = (at = NOW): CandlesInput => ({ type: 'asked', at })

describe('the reducer of candles', () => {
  it('lets the newest bar grow and calls for nothing, and for the closed bar once the next begins', () => {
    const whole = given(loaded(history(3)), tick('100.5'))
    expect(whole.bars.newest?.[4]).toBe('100.5')
    const grown = reduce(whole, tick('102', { time: NOW + 1 }))
    expect(grown.needs).toEqual([])
    expect(grown.bars.closed).toBe(whole.bars.closed)
    expect(reduce(grown, tick('103', { time: NOW + 30_000 }))).toMatchObject({ needs: ['settle'], status: 'whole' })
    expect(given(loaded([]), tick('100', { fresh: false })).needs).toEqual([])
  })

  it('takes a tick for a point of its second, and calls for nothing after it', () => {
    const ticks = [tick('100'), tick('101', { time: NOW + 900 }), tick('102', { time: NOW + 1_000 })]
    const line = ticks.reduce(reduceCandles('tick'), given(loaded([])))
    expect(allOf(line.bars).map(([time, , , , close]) => [time, close])).toEqual([
      [OPEN + 30, '101'],
      [OPEN + 31, '102'],
    ])
    expect(line.needs).toEqual([])
  })

  it('gives up the oldest of a line that has grown for hours', () => {
    const line = given(loaded(history(2 * BARS_MAX), 2 * BARS_MAX))
    const longer = [60_000, 120_000].reduce((state, ms) => reduce(state, tick('100', { time: NOW + ms })), line)
    expect(allOf(longer.bars)).toHaveLength(BARS_MAX + 2)
    expect(longer.bars.newest?.[0]).toBe(OPEN + 120)
  })

  it('calls for its tail when a price is fresh again, where there is a history to join', () => {
    const stale = given(loaded(history(3)), tick('100'), tick('100', { fresh: false }))
    expect(stale).toMatchObject({ stale: true, needs: [] })
    expect(reduce(stale, tick('100.1'))).toMatchObject({ stale: false, needs: ['tail'] })
    expect(given(tick('100'), tick('101', { time: NOW + 60_000 })).needs).toEqual([])
  })

  it('calls for its tail when a price is fresh again after its history did not load', () => {
    const error = given({ type: 'failed', at: NOW }, tick('100', { fresh: false }))
    expect(reduce(error, tick('100'))).toMatchObject({ status: 'error', needs: ['tail'] })
  })

  it('shows cached bars if the history does not load, and drops them for the history', () => {
    const known: CandlesInput = { type: 'recalled', at: NOW, bars: history(3, OPEN - 600), asOf: NOW - 600_000 }
    const recalled = given(known)
    expect(recalled).toMatchObject({ status: 'recalled', asOf: NOW - 600_000, older: 'end', needs: [] })
    expect(pageFrom(recalled)).toBeUndefined()
    expect(tailLimit(recalled, '1m', NOW)).toBe(PAGE_BARS)
    expect(reduce(recalled, { type: 'failed', at: NOW })).toMatchObject({ status: 'recalled', bars: recalled.bars })
    const whole = reduce(recalled, loaded(history(3)))
    expect(whole).toMatchObject({ status: 'whole', asOf: undefined, needs: ['keep'] })
    expect(allOf(whole.bars)).toEqual(history(3))
    expect(reduce(whole, known)).toEqual({ ...whole, needs: [] })
    expect(given(loaded([])).needs).toEqual([])
  })

  it('adds the prices of a request’s time to its answer, and none from before', () => {
    const before = tick('150', { time: NOW - OVERLAP_MS - 1 })
    const within = tick('103', { time: NOW - OVERLAP_MS })
    const state = given(before, within, asked(), loaded(history(3)))
    expect(state.bars.newest).toEqual([OPEN, '100', '103', '99', '103', '7'])
  })

  it('keeps the prices of a request however long it takes', () => {
    const late = NOW + 20_000
    const state = given(asked(), tick('103'), tick('102', { time: late }), loaded(history(3), PAGE_BARS, late))
    expect(state.bars.newest).toEqual([OPEN, '100', '103', '99', '102', '7'])
    const next = reduce(state, tick('101', { time: late + 1 }))
    expect(next.recent.map(({ price }) => price)).toEqual(['102', '101'])
  })

  it('asks for a page at first, and then for the bars that may be missing and one more', () => {
    expect(tailLimit(noCandles, '1m', NOW)).toBe(PAGE_BARS)
    const whole = given(loaded(history(3)))
    expect(tailLimit(whole, '1m', NOW)).toBe(2)
    expect(tailLimit(whole, '1m', NOW + 600_000)).toBe(12)
    expect(tailLimit(whole, '1m', NOW + 1e9)).toBe(PAGE_BARS)
  })

  it('joins a tail across a gap only if it reaches the history', () => {
    const whole = given(loaded(history(PAGE_BARS)))
    const paused = reduce(whole, tick('104', { time: NOW + 600_000 }))
    expect(allOf(paused.bars)).toHaveLength(PAGE_BARS + 1)
    const joined = reduce(paused, loaded(history(12, OPEN + 600), 12, NOW + 600_000))
    expect(allOf(joined.bars).map(([time]) => time)).toEqual(history(PAGE_BARS + 10, OPEN + 600).map(([time]) => time))
    const far = OPEN + 600 * 60
    const alone = reduce(whole, tick('104', { time: far * 1000 }))
    const replaced = reduce(alone, loaded(history(PAGE_BARS, far), PAGE_BARS, far * 1000))
    expect(allOf(replaced.bars).map(([time]) => time)).toEqual(history(PAGE_BARS, far).map(([time]) => time))
    expect(replaced.older).toBe('more')
  })

  it('pages back from its oldest bar, not while that is under way, and no further than the beginning', () => {
    const whole = given(loaded(history(PAGE_BARS)))
    const oldest = OPEN - (PAGE_BARS - 1) * 60
    expect([pageFrom(noCandles), pageFrom(whole)]).toEqual([undefined, oldest])
    const paging = reduce(whole, { type: 'paging', at: NOW })
    expect(pageFrom(paging)).toBeUndefined()
    const paged = (bars: Candle[] | undefined, before = oldest) =>
      reduce(paging, { type: 'paged', at: NOW, before, loaded: bars })
    expect(paged(undefined)).toMatchObject({ older: 'more', bars: whole.bars })
    expect(paged(history(PAGE_BARS, oldest - 60), oldest + 60)).toMatchObject({ older: 'more', bars: whole.bars })
    expect(paged(history(PAGE_BARS, oldest - 60)).older).toBe('more')
    expect(paged(history(PAGE_BARS - 1, oldest - 60)).older).toBe('end')
    const long = reduce(given(loaded(history(BARS_MAX - PAGE_BARS), BARS_MAX - PAGE_BARS)), { type: 'paging', at: NOW })
    const [first = 0] = long.bars.closed[0] ?? []
    const last = reduce(long, { type: 'paged', at: NOW, before: first, loaded: history(PAGE_BARS, first - 60) })
    expect([last.older, allOf(last.bars).length]).toEqual(['end', BARS_MAX])
  })

  it('says that nothing loaded only where there is nothing', () => {
    expect(given({ type: 'failed', at: NOW }).status).toBe('error')
    expect(given(loaded(history(3)), { type: 'failed', at: NOW }).status).toBe('whole')
  })
})
