import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { append, type Bar } from '../../../server/market/bars.ts'
import { readBars } from '../../../server/market/candles.ts'
import { simulatedSource } from '../../../server/market/module.ts'
import { isOpen } from '../../../src/rules/market/hours.ts'
import { instrumentOf, instruments } from '../../../src/rules/market/instruments.ts'
import { barOpen, type Interval, intervalSeconds, intervals } from '../../../src/rules/market/intervals.ts'
import { sqliteFirst } from '../databases.ts'
import { describeOn } from '../describe-each.ts'
import { candlesOf, createTestSource, MONDAY_NOON, startMarket, type TestMarket } from './support.ts'

const START = MONDAY_NOON + 25_400
const UNTIL = MONDAY_NOON / 1000
const DAY_MS = 86_400_000

describeOn({ on: sqliteFirst }, 'history', (kind) => {
  let world: TestMarket
  const stored = (symbol: string, interval: Interval) =>
    readBars(world.database.db, symbol, interval, Number.MAX_SAFE_INTEGER, 100_000)
  /** All bars of an interval, the one that still grows included, as numbers. */
  const charted = async (symbol: string, interval: Interval) => {
    const { scale } = instrumentOf(symbol)
    const page = await candlesOf(world.market, symbol, interval, { limit: 100_000 })
    return page.map(([time, ...figures]) => [time, ...figures.map((text) => Math.round(Number(text) * 10 ** scale))])
  }
  const widthOf = (interval: Interval) => intervalSeconds[interval]

  beforeAll(async () => {
    world = await startMarket(kind, simulatedSource('quoin'), { start: START })
  })
  afterAll(() => world.close())

  it('has at least 1,000 bars of each interval for each symbol at the first start', async () => {
    const { rows } = await sql<{ symbol: string; interval: string; bars: bigint }>`
      select symbol, "interval", count(*) as bars from candles group by symbol, "interval"`.execute(world.database.db)
    expect(rows).toHaveLength(instruments.length * intervals.length)
    expect(rows.filter(({ bars }) => bars < 1_000n)).toEqual([])
  })

  it('has no bars in closed hours, and none missing in open ones', async () => {
    for (const symbol of ['BTCUSDT', 'EURUSD']) {
      const { kind: market } = instrumentOf(symbol)
      for (const interval of ['1m', '30m', '1h'] as const) {
        const times = (await stored(symbol, interval)).map(({ time }) => time)
        const wanted: number[] = []
        const newest = barOpen(interval, (interval === '1m' ? MONDAY_NOON : MONDAY_NOON - 60_000) / 1000)
        for (let time = times[0] ?? UNTIL; time <= newest; time += widthOf(interval)) {
          if (isOpen(market, time * 1000)) wanted.push(time)
        }
        // The newest wide bar is stored once its first minute is over; here that is so already.
        expect(times).toEqual(wanted.slice(0, times.length))
        expect(wanted.length - times.length).toBeLessThanOrEqual(1)
      }
    }
  })

  it('has wide bars that agree with the narrower ones where both exist', async () => {
    for (const symbol of ['BTCUSDT', 'XAUUSD']) {
      for (const [place, wide] of intervals.slice(1).entries()) {
        const narrow = intervals[place] ?? '1m'
        const bars = await stored(symbol, narrow)
        const made: Bar[] = []
        for (const bar of narrow === '1m' ? bars.slice(0, -1) : bars) append(made, wide, bar)
        // The first may have begun before the narrower history did.
        const [, ...whole] = made
        const known = new Map((await stored(symbol, wide)).map((bar) => [bar.time, bar]))
        for (const bar of whole) expect(known.get(bar.time)).toEqual(bar)
        expect(whole.length).toBeGreaterThan(20)
      }
    }
  })

  it('continues at the last close', async () => {
    for (const { symbol, reference } of instruments) {
      const ratio = Number(world.market.quotes().find((quote) => quote.symbol === symbol)?.price) / Number(reference)
      expect(Math.abs(ratio - 1)).toBeLessThan(0.002)
    }
    const bars = await charted('BTCUSDT', '1m')
    const [before, now] = bars.slice(-2)
    expect(now?.[0]).toBe(UNTIL)
    expect(before?.[0]).toBe(UNTIL - 60)
  })

  it('pauses while the server is stopped, so that the chart has no hole or jump', async () => {
    await world.clock.advance(90_000)
    const stopped = world.clock.now()
    const before = new Map(
      await Promise.all(intervals.map(async (name) => [name, await charted('SOLUSDT', name)] as const)),
    )
    await world.restart({ after: 5 * 3_600_000 })
    const now = world.clock.now() / 1000

    for (const interval of intervals) {
      const bars = await charted('SOLUSDT', interval)
      const times = bars.map(([time]) => time)
      expect(times.at(-1)).toBe(barOpen(interval, now))
      for (const [place, time] of times.slice(1).entries()) expect(time).toBe((times[place] ?? 0) + widthOf(interval))
      // Existing bars stay as they were; of the last bar, its open.
      const old = before.get(interval) ?? []
      expect(bars.slice(0, old.length - 1)).toEqual(old.slice(0, -1))
      expect(bars[old.length - 1]?.slice(0, 2)).toEqual(old.at(-1)?.slice(0, 2))
    }
    const minutes = await charted('SOLUSDT', '1m')
    for (const [place, bar] of minutes.slice(1).entries()) {
      expect(Math.abs(Math.log((bar[1] ?? 1) / (minutes[place]?.[4] ?? 1)))).toBeLessThan(0.005)
    }
    const { db } = world.database
    const madeUp = db.selectFrom('ticks').selectAll().where('time_ms', '>', BigInt(stopped))
    expect(await madeUp.where('time_ms', '<', BigInt(world.clock.now())).execute()).toEqual([])
  })

  it('restarts the narrow intervals after a gap longer than their history', async () => {
    await world.restart({ after: 9 * DAY_MS })
    for (const interval of intervals) {
      const times = (await charted('ETHUSDT', interval)).map(([time]) => time ?? 0)
      expect(times.length).toBeGreaterThanOrEqual(1_000)
      for (const [place, time] of times.slice(1).entries()) expect(time).toBe((times[place] ?? 0) + widthOf(interval))
    }
  })

  it('has no bars over a weekend of suspension', async () => {
    const saturday = Date.UTC(2026, 0, 24, 12)
    await world.restart({ after: saturday - world.clock.now() })
    const closed = (await charted('GBPUSD', '1m')).at(-1)
    expect(closed?.[0]).toBe(Date.UTC(2026, 0, 23, 21, 59) / 1000)
    expect(world.market.state('GBPUSD')).toBe('closed')
    await world.restart({ after: 3_600_000 })
    expect((await charted('GBPUSD', '1m')).at(-1)).toEqual(closed)
  })

  it('starts empty, at the reference and stale, with a source without history', async () => {
    const bare = await startMarket(kind, createTestSource().source)
    expect(await candlesOf(bare.market, 'BTCUSDT', '1h', { limit: 10 })).toEqual([])
    expect(bare.market.quotes()[0]).toMatchObject({ symbol: 'BTCUSDT', price: '43182.50', state: 'stale', seq: 0 })
    await bare.close()
  })
})
