import * as v from 'valibot'
import { afterEach, describe, expect, it } from 'vitest'
import { simulatedSource } from '../../../server/market/module.ts'
import type { ServerFrame } from '../../../src/api/wire/frames.ts'
import { instruments } from '../../../src/rules/market/instruments.ts'
import { STALE_AFTER_MS } from '../../../src/rules/market/prices.ts'
import { serverFrame } from '../calls.ts'
import { sqliteFirst } from '../databases.ts'
import { describeOn } from '../describe-each.ts'
import {
  candlesOf,
  createTestSource,
  MONDAY_NOON,
  simulatedNow,
  startMarket,
  type TestMarket,
  tickOf,
} from './support.ts'

const FRIDAY_EVENING = Date.UTC(2026, 0, 9, 21, 59, 50)
const ofType = <T extends ServerFrame['type']>(frames: ServerFrame[], type: T) =>
  frames.filter((frame): frame is ServerFrame & { type: T } => frame.type === type)

describeOn({ on: sqliteFirst }, 'the market', (kind) => {
  let world: TestMarket
  let feed: ReturnType<typeof createTestSource>
  const open = async (options: { start?: number } = {}) => {
    feed = createTestSource()
    world = await startMarket(kind, feed.source, options)
  }
  const tick = (symbol: string, price: string, volume = '0.5') =>
    feed.emit(tickOf(symbol, world.clock.now(), price, { volume }))
  const quote = (symbol: string) => world.market.quotes().find((other) => other.symbol === symbol)
  afterEach(() => world.close())

  describe('market frames', () => {
    it('are sent each tenth of a second, with exactly the changes', async () => {
      await open()
      tick('BTCUSDT', '43000')
      tick('BTCUSDT', '43001.5')
      tick('EURUSD', '1.08500')
      await world.clock.advance(100)
      await world.clock.advance(400)
      const [frame, ...more] = ofType(world.frames, 'quotes')
      expect(more).toEqual([])
      expect(frame).toEqual({
        type: 'quotes',
        time: MONDAY_NOON + 100,
        quotes: [
          ['BTCUSDT', 1, MONDAY_NOON, '43001.50', '43001.50', '43001.50', '1.00000'],
          ['EURUSD', 1, MONDAY_NOON, '1.08500', '1.08500', '1.08500', '0.50'],
        ],
      })
    })

    it('are numbered one by one for each symbol', async () => {
      await open()
      for (const price of ['43000', '43001', '43002']) {
        tick('BTCUSDT', price)
        await world.clock.advance(100)
      }
      const numbers = ofType(world.frames, 'quotes').flatMap(({ quotes }) => quotes.map(([, seq]) => seq))
      expect(numbers).toEqual([1, 2, 3])
    })

    it('agree with the snapshot, which contains only sent data', async () => {
      await open()
      tick('BTCUSDT', '43000')
      await world.clock.advance(100)
      tick('BTCUSDT', '44000')
      const snapshot = v.parse(serverFrame, JSON.parse(world.market.snapshotFrame()))
      expect(snapshot.type === 'snapshot' && snapshot.quotes[0]).toMatchObject({ seq: 1, price: '43000.00' })
      expect(quote('BTCUSDT')).toMatchObject({ seq: 1, price: '43000.00' })
      expect(world.market.last('BTCUSDT')).toEqual({ seq: 1, time: MONDAY_NOON, price: 4_300_000n })
    })

    it('are a snapshot at each full minute', async () => {
      await open()
      await world.clock.advance(59_900)
      tick('BTCUSDT', '43000')
      world.frames.length = 0
      await world.clock.advance(100)
      expect(ofType(world.frames, 'quotes')).toEqual([])
      const [snapshot] = ofType(world.frames, 'snapshot')
      expect(snapshot?.quotes).toHaveLength(instruments.length)
      expect(snapshot?.quotes[0]).toMatchObject({ seq: 1, price: '43000.00' })
    })

    it('match the frame schema', async () => {
      await open()
      tick('BTCUSDT', '43000')
      await world.clock.advance(100)
      await world.restart({ source: simulatedNow('quoin') })
      await world.clock.advance(61_000)
      const frames = new Set(world.frames.map(({ type }) => type))
      expect(frames).toEqual(new Set(['quotes', 'snapshot', 'state']))
      for (const frame of world.frames) v.assert(serverFrame, frame)
      v.assert(serverFrame, JSON.parse(world.market.snapshotFrame()))
    })
  })

  describe('price state', () => {
    it('is live, stale after a silence, and live again', async () => {
      await open()
      expect(world.market.state('BTCUSDT')).toBe('stale')
      tick('BTCUSDT', '43000')
      expect(world.market.state('BTCUSDT')).toBe('live')
      await world.clock.advance(STALE_AFTER_MS)
      expect(world.market.state('BTCUSDT')).toBe('live')
      await world.clock.advance(100)
      expect(world.market.state('BTCUSDT')).toBe('stale')
      expect(quote('BTCUSDT')?.state).toBe('stale')
      tick('BTCUSDT', '43010')
      await world.clock.advance(100)
      expect(ofType(world.frames, 'state').map(({ symbols }) => symbols)).toEqual([
        [['BTCUSDT', 'live']],
        [['BTCUSDT', 'stale']],
        [['BTCUSDT', 'live']],
      ])
    })

    it('is closed on weekends if the market is', async () => {
      await open({ start: FRIDAY_EVENING })
      tick('EURUSD', '1.08500')
      tick('BTCUSDT', '43000')
      await world.clock.advance(2 * STALE_AFTER_MS)
      expect(world.market.state('EURUSD')).toBe('closed')
      expect(world.market.state('BTCUSDT')).toBe('stale')
      tick('EURUSD', '1.08600')
      await world.clock.advance(100)
      expect(quote('EURUSD')).toMatchObject({ state: 'closed', price: '1.08500', high24h: '1.08500' })
      expect(world.market.counters.refused.closed).toBe(1)
      const closed = ofType(world.frames, 'state').flatMap(({ symbols }) =>
        symbols.filter(([, state]) => state === 'closed'),
      )
      expect(closed.map(([symbol]) => symbol)).toEqual(
        instruments.filter((instrument) => instrument.kind !== 'crypto').map(({ symbol }) => symbol),
      )
    })

    it('is stale after the clock is set back', async () => {
      await open()
      tick('BTCUSDT', '43000')
      await world.clock.advance(100)
      world.clock.jump(-3_600_000)
      expect(world.market.state('BTCUSDT')).toBe('stale')
    })
  })

  it('rejects invalid ticks, counts them by reason, and keeps the valid price', async () => {
    await open()
    tick('BTCUSDT', '43000')
    await world.clock.advance(1_000)
    const now = world.clock.now()
    const emit = (price: number | string, more = {}) => feed.emit(tickOf('BTCUSDT', now, price, more))
    emit(0)
    emit(-1)
    emit(Number.NaN)
    emit('430000')
    emit('43000', { time: now + 60_000 })
    emit('43000', { time: MONDAY_NOON - 1 })
    emit('43000', { bid: 43001, ask: 43000 })
    emit('43000', { symbol: 'NOSUCH' })
    await world.clock.advance(100)
    const { accepted, refused } = world.market.counters
    expect(accepted).toBe(1)
    expect(refused).toMatchObject({
      zero: 1,
      negative: 1,
      notANumber: 1,
      spike: 1,
      future: 1,
      late: 1,
      crossed: 1,
      unknownSymbol: 1,
    })
    expect(quote('BTCUSDT')).toMatchObject({ price: '43000.00', seq: 1 })
  })

  describe('candles', () => {
    it('hold every trade up to now, in every interval', async () => {
      await open()
      tick('BTCUSDT', '43000')
      tick('BTCUSDT', '43500')
      tick('BTCUSDT', '42900')
      const time = MONDAY_NOON / 1000
      expect(await candlesOf(world.market, 'BTCUSDT', '1m', { limit: 5 })).toEqual([
        [time, '43000.00', '43500.00', '42900.00', '42900.00', '1.50000'],
      ])
      expect(await candlesOf(world.market, 'BTCUSDT', '1d', { limit: 5 })).toEqual([
        [time - 43_200, '43000.00', '43500.00', '42900.00', '42900.00', '1.50000'],
      ])
    })

    it('are the same before a minute is stored, after it is, and after a restart', async () => {
      await open()
      for (let minute = 0; minute < 3; minute++) {
        tick('BTCUSDT', `4300${minute}`)
        await world.clock.advance(30_000)
        tick('BTCUSDT', `4310${minute}`)
        if (minute < 2) await world.clock.advance(30_000)
      }
      const all = () =>
        Promise.all(
          (['1m', '5m', '1w'] as const).map((interval) => candlesOf(world.market, 'BTCUSDT', interval, { limit: 9 })),
        )
      const before = await all()
      expect(before.map(({ length }) => length)).toEqual([3, 1, 1])
      await world.clock.advance(1_000)
      expect(await all()).toEqual(before)
      await world.restart()
      expect(await all()).toEqual(before)
      await world.restart({ killed: true })
      expect(await all()).toEqual(before)
      tick('BTCUSDT', '43200')
      const [[, , last] = []] = await all()
      expect(last?.slice(4)).toEqual(['43200.00', '1.50000'])
    })

    it('are available while the database is down', async () => {
      await open()
      tick('BTCUSDT', '43000')
      await world.clock.advance(1_000)
      await world.database.script('alter table ticks rename to ticks_away')
      for (let minute = 0; minute < 3; minute++) {
        tick('BTCUSDT', `4300${minute}`)
        await world.clock.advance(60_000)
      }
      const bars = await candlesOf(world.market, 'BTCUSDT', '1m', { limit: 9 })
      expect(bars.map(([, open]) => open)).toEqual(['43000.00', '43001.00', '43002.00'])
      await world.database.script('alter table ticks_away rename to ticks')
    })

    it('are paged newest first, in ascending order', async () => {
      await open()
      for (let minute = 0; minute < 5; minute++) {
        tick('BTCUSDT', `4300${minute}`)
        await world.clock.advance(60_000)
      }
      const page = async (before: number | undefined, limit: number) =>
        (await candlesOf(world.market, 'BTCUSDT', '1m', { before, limit })).map(([, open]) => open.slice(4, 5))
      expect(await page(undefined, 2)).toEqual(['3', '4'])
      expect(await page(MONDAY_NOON / 1000 + 180, 2)).toEqual(['1', '2'])
      expect(await page(MONDAY_NOON / 1000 + 60, 2)).toEqual(['0'])
      expect(await page(MONDAY_NOON / 1000, 2)).toEqual([])
    })
  })

  it('numbers frames after a restart or kill above all that a client has seen', async () => {
    await open()
    for (let count = 0; count < 25; count++) {
      tick('BTCUSDT', `4${3000 + count}`)
      await world.clock.advance(100)
    }
    for (const killed of [false, true]) {
      const seen = quote('BTCUSDT')?.seq ?? 0
      await world.restart({ killed })
      expect(quote('BTCUSDT')).toMatchObject({ state: 'live' })
      expect(quote('BTCUSDT')?.seq).toBeGreaterThan(seen)
      await world.clock.advance(100)
      tick('BTCUSDT', '43100')
      await world.clock.advance(100)
      expect(quote('BTCUSDT')?.price).toBe('43100.00')
    }
  })

  it('numbers frames above unrecorded ones that were sent', async () => {
    await open()
    await world.clock.advance(5_000)
    let seen = quote('BTCUSDT')?.seq ?? 0
    for (const price of ['43000', '43001', '43002']) {
      tick('BTCUSDT', price)
      await world.clock.advance(100)
      expect(quote('BTCUSDT')?.seq).toBeGreaterThan(seen)
      seen = quote('BTCUSDT')?.seq ?? 0
      await world.restart({ killed: true })
      expect(quote('BTCUSDT')?.seq).toBeGreaterThan(seen)
    }
  })

  it('fills in a suspension, and continues without a jump', async () => {
    await open()
    await world.restart({ source: simulatedSource('quoin') })
    await world.clock.advance(90_000)
    const before = Number(quote('ETHUSDT')?.price)
    world.clock.jump(2 * 3_600_000)
    await world.clock.advance(2_000)
    const minutes = await candlesOf(world.market, 'ETHUSDT', '1m', { limit: 200 })
    for (const [place, [time]] of minutes.slice(1).entries()) expect(time).toBe((minutes[place]?.[0] ?? 0) + 60)
    for (const [place, [, open]] of minutes.slice(1).entries()) {
      expect(Math.abs(Math.log(Number(open) / Number(minutes[place]?.[4])))).toBeLessThan(0.005)
    }
    expect(Number(minutes.at(-120)?.[1]) / before).toBeCloseTo(1, 1)
    expect(world.market.state('ETHUSDT')).toBe('live')
  })
})
