import { pino } from 'pino'
import { afterEach, expect, it } from 'vitest'
import { toCandle } from '../../../server/market/bars.ts'
import { readBars } from '../../../server/market/candles.ts'
import { createLeader, createMirror, type MarketView, type Source } from '../../../server/market/module.ts'
import { recordCompleteMs } from '../../../server/market/record.ts'
import { modules } from '../../../server/modules.ts'
import type { Candidate } from '../../../server/platform/database/lock.ts'
import { foldersOf, migrate } from '../../../server/platform/database/migrate.ts'
import { type Bus, createMemoryBus, type SymbolTrades } from '../../../server/platform/nodes/bus.ts'
import type { ServerFrame } from '../../../src/api/wire/frames.ts'
import { instrumentOf } from '../../../src/rules/market/instruments.ts'
import { intervals } from '../../../src/rules/market/intervals.ts'
import { type databaseKinds, freshDatabase, type TestDatabase } from '../databases.ts'
import { describeEach } from '../describe-each.ts'
import { createManualClock } from '../manual-clock.ts'
import { candlesOf, MONDAY_NOON, simulatedNow } from '../market/support.ts'
import { gapsIn } from './sequence.ts'

const log = pino({ level: 'silent' })

/** Two nodes in one process, on one clock, over one database, connected while `joined`. */
async function startNodes(kind: (typeof databaseKinds)[number], source: () => Source) {
  const fresh = await freshDatabase(kind)
  const markets: { idle(): Promise<void>; stop(): Promise<void> }[] = []
  const clock = createManualClock(MONDAY_NOON, async () => {
    for (const market of markets) await market.idle()
  })
  await migrate(fresh.database, clock.now(), foldersOf(modules))
  const buses: Bus[] = []
  const wire = { joined: true }
  const node = async (elected: boolean) => {
    const here = createMemoryBus(log)
    const bus: Bus = {
      ...here,
      publish: (topic, message) => {
        here.deliver(topic, message)
        if (!wire.joined || topic === 'frame') return
        for (const other of buses) if (other !== bus) other.deliver(topic, JSON.parse(JSON.stringify(message)))
      },
    }
    buses.push(bus)
    const frames: ServerFrame[] = []
    bus.subscribe('frame', (frame) => frames.push(JSON.parse(frame)))
    let candidate: Candidate | undefined
    const platform = { db: fresh.database.db, clock, bus, log, modules }
    const mirror = createMirror(platform, source())
    const leader = createLeader(platform, source(), async (stands) => {
      candidate = stands
      if (elected) await stands.won()
      return { stop: async () => {}, resign: () => stands.lost() }
    })
    await mirror.start()
    await leader.start()
    markets.push({
      idle: leader.idle,
      stop: async () => {
        await leader.stop()
        mirror.stop()
      },
    })
    const market = {
      ...mirror,
      get role() {
        return leader.role
      },
    }
    const of = () => {
      if (!candidate) throw new Error('it does not stand')
      return candidate
    }
    return { market, bus, frames, elect: () => of().won(), depose: () => of().lost() }
  }
  return { fresh, clock, wire, node, markets }
}

type Nodes = Awaited<ReturnType<typeof startNodes>>
type Node = Awaited<ReturnType<Nodes['node']>>

