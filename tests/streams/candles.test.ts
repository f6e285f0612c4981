import { BehaviorSubject, Subject } from 'rxjs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Candle } from '../../src/api/market/market.ts'
import {
  type Candles,
  type CandlesOptions,
  createCandles,
  type KeptCandles,
  TAIL_EVERY_MS,
} from '../../src/streams/candles.ts'
import type { LiveQuote } from '../../src/streams/quoteBook.ts'
import { PAGE_BARS } from '../../src/streams/reduceCandles.ts'
import { pass } from './mockServer.ts'
import { createPage } from './page.ts'

/** A whole minute, in seconds: when the newest bar of the history opens. */
const OPEN = 1_700_000_040
const NOW_MS = (OPEN + 30) * 1000

beforeEach(() => {
  vi.useFakeTimers({ now: NOW_MS })
})
afterEach(() => {
  vi.useRealTimers()
})

/** `count` one-minute bars, the newest opening at `last`. */
const history = (count: number, last = OPEN, close = '100'): Candle[] =>
  Array.from({ length: count }, (_, index) => [last - (count - 1 - index) * 60, '100', '101', '99', close, '7'])

function setUp(overrides: Partial<CandlesOptions> = {}) {
  const page = createPage()
  const tick$ = new Subject<LiveQuote>()
  const visible$ = new BehaviorSubject(true)
  const load = vi.fn<CandlesOptions['load']>(async ({ limit }) => history(limit))
  const candles = createCandles({
    load,
    tick$: () => tick$,
    serverNow: () => Date.now(),
    frames: page.frames,
    visible$,
    random: () => 0,
    ...overrides,
  })
  const chart = candles.chart('BTCUSDT', '1m')
  const seen: Candles[] = []
  const subscription = chart.candles$.subscribe((each) => seen.push(each))
  const tick = (price: string, { fresh = true, time = Date.now() } = {}) =>
    tick$.next({ symbol: 'BTCUSDT', time, price, fresh } as LiveQuote)
  return {
    page,
    tick,
    tick$,
    visible$,
    /** The page was hidden, and is seen again. */
    comeBack: () => {
      visible$.next(false)
      visible$.next(true)
    },
    load,
    chart,
    seen,
    subscription,
    /** The chart after the next animation frame, with all bars in one list. */
    get shown() {
      page.draw()
      const last = seen.at(-1)
      if (!last) throw new Error('nothing was shown')
      const { newest, ...shown } = last
      return { ...shown, bars: newest ? [...last.bars, newest] : last.bars }
    },
  }
}

const closes = ({ bars }: Pick<Candles, 'bars'>) => bars.slice(-3).map((bar) => bar[4])
const times = ({ bars }: Pick<Candles, 'bars'>) => bars.map(([time]) => time)

