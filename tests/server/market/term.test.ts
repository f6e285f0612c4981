import { pino } from 'pino'
import { afterEach, expect, it } from 'vitest'
import { fillHistory } from '../../../server/market/history.ts'
import { chainBetween, createMarket, recordCompleteMs } from '../../../server/market/module.ts'
import { beginTerm, newestTerm, TermOver } from '../../../server/market/record.ts'
import { modules } from '../../../server/modules.ts'
import { createMemoryBus } from '../../../server/platform/nodes/bus.ts'
import { describeEach } from '../describe-each.ts'
import { brokenLink, createTestSource, simulatedNow, startMarket, type TestMarket, tickOf } from './support.ts'

describeEach('the term of a market', (kind) => {
  let world: TestMarket
  afterEach(() => world.close())

  /** A second market over the same database, as another node makes it. */
  const second = () => {
    const feed = createTestSource()
    const log = pino({ level: 'silent' })
    const lost: Error[] = []
    const platform = { db: world.database.db, clock: world.clock, bus: createMemoryBus(log), log, modules }
    const market = createMarket(platform, feed.source, { lost: (error) => lost.push(error) })
    const tick = (price: string) => feed.emit(tickOf('BTCUSDT', world.clock.now(), price))
    return { market, tick, lost }
  }
  const ticks = () =>
    world.database.db.selectFrom('ticks').selectAll().where('symbol', '=', 'BTCUSDT').orderBy('seq').execute()

  it('ends with the next term: writes of the previous leader are refused, and reported once', async () => {
    world = await startMarket(kind, createTestSource().source)
    const old = second()
    await old.market.start()
    old.tick('43000')
    await world.clock.advance(1_000)
    await old.market.idle()
    expect(await ticks()).toHaveLength(1)

    const next = second()
    await next.market.start()
    old.tick('1')
    await world.clock.advance(100)
    next.tick('43001')
    await world.clock.advance(2_900)
    await old.market.idle()
    await next.market.idle()
    expect(old.lost).toEqual([expect.any(TermOver)])
    expect(next.lost).toEqual([])
    expect((await ticks()).map(({ price }) => price)).toEqual([4_300_000n, 4_300_100n])
    expect(brokenLink(await chainBetween(world.database.db, 'BTCUSDT', 0, 1e9))).toBe(-1)
    expect(await recordCompleteMs(world.database.db)).toBe(world.clock.now() - 1)

    old.market.abandon()
    old.tick('2')
    await next.market.stop()
    expect(await ticks()).toHaveLength(2)
  })

  it('that is over writes no history', async () => {
    world = await startMarket(kind, simulatedNow('a'))
    const term = await newestTerm(world.database.db)
    expect(term).toBe(1)
    expect(await beginTerm(world.database.db, { id: 'simulated' }, world.clock.now())).toBe(2)
    await expect(fillHistory(world.database.db, simulatedNow('a'), world.clock.now(), term)).rejects.toThrow(TermOver)
  })
})
