import { pino } from 'pino'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createExchange } from '../../../server/market/live/exchange.ts'
import { liveSource } from '../../../server/market/live/index.ts'
import type { Tick, Trade } from '../../../server/market/source.ts'
import { planSteps } from '../../../server/market/steps.ts'
import { createManualClock } from '../manual-clock.ts'
import { MONDAY_NOON } from '../platform.ts'
import { hasCcxt, type StandInOptions, startExchange } from './exchange.ts'

/** The source's warnings. */
const warned: string[] = []
const log = pino({ level: 'warn' }, { write: (line) => warned.push(JSON.parse(line).msg) })
const closing: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** A fake exchange and a live source connected to it: on one clock, which is halted while frames are in flight. */
async function listen({ ahead = 0, ...options }: StandInOptions & { ahead?: number } = {}) {
  const clock = createManualClock(MONDAY_NOON, async () => {})
  const exchange = await startExchange({ now: () => clock.now() + ahead, ...options })
  closing.push(exchange.close)
  const source = await liveSource(exchange.exchange, { clock, log })
  const ticks: Tick[] = []
  const trades: Trade[] = []
  const hear = (more: readonly Tick[], told: readonly Trade[] = []) => {
    ticks.push(...more)
    trades.push(...told)
  }
  const start = async () => {
    warned.length = 0
    const stop = source.start({ clock, since: 0, last: new Map(), emit: hear })
    closing.push(stop)
    await vi.waitFor(() => expect(exchange.streams()).toHaveLength(2 * (source.symbols?.size ?? 0)))
    return stop
  }
  /** Waits for this many trades of a pair and a quote of this price, and one beat until they are published. */
  const beat = async (pair: string, trades: number, last?: number) => {
    await vi.waitFor(() => {
      expect(exchange.exchange.trades[pair] ?? []).toHaveLength(trades)
      if (last !== undefined) expect(exchange.exchange.tickers[pair]?.last).toBe(last)
    })
    await clock.advance(100)
  }
  const heard = () => ticks.map(({ symbol, price, bid, ask, volume }) => [symbol, price, bid, ask, volume])
  return { clock, exchange, source, ticks, trades, start, beat, heard }
}

/** How many steps of a minute follow each other, in each place where there are some. */
function runsOfMinutes(steps: readonly { width: number }[]): number[] {
  const runs = [0]
  for (const { width } of steps) {
    if (width !== 60) runs.push(0)
    else runs.push((runs.pop() ?? 0) + 1)
  }
  return runs.filter((count) => count > 0)
}