describe('candles: a chart', () => {
  it('is loading at first, and then shows its history', async () => {
    const all = setUp()
    expect(all.seen).toEqual([{ type: 'loading', bars: [], stale: true }])
    await pass(0)
    expect(all.shown).toEqual({ type: 'bars', bars: history(500), stale: true, older: 'more' })
    expect(all.load.mock.calls[0]?.[0]).toEqual({ symbol: 'BTCUSDT', interval: '1m', limit: PAGE_BARS })
    all.subscription.unsubscribe()
  })

  it('lets the last bar grow with live prices, and says whether they are fresh', async () => {
    const all = setUp()
    await pass(0)
    all.tick('100.5')
    all.tick('102')
    expect(all.shown.bars.at(-1)).toEqual([OPEN, '100', '102', '99', '102', '7'])
    expect(all.shown.stale).toBe(false)
    all.tick('102', { fresh: false })
    expect(all.shown.stale).toBe(true)
    all.subscription.unsubscribe()
  })

  it('keeps the bars before the newest the same list while that one grows', async () => {
    const all = setUp()
    await pass(0)
    all.page.draw()
    const before = all.seen.at(-1)
    all.tick('102')
    all.page.draw()
    const after = all.seen.at(-1)
    expect(after?.newest).toEqual([OPEN, '100', '102', '99', '102', '7'])
    expect(after?.bars).toBe(before?.bars)
    all.subscription.unsubscribe()
  })

  it('begins a new bar at the boundary, and soon loads the closed one as it became', async () => {
    const all = setUp()
    await pass(0)
    all.tick('100.5')
    await pass(29_999)
    all.tick('100.7')
    expect(all.shown.bars.at(-1)?.[0]).toBe(OPEN)
    await pass(1)
    all.load.mockClear()
    all.load.mockImplementation(async () => [...history(1, OPEN, '100.9'), ...history(1, OPEN + 60, '100.8')])
    all.tick('100.8')
    expect(all.shown.bars.at(-1)).toEqual([OPEN + 60, '100.8', '100.8', '100.8', '100.8', '0'])
    await pass(2_001)
    const tails = all.load.mock.calls.map(([{ limit }]) => limit)
    expect(tails.at(-1)).toBeLessThan(10)
    expect(closes(all.shown)).toEqual(['100', '100.9', '100.8'])
    all.subscription.unsubscribe()
  })

  it('keeps prices that come while its history is on its way', async () => {
    let answer: (bars: Candle[]) => void = () => {}
    const all = setUp({ load: () => new Promise((resolve) => (answer = resolve)) })
    await pass(0)
    all.tick('103')
    await pass(1_000)
    all.tick('100.2')
    expect(all.shown.type).toBe('loading')
    answer(history(3))
    await pass(0)
    expect(all.shown.bars.at(-1)).toEqual([OPEN, '100', '103', '99', '100.2', '7'])
    all.subscription.unsubscribe()
  })

  it('keeps a boundary that was passed while its history was on its way', async () => {
    let answer: (bars: Candle[]) => void = () => {}
    const all = setUp({ load: () => new Promise((resolve) => (answer = resolve)) })
    await pass(0)
    all.tick('103')
    await pass(30_000)
    all.tick('104')
    answer(history(3))
    await pass(0)
    expect(all.shown.bars.slice(-2)).toEqual([
      [OPEN, '100', '103', '99', '103', '7'],
      [OPEN + 60, '104', '104', '104', '104', '0'],
    ])
    all.subscription.unsubscribe()
  })

  it('loads its tail again after anything was missed', async () => {
    const all = setUp()
    await pass(0)
    all.tick('100.5')
    await pass(10)
    all.load.mockClear()
    all.tick('100.5', { fresh: false })
    await pass(10)
    expect(all.load).not.toHaveBeenCalled()
    all.load.mockImplementation(async ({ limit }) => [
      ...history(limit - 1, OPEN - 60),
      [OPEN, '100', '107', '99', '100.6', '9'],
    ])
    all.tick('100.6')
    await pass(10)
    expect(all.load).toHaveBeenCalledTimes(1)
    expect(all.shown.bars.at(-1)).toEqual([OPEN, '100', '107', '99', '100.6', '9'])
    expect(all.shown.bars).toHaveLength(500)
    all.subscription.unsubscribe()
  })

  it('loads as many bars as may have been missed, and replaces all where that is not enough', async () => {
    const all = setUp()
    await pass(0)
    all.tick('100', { fresh: false })
    all.load.mockClear()
    vi.setSystemTime(NOW_MS + 10 * 60_000)
    all.load.mockImplementation(async ({ limit }) => history(limit, OPEN + 600))
    all.tick('100')
    await pass(0)
    expect(all.load.mock.calls[0]?.[0].limit).toBe(12)
    expect(times(all.shown)).toEqual(times({ bars: history(510, OPEN + 600) }))
    vi.setSystemTime(NOW_MS + 2_000 * 60_000)
    all.load.mockImplementation(async ({ limit }) => history(limit, OPEN + 120_000))
    all.tick('100', { fresh: false })
    all.tick('100')
    await pass(0)
    expect(times(all.shown)).toEqual(times({ bars: history(500, OPEN + 120_000) }))
    expect(all.shown).toMatchObject({ older: 'more' })
    all.subscription.unsubscribe()
  })

  it('does not put an old price over a newer bar', async () => {
    const all = setUp()
    await pass(0)
    all.tick('100.5')
    all.load.mockImplementation(async () => [[OPEN, '100', '106', '99', '105', '8']])
    await pass(TAIL_EVERY_MS)
    expect(all.shown.bars.at(-1)).toEqual([OPEN, '100', '106', '99', '105', '8'])
    all.subscription.unsubscribe()
  })

  it('loads its tail every half minute, for the volume', async () => {
    const all = setUp()
    await pass(0)
    all.load.mockImplementation(async () => [[OPEN, '100', '101', '99', '100', '8']])
    await pass(TAIL_EVERY_MS)
    expect(all.shown.bars.at(-1)?.[5]).toBe('8')
    all.subscription.unsubscribe()
  })

  it('shows changes once per animation frame', async () => {
    const all = setUp()
    await pass(0)
    all.page.draw()
    const before = all.seen.length
    all.tick('100.1')
    all.tick('100.2')
    expect(all.seen).toHaveLength(before)
    all.page.draw()
    all.page.draw()
    expect(all.seen).toHaveLength(before + 1)
    all.subscription.unsubscribe()
  })
})

