import { afterEach, expect, it } from 'vitest'
import {
  chainBetween,
  firstTickAtOrAfter,
  lastTickAtOrBefore,
  recordCompleteMs,
} from '../../../server/market/module.ts'
import { GENESIS } from '../../../src/rules/market/chain.ts'
import { instruments } from '../../../src/rules/market/instruments.ts'
import { describeEach } from '../describe-each.ts'
import { createSaboteur } from '../sabotage.ts'
import {
  brokenLink,
  createTestSource,
  MONDAY_NOON,
  simulatedNow,
  startMarket,
  type TestMarket,
  tickOf,
} from './support.ts'

describeEach('the record', (kind) => {
  let world: TestMarket
  let feed: ReturnType<typeof createTestSource>
  const open = async () => {
    feed = createTestSource()
    world = await startMarket(kind, feed.source)
  }
  const tick = (symbol: string, price: string) => feed.emit(tickOf(symbol, world.clock.now(), price))
  const ticks = (symbol = 'BTCUSDT') =>
    world.database.db.selectFrom('ticks').selectAll().where('symbol', '=', symbol).orderBy('seq').execute()
  const whole = (symbol = 'BTCUSDT') => chainBetween(world.database.db, symbol, 0, 1e9)
  const completeMs = () => recordCompleteMs(world.database.db)
  afterEach(() => world.close())

  it('holds the last tick of each second, with the number of the frame that carried it', async () => {
    await open()
    for (const price of ['1', '2', '3']) {
      tick('BTCUSDT', `4300${price}`)
      await world.clock.advance(300)
    }
    await world.clock.advance(100)
    tick('BTCUSDT', '43004')
    await world.clock.advance(1_000)
    expect((await ticks()).map(({ seq, time_ms, price }) => [seq, Number(time_ms) - MONDAY_NOON, price])).toEqual([
      [3n, 600, 4_300_300n],
      [4n, 1_000, 4_300_400n],
    ])
  })

  it('holds nothing of a symbol in a second without a tick', async () => {
    await open()
    tick('BTCUSDT', '43000')
    await world.clock.advance(5_000)
    expect(await ticks()).toHaveLength(1)
    expect(await ticks('ETHUSDT')).toEqual([])
  })

  it('is complete up to the end of each second, whether there was a tick or not', async () => {
    await open()
    expect(await completeMs()).toBe(MONDAY_NOON - 1)
    await world.clock.advance(999)
    expect(await completeMs()).toBe(MONDAY_NOON - 1)
    await world.clock.advance(1)
    expect(await completeMs()).toBe(MONDAY_NOON + 999)
    await world.clock.advance(2_000)
    expect(await completeMs()).toBe(MONDAY_NOON + 2_999)
    expect(world.recorded).toEqual([MONDAY_NOON + 999, MONDAY_NOON + 1_999, MONDAY_NOON + 2_999])
  })

  it('rejects ticks before its completed time', async () => {
    await open()
    tick('BTCUSDT', '43000')
    await world.clock.advance(1_000)
    feed.emit(tickOf('BTCUSDT', MONDAY_NOON + 999, '43001'))
    await world.clock.advance(2_000)
    expect(await ticks()).toHaveLength(1)
    expect(world.market.counters.refused.late).toBe(1)
  })

  it('returns the deciding tick, directly from the table', async () => {
    await open()
    for (let second = 0; second < 4; second++) {
      tick('BTCUSDT', `4300${second}`)
      await world.clock.advance(1_000)
    }
    const { db } = world.database
    const since = async (ms: number) => (await firstTickAtOrAfter(db, 'BTCUSDT', MONDAY_NOON + ms))?.price
    const upTo = async (ms: number) => (await lastTickAtOrBefore(db, 'BTCUSDT', MONDAY_NOON + ms))?.price
    expect([await since(-5_000), await since(1_000), await since(1_001), await since(3_001)]).toEqual([
      4_300_000n,
      4_300_100n,
      4_300_200n,
      undefined,
    ])
    expect([await upTo(-1), await upTo(0), await upTo(2_999), await upTo(9_000)]).toEqual([
      undefined,
      4_300_000n,
      4_300_200n,
      4_300_300n,
    ])
    expect(await lastTickAtOrBefore(db, 'ETHUSDT', MONDAY_NOON + 9_000)).toBeUndefined()
  })

  it('is read by one statement on PostgreSQL for concurrent requests', async () => {
    await open()
    for (let second = 0; second < 4; second++) {
      for (const symbol of ['BTCUSDT', 'ETHUSDT']) tick(symbol, `4300${second}`)
      await world.clock.advance(1_000)
    }
    const { db } = world.database
    const saboteur = createSaboteur()
    const counting = db.withPlugin(saboteur.plugin)
    const asked = ['BTCUSDT', 'ETHUSDT', 'XAUUSD'].flatMap((symbol) =>
      [-1, 0, 1, 1_500, 3_000, 9_000].map((ms) => [symbol, MONDAY_NOON + ms] as const),
    )
    for (const ask of [firstTickAtOrAfter, lastTickAtOrBefore]) {
      const alone = []
      for (const each of asked) alone.push(await ask(db, ...each))
      let together: typeof alone = []
      const statements = await saboteur.counted(async () => {
        together = await Promise.all(asked.map((each) => ask(counting, ...each)))
      })
      expect(together).toEqual(alone)
      expect(statements).toBe(kind === 'postgres' ? 1 : asked.length)
    }
  })

  it('is one chain for each symbol, across restarts and kills', async () => {
    await open()
    await world.restart({ source: simulatedNow('quoin') })
    for (const killed of [false, true, false]) {
      await world.clock.advance(3_500)
      await world.restart({ killed, after: killed ? 0 : 2_345 })
    }
    await world.clock.advance(2_000)
    for (const { symbol } of instruments) {
      const chain = await whole(symbol)
      expect(chain.previousHash).toBe(GENESIS)
      expect(chain.ticks.length).toBeGreaterThanOrEqual(11)
      expect(brokenLink(chain)).toBe(-1)
      const times = chain.ticks.map(({ time }) => time)
      expect(times).toEqual(times.toSorted((a, b) => a - b))
    }
  })

  it('returns a range with its neighbours and the hash before them, and reveals changes', async () => {
    await open()
    for (let second = 0; second < 6; second++) {
      tick('BTCUSDT', `4300${second}`)
      await world.clock.advance(1_000)
    }
    const stretch = await chainBetween(world.database.db, 'BTCUSDT', 3, 5)
    expect(stretch.ticks.map(({ seq, price }) => [seq, price])).toEqual([
      [3, '43002.00'],
      [4, '43003.00'],
      [5, '43004.00'],
    ])
    expect([stretch.before?.price, stretch.after?.price]).toEqual(['43001.00', '43005.00'])
    expect(stretch.previousHash).toBe((await ticks())[0]?.hash)
    expect(brokenLink(stretch)).toBe(-1)
    expect(await whole()).toMatchObject({ previousHash: GENESIS, before: null, after: null })
    await world.database.db.updateTable('ticks').set({ price: 1n }).where('seq', '=', 4n).execute()
    expect(brokenLink(await chainBetween(world.database.db, 'BTCUSDT', 3, 5))).toBe(2)
  })

  it('retries a second that could not be written, with an intact chain and correct completeness', async () => {
    await open()
    tick('BTCUSDT', '43000')
    await world.clock.advance(1_000)
    await world.database.script('alter table ticks rename to ticks_away')
    for (let second = 1; second < 4; second++) {
      tick('BTCUSDT', `4300${second}`)
      await world.clock.advance(1_000)
    }
    expect(await completeMs()).toBe(MONDAY_NOON + 999)
    expect(world.recorded).toEqual([MONDAY_NOON + 999])
    await world.database.script('alter table ticks_away rename to ticks')
    await world.clock.advance(1_000)
    expect((await ticks()).map(({ price }) => price)).toEqual([4_300_000n, 4_300_100n, 4_300_200n, 4_300_300n])
    expect(brokenLink(await whole())).toBe(-1)
    expect(await completeMs()).toBe(MONDAY_NOON + 4_999)
  })

  it('writes a second once if the answer to its commit was lost', async () => {
    await open()
    tick('BTCUSDT', '43000')
    await world.clock.advance(1_000)
    const { db } = world.database
    const transaction = db.transaction.bind(db)
    let lost = 0
    db.transaction = () => {
      const builder = transaction()
      const execute = builder.execute.bind(builder)
      builder.execute = async (work) => {
        await execute(work)
        lost += 1
        throw new Error('the connection broke')
      }
      return builder
    }
    tick('BTCUSDT', '43001')
    await world.clock.advance(1_000)
    db.transaction = transaction
    expect(lost).toBe(1)
    tick('BTCUSDT', '43002')
    await world.clock.advance(1_000)
    expect((await ticks()).map(({ price }) => price)).toEqual([4_300_000n, 4_300_100n, 4_300_200n])
    expect(brokenLink(await whole())).toBe(-1)
    expect(await completeMs()).toBe(MONDAY_NOON + 2_999)
  })

  it('yields if another process has advanced it', async () => {
    await open()
    tick('BTCUSDT', '43000')
    await world.clock.advance(1_000)
    const ahead = BigInt(MONDAY_NOON + 10_000)
    await world.database.db.updateTable('record').set({ complete_ms: ahead }).execute()
    for (let second = 0; second < 14; second++) {
      tick('BTCUSDT', `4300${second % 10}`)
      await world.clock.advance(1_000)
    }
    const later = (await ticks()).slice(1)
    expect(later.length).toBeGreaterThan(0)
    expect(later.every(({ time_ms }) => time_ms > ahead)).toBe(true)
    expect(brokenLink(await whole())).toBe(-1)
  })

  it('ends with the ticks of a second cut short by a stop', async () => {
    await open()
    tick('BTCUSDT', '43000')
    await world.clock.advance(400)
    await world.restart()
    expect((await ticks()).map(({ price }) => price)).toEqual([4_300_000n])
    expect(await completeMs()).toBe(MONDAY_NOON + 399)
  })

  it('does not complete the time of an outage early', async () => {
    await open()
    tick('BTCUSDT', '43000')
    await world.clock.advance(1_000)
    await world.restart({ after: 60_000 })
    await world.clock.advance(1_000)
    expect(await completeMs()).toBe(MONDAY_NOON + 61_999)
    expect(await ticks()).toHaveLength(1)
  })
})