describe.runIf(hasCcxt)('a live market, through ccxt', () => {
  it('has the instruments that the exchange trades now', async () => {
    const pairs = [
      { base: 'BTC', quote: 'USDT' },
      { base: 'ETH', quote: 'USDT', halted: true },
      { base: 'EUR', quote: 'USDT' },
      { base: 'PEPE', quote: 'USDT' },
    ]
    const { source } = await listen({ pairs })
    expect([...(source.symbols ?? [])]).toEqual(['BTCUSDT'])
    expect(source).toMatchObject({ name: 'live:Binance', id: 'live:binance' })
  })

  it('reads trades and quotes: every price in order, the whole volume, the current spread', async () => {
    const { clock, exchange, start, ticks, trades, beat, heard } = await listen({
      pairs: [
        { base: 'BTC', quote: 'USDT' },
        { base: 'XRP', quote: 'USDT' },
      ],
    })
    await start()
    expect(exchange.streams()).toEqual(['btcusdt@ticker', 'btcusdt@trade', 'xrpusdt@ticker', 'xrpusdt@trade'])
    exchange.quote('BTCUSDT', '43000.00', '43000.20', '43000.10', 1_000)
    await beat('BTC/USDT', 0, 43_000.1)
    exchange.trade('BTCUSDT', '43000.10', '0.50000')
    await beat('BTC/USDT', 1)
    exchange.trade('XRPUSDT', '0.62185', '100.5')
    await beat('XRP/USDT', 1)
    expect(heard()).toEqual([
      ['BTCUSDT', 4_300_010n, 4_300_000n, 4_300_020n, 50_000n],
      ['XRPUSDT', 6_219n, 6_219n, 6_219n, 1_005n],
    ])
    expect(trades.map(({ symbol, price, quantity, side }) => [symbol, price, quantity, side])).toEqual([
      ['BTCUSDT', 4_300_010n, 50_000n, 'buy'],
      ['XRPUSDT', 6_219n, 1_005n, 'buy'],
    ])
    ticks.length = 0
    const now = clock.now()
    for (const price of ['43001.00', '43009.00', '42990.00', '43003.00']) exchange.trade('BTCUSDT', price, '0.1')
    await beat('BTC/USDT', 5)
    expect(ticks.map(({ price }) => price)).toEqual([4_300_100n, 4_300_900n, 4_299_000n, 4_300_300n])
    expect(ticks.map(({ volume }) => volume)).toEqual([0n, 0n, 0n, 40_000n])
    expect(ticks.map(({ time }) => time)).toEqual([now, now, now, now])
  })

  it('treats a quote as confirmation of the last price, and silence as none', async () => {
    const { clock, exchange, start, ticks, beat } = await listen()
    await start()
    exchange.trade('BTCUSDT', '43000.10', '0.5')
    await beat('BTC/USDT', 1)
    expect(ticks).toHaveLength(1)
    await clock.advance(1_200)
    expect(ticks).toHaveLength(1)
    exchange.quote('BTCUSDT', '43000.00', '43000.20', '43000.10')
    await beat('BTC/USDT', 1, 43_000.1)
    expect(ticks).toHaveLength(2)
    expect(ticks[1]).toMatchObject({ price: 4_300_010n, bid: 4_300_000n, ask: 4_300_020n, volume: 0n })
  })

  it('ignores trades that arrive late by the exchange’s clock', async () => {
    const { exchange, start, ticks, beat } = await listen({ ahead: -60_000 })
    await start()
    exchange.trade('BTCUSDT', '40000', '1', 10_000)
    exchange.trade('BTCUSDT', '41000', '1', 800)
    exchange.trade('BTCUSDT', '43000', '1', 20)
    await beat('BTC/USDT', 3)
    expect(ticks.map(({ price }) => price)).toEqual([4_300_000n])
  })

  it('ignores invalid frames', async () => {
    const { clock, exchange, start, ticks, beat } = await listen()
    await start()
    const trade = (t: number, p: string) => ({ e: 'trade', s: 'BTCUSDT', t, p, q: '1', T: clock.now() })
    exchange.send('btcusdt@trade', trade(2, '-5'))
    exchange.send('btcusdt@trade', { e: 'somethingNew', s: 'BTCUSDT' })
    exchange.quote('BTCUSDT', '43001', '43000', '-1')
    exchange.send('btcusdt@trade', trade(3, '43000'))
    await beat('BTC/USDT', 2, -1)
    expect(ticks).toHaveLength(1)
    expect(ticks[0]).toMatchObject({ price: 4_300_000n, bid: 4_300_000n, ask: 4_300_000n })
  })

  it('reconnects after a lost connection', async () => {
    const { clock, exchange, start, ticks, beat } = await listen()
    await start()
    exchange.cut()
    await vi.waitFor(() => expect(warned).toEqual(Array(2).fill('a stream of the exchange failed')))
    expect(exchange.streams()).toEqual([])
    await clock.advance(1_000)
    await vi.waitFor(() => expect(exchange.streams()).toEqual(['btcusdt@ticker', 'btcusdt@trade']))
    exchange.trade('BTCUSDT', '43000', '1')
    await beat('BTC/USDT', 1)
    expect(ticks).toHaveLength(1)
  })

  it('stops without further ticks', async () => {
    const { clock, exchange, start, ticks } = await listen()
    const stop = await start()
    stop()
    await vi.waitFor(() => expect(exchange.streams()).toEqual([]))
    const connected = exchange.connections()
    await clock.advance(60_000)
    // Any other request would have been made before this.
    await exchange.exchange.fetchTime()
    expect(exchange.connections()).toBe(connected)
    expect(ticks).toEqual([])
  })

  it('fills its charts from the exchange’s candles', async () => {
    const now = MONDAY_NOON / 1_000
    const widths: Record<string, number> = {
      '1m': 60,
      '5m': 300,
      '15m': 900,
      '30m': 1800,
      '1h': 3600,
      '4h': 14_400,
      '1d': 86_400,
      '1w': 604_800,
    }
    const asked: string[] = []
    const { source } = await listen({
      klines: (symbol, interval, since, limit) => {
        asked.push(`${symbol} ${interval}`)
        const width = (widths[interval] ?? 0) * 1000
        const first = Math.ceil(since / width) * width
        const count = Math.min(limit, Math.ceil((now * 1000 - first) / width))
        return Array.from({ length: count }, (_, index) => [
          first + index * width,
          '100.5',
          '101',
          '99.25',
          '100',
          '2.5',
        ])
      },
    })
    const steps = planSteps(now)
    const past = await source.history?.(steps, [{ symbol: 'BTCUSDT', last: undefined }], 0)
    const bars = past?.('BTCUSDT') ?? []
    expect(bars.map(({ time, width }) => ({ time, width })).filter(({ width }) => width < 604_800)).toEqual(
      steps.filter(({ width }) => width < 604_800),
    )
    expect(bars.at(-1)).toEqual({
      time: now - 60,
      width: 60,
      open: 10_050n,
      high: 10_100n,
      low: 9_925n,
      close: 10_000n,
      volume: 250_000n,
    })
    // Minutes occur in several places of the plan, and in one of them they fill more than a page.
    const minutes = runsOfMinutes(steps)
    expect(Math.max(...minutes)).toBeGreaterThan(1_000)
    const pages = minutes.reduce((sum, count) => sum + Math.ceil(count / 1_000), 0)
    expect(asked.filter((each) => each === 'BTCUSDT 1m')).toHaveLength(pages)
  })

  it('starts without history if the exchange has none', async () => {
    const { source } = await listen({
      klines: () => {
        throw new Error('down')
      },
    }).catch(() => ({ source: undefined }))
    expect(source).toBeDefined()
  })

  it('refuses in one line an unknown exchange, one that does not answer, and one without our instruments', async () => {
    await expect(createExchange('nowhere')).rejects.toThrow(/^MARKET: ccxt knows no exchange nowhere that streams$/)
    const clock = createManualClock(MONDAY_NOON, async () => {})
    const gone = await startExchange()
    await gone.close()
    await expect(liveSource(gone.exchange, { clock, log })).rejects.toThrow(/^MARKET: Binance does not answer: .*$/)
    const other = await startExchange({ pairs: [{ base: 'PEPE', quote: 'USDT' }] })
    closing.push(other.close)
    await expect(liveSource(other.exchange, { clock, log })).rejects.toThrow(
      /^MARKET: Binance trades none of the instruments$/,
    )
  })
})