describe('candles: paging back', () => {
  it('puts older bars before the oldest, one request at a time, until there are none', async () => {
    const all = setUp()
    await pass(0)
    const oldest = OPEN - 499 * 60
    all.load.mockClear()
    all.load.mockImplementation(async ({ before = 0, limit }) => history(limit, before - 60))
    all.chart.older()
    all.chart.older()
    expect(all.shown).toMatchObject({ older: 'loading' })
    await pass(0)
    expect(all.load.mock.calls.map(([request]) => request)).toEqual([
      { symbol: 'BTCUSDT', interval: '1m', before: oldest, limit: PAGE_BARS },
    ])
    expect(times(all.shown)).toEqual(times({ bars: history(1000) }))
    expect(all.shown).toMatchObject({ older: 'more' })
    all.load.mockImplementation(async ({ before = 0 }) => history(3, before - 60))
    all.chart.older()
    await pass(0)
    expect(all.shown).toMatchObject({ older: 'end' })
    expect(all.shown.bars).toHaveLength(1003)
    all.chart.older()
    await pass(0)
    expect(all.load).toHaveBeenCalledTimes(2)
    all.subscription.unsubscribe()
  })

  it('ends at five thousand bars', async () => {
    const all = setUp()
    await pass(0)
    all.load.mockImplementation(async ({ before = 0, limit }) => history(limit, before - 60))
    for (let page = 0; page < 20; page++) {
      all.chart.older()
      await pass(0)
    }
    expect(all.shown).toMatchObject({ older: 'end' })
    expect(all.shown.bars).toHaveLength(5_000)
    all.subscription.unsubscribe()
  })

  it('drops a page that comes after the bars were replaced', async () => {
    let answer: (bars: Candle[]) => void = () => {}
    const all = setUp()
    await pass(0)
    const oldest = OPEN - 499 * 60
    all.load.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)))
    all.chart.older()
    vi.setSystemTime(NOW_MS + 2_000 * 60_000)
    all.load.mockImplementation(async ({ limit }) => history(limit, OPEN + 120_000))
    all.comeBack()
    await pass(1)
    answer(history(500, oldest - 60))
    await pass(0)
    expect(times(all.shown)).toEqual(times({ bars: history(500, OPEN + 120_000) }))
    expect(all.shown).toMatchObject({ older: 'more' })
    all.subscription.unsubscribe()
  })

  it('can be tried again where it failed', async () => {
    const all = setUp()
    await pass(0)
    all.load.mockImplementationOnce(() => Promise.reject(new Error('down')))
    all.chart.older()
    await pass(0)
    expect(all.shown).toMatchObject({ type: 'bars', older: 'more' })
    all.chart.older()
    await pass(0)
    expect(all.load).toHaveBeenCalledTimes(3)
    all.subscription.unsubscribe()
  })

  it('has no older page where the first was not full', async () => {
    const all = setUp({ load: async () => history(20) })
    await pass(0)
    expect(all.shown).toMatchObject({ older: 'end' })
    all.subscription.unsubscribe()
  })
})