describeEach('the market of several nodes', (kind) => {
  let nodes: Nodes
  let fresh: TestDatabase
  const start = async (source = () => simulatedNow('nodes')): Promise<[Node, Node]> => {
    nodes = await startNodes(kind, source)
    fresh = nodes.fresh
    return [await nodes.node(true), await nodes.node(false)]
  }
  afterEach(async () => {
    for (const market of nodes.markets) await market.stop()
    await fresh.database.close()
    await fresh.drop()
  })
  const states = ({ market }: Node) => new Set(market.quotes().map(({ state }) => state))

  it('has the source’s trades on every node, and sends them to the sockets of each', async () => {
    const price = 4_300_000n
    const time = () => nodes.clock.now()
    let emit: Parameters<Source['start']>[0]['emit'] = () => {}
    const [a, b] = await start(() => ({
      ...{ name: 'test', id: 'simulated', trades: new Set(['BTCUSDT']) },
      start: (feed) => {
        emit = feed.emit
        return () => {}
      },
    }))
    const told: SymbolTrades[] = []
    b.bus.subscribe('trades', (trades) => told.push(trades))
    await nodes.clock.advance(2_000)
    const tick = { symbol: 'BTCUSDT', time: time(), price, bid: price, ask: price, volume: 1n }
    emit([tick], [{ symbol: 'BTCUSDT', time: time(), price, quantity: 7n, side: 'sell' }])
    await nodes.clock.advance(200)
    const tape = a.market.trades('BTCUSDT')
    expect(tape).toEqual([[expect.any(Number), tick.time, '43000.00', '0.00007', 'sell']])
    expect(b.market.trades('BTCUSDT')).toEqual(tape)
    expect(told).toEqual([{ symbol: 'BTCUSDT', trades: tape }])
  })

  it('is identical on a follower, with the leader’s quotes and candles', async () => {
    const [a, b] = await start()
    expect([a.market.role, b.market.role]).toEqual(['leader', 'follower'])
    expect(states(b)).toEqual(new Set(['stale']))
    await nodes.clock.advance(90_000)
    expect(states(b)).toEqual(new Set(['live']))
    const since = b.frames.findIndex(({ type }) => type === 'snapshot')
    expect(b.frames.slice(since + 2)).toEqual(a.frames.slice(-b.frames.length + since + 2))
    expect(gapsIn(b.frames)).toEqual([])

    const strip = (market: MarketView) => market.quotes().map(({ turnover24h, spark, ...rest }) => rest)
    expect(strip(b.market)).toEqual(strip(a.market))
    expect(b.market.last('BTCUSDT')).toEqual(a.market.last('BTCUSDT'))
    expect(b.market.state('BTCUSDT')).toBe('live')
    for (const interval of intervals) {
      for (const page of [{ limit: 3 }, { limit: 2, before: Math.floor(nodes.clock.now() / 1000) - 60 }]) {
        const [ours, theirs] = [b, a].map(({ market }) => candlesOf(market, 'BTCUSDT', interval, page))
        expect(await ours, interval).toEqual(await theirs)
      }
    }
    // The record at a full second contains everything received until then.
    const stored = await readBars(fresh.database.db, 'BTCUSDT', '1m', Number.MAX_SAFE_INTEGER, 5)
    const minutes = stored.map((bar) => toCandle(bar, instrumentOf('BTCUSDT')))
    expect(minutes).toHaveLength(2)
    expect(await candlesOf(b.market, 'BTCUSDT', '1m', { limit: 5 })).toEqual(minutes)
    const [day] = await candlesOf(b.market, 'BTCUSDT', '1d', { limit: 1 })
    expect(day?.slice(0, 5)).toEqual([
      Date.UTC(2026, 0, 5) / 1000,
      minutes[0]?.[1],
      ...[Math.max, Math.min].map((extreme, place) =>
        extreme(...minutes.map((candle) => Number(candle[2 + place]))).toFixed(2),
      ),
      minutes[1]?.[4],
    ])
  })

  it('starts on a follower with recorded prices, all stale, numbered below later ones', async () => {
    const [a] = await start()
    await nodes.clock.advance(5_000)
    nodes.wire.joined = false
    const late = await nodes.node(false)
    expect(states(late)).toEqual(new Set(['stale']))
    const [recorded, shown] = [late, a].map(({ market }) => market.last('BTCUSDT'))
    expect(recorded?.price).toBe(shown?.price)
    for (const quote of late.market.quotes()) {
      expect(quote.seq).toBeLessThanOrEqual(a.market.last(quote.symbol).seq)
    }
    nodes.wire.joined = true
    await nodes.clock.advance(1_500)
    expect(states(late)).toEqual(new Set(['live']))
    expect(late.market.last('BTCUSDT')).toEqual(a.market.last('BTCUSDT'))
  })

  it('is stale on a follower when a message is missing, and complete with the next snapshot', async () => {
    const [, b] = await start()
    await nodes.clock.advance(3_000)
    nodes.wire.joined = false
    await nodes.clock.advance(300)
    expect(states(b)).toEqual(new Set(['live']))
    await nodes.clock.advance(2_500)
    expect(states(b)).toEqual(new Set(['stale']))
    expect(b.market.state('BTCUSDT')).toBe('stale')
    expect(b.frames.at(-1)).toMatchObject({ type: 'state' })

    nodes.wire.joined = true
    const before = b.frames.length
    await nodes.clock.advance(300)
    expect(b.frames[before]).toMatchObject({ type: 'snapshot' })
    expect(states(b)).toEqual(new Set(['live']))
    await nodes.clock.advance(3_000)
    expect(gapsIn(b.frames)).toEqual([])
  })

  it('continues with another leader, without unannounced numbers', async () => {
    const [a, b] = await start()
    await nodes.clock.advance(5_000)
    a.depose()
    await nodes.clock.advance(2_500)
    expect([states(a), states(b)]).toEqual([new Set(['stale']), new Set(['stale'])])
    await b.elect()
    await nodes.clock.advance(5_000)
    expect([a.market.role, b.market.role]).toEqual(['follower', 'leader'])
    expect([states(a), states(b)]).toEqual([new Set(['live']), new Set(['live'])])
    for (const { frames } of [a, b]) expect(gapsIn(frames)).toEqual([])
    // A user of one node continues on the other.
    expect(gapsIn([...a.frames, ...b.frames.slice(b.frames.findLastIndex(({ type }) => type === 'snapshot'))])).toEqual(
      [],
    )
    expect(await recordCompleteMs(fresh.database.db)).toBe(Math.floor(nodes.clock.now() / 1_000) * 1_000 - 1)
  })

  it('is not made by a leader that lost the lock unnoticed', async () => {
    const [a, b] = await start()
    await nodes.clock.advance(3_000)
    await b.elect()
    const price = b.market.last('BTCUSDT')
    expect(b.market.role).toBe('leader')
    await nodes.clock.advance(3_000)
    // The record refused the old node's write, which tells it.
    expect(a.market.role).toBe('follower')
    expect(b.market.last('BTCUSDT').seq).toBeGreaterThan(price.seq)
    expect(states(a)).toEqual(new Set(['live']))
    for (const { frames } of [a, b]) expect(gapsIn(frames)).toEqual([])
  })

  it('processes a duplicate Redis message once, and none of an older term', async () => {
    const [, b] = await start()
    await nodes.clock.advance(2_000)
    const { seq } = b.market.last('BTCUSDT')
    const count = b.frames.length
    const frames = [JSON.stringify({ type: 'quotes', time: 1, quotes: [['BTCUSDT', seq + 1, 1, '1', '1', '1', '1']] })]
    b.bus.deliver('feed', { term: 1, number: 1, closedMs: 0, frames, minutes: [] })
    b.bus.deliver('feed', { term: 0, number: 1_000_000, closedMs: 0, frames, minutes: [] })
    expect(b.frames).toHaveLength(count)
    expect(states(b)).toEqual(new Set(['live']))
  })

  it('opens no order on a node whose clock is behind', async () => {
    const [, b] = await start()
    await nodes.clock.advance(2_000)
    expect(b.market.state('BTCUSDT')).toBe('live')
    nodes.clock.set(-1_500)
    expect(b.market.state('BTCUSDT')).toBe('stale')
  })

  it('is refused to a node with another source', async () => {
    const [a] = await start()
    await nodes.clock.advance(1_000)
    const other: Source = { ...simulatedNow('x'), id: 'replay' }
    const platform = { db: fresh.database.db, clock: nodes.clock, bus: a.bus, log, modules }
    await expect(createLeader(platform, other, () => Promise.reject(new Error('stands'))).start()).rejects.toThrow(
      /^MARKET: the data holds the prices of another market/,
    )
  })
})