describe('candles: a history that does not load', () => {
  it('is shown beside live prices, and retried automatically', async () => {
    const all = setUp()
    all.load.mockImplementationOnce(() => Promise.reject(new Error('down')))
    await pass(0)
    all.tick('100')
    expect(all.shown).toMatchObject({ type: 'error', bars: [[OPEN, '100', '100', '100', '100', '0']] })
    await pass(1_500)
    expect(all.shown).toMatchObject({ type: 'bars' })
    expect(all.shown.bars).toHaveLength(500)
    all.subscription.unsubscribe()
  })

  it('keeps its newest 500 bars on the device with each load, and shows them dated where the history does not load', async () => {
    const kept = { read: vi.fn<KeptCandles['read']>(async () => undefined), keep: vi.fn<KeptCandles['keep']>() }
    const before = setUp({ kept, load: async ({ limit, before = OPEN + 60 }) => history(limit, before - 60) })
    await pass(0)
    before.chart.older()
    await pass(TAIL_EVERY_MS)
    expect(before.shown.bars).toHaveLength(1_000)
    expect(kept.keep.mock.calls.map(([symbol, interval, bars]) => [symbol, interval, bars.length])).toEqual([
      ['BTCUSDT', '1m', 500],
      ['BTCUSDT', '1m', 500],
    ])
    expect(kept.keep.mock.lastCall?.[2]).toEqual(history(500))
    expect(kept.read).not.toHaveBeenCalled()
    before.subscription.unsubscribe()

    kept.read.mockResolvedValue({ bars: history(3, OPEN - 600), asOf: NOW_MS - 600_000 })
    const load = vi.fn<CandlesOptions['load']>(() => Promise.reject(new Error('offline')))
    const offline = setUp({ kept, load })
    await pass(0)
    expect(kept.read.mock.calls).toEqual([['BTCUSDT', '1m']])
    expect(offline.shown).toMatchObject({ type: 'bars', bars: history(3, OPEN - 600), asOf: NOW_MS - 600_000 })
    await pass(TAIL_EVERY_MS)
    expect(kept.read).toHaveBeenCalledOnce()
    load.mockImplementation(async ({ limit }) => history(limit))
    offline.tick('100', { fresh: true })
    await pass(0)
    expect(offline.shown.bars.slice(0, 500)).toEqual(history(500))
    expect(offline.shown).not.toHaveProperty('asOf')
    offline.subscription.unsubscribe()
  })

  it('keeps its bars where loading the tail fails', async () => {
    const all = setUp()
    await pass(0)
    all.load.mockImplementation(() => Promise.reject(new Error('down')))
    await pass(TAIL_EVERY_MS)
    expect(all.shown).toMatchObject({ type: 'bars' })
    all.subscription.unsubscribe()
  })
})

describe('candles: a chart that is left', () => {
  it('is shared while anybody looks at it', async () => {
    const all = setUp()
    await pass(0)
    all.page.draw()
    const second: Candles[] = []
    all.chart.candles$.subscribe((each) => second.push(each)).unsubscribe()
    expect(second).toHaveLength(1)
    expect(second[0]?.bars).toHaveLength(499)
    expect(all.load).toHaveBeenCalledTimes(1)
    all.subscription.unsubscribe()
  })

  it('leaves no timer, no frame, no subscription and no request', async () => {
    const aborted = vi.fn()
    const all = setUp()
    await pass(0)
    all.tick('100')
    all.load.mockImplementation((_, signal) => new Promise(() => signal.addEventListener('abort', aborted)))
    all.chart.older()
    all.comeBack()
    await pass(0)
    all.subscription.unsubscribe()
    expect(aborted).toHaveBeenCalledTimes(2)
    expect([all.tick$.observed, all.visible$.observed]).toEqual([false, false])
    expect(all.page.pendingFrames).toBe(0)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('begins afresh where it is opened again', async () => {
    const all = setUp()
    await pass(0)
    all.subscription.unsubscribe()
    const again: Candles[] = []
    const subscription = all.chart.candles$.subscribe((each) => again.push(each))
    expect(again).toEqual([{ type: 'loading', bars: [], stale: true }])
    await pass(0)
    expect(all.load).toHaveBeenCalledTimes(2)
    subscription.unsubscribe()
  })
})
