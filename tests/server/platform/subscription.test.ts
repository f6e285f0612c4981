import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { limits } from '../../../server/platform/socket/guards.ts'
import { EMPTY_EVERY_MS } from '../../../server/platform/socket/quote-groups.ts'
import type { ServerFrame } from '../../../src/api/wire/frames.ts'
import { SUBSCRIBED_MAX } from '../../../src/api/wire/frames.ts'
import { createQuoteBase, lengthen, takeQuotes, takeSnapshot } from '../../../src/api/wire/short-quotes.ts'
import { startServer, type TestServer } from '../harness.ts'
import { SILENCE_MS } from '../microtrade/support.ts'
import { type Device, greeted, listen } from './device.ts'

let server: TestServer
let close = async () => {}
let port: number
const opened: Device[] = []

beforeAll(async () => {
  const started = await startServer('sqlite')
  server = started.server
  close = started.close
  port = await listen(server.app.http)
})
afterEach(() => {
  for (const { raw } of opened.splice(0)) raw.terminate()
})
afterAll(() => close())

const device = async () => {
  const one = await greeted(port)
  opened.push(one)
  return one
}
/** Makes these prices, and lets the market send them. */
const prices = async (changes: Record<string, string>) => {
  for (const [symbol, price] of Object.entries(changes)) server.tick(symbol, price)
  await server.clock.advance(100)
}
const everything = { BTCUSDT: '43000.00', ETHUSDT: '2300.00', SOLUSDT: '98.00' }
const symbolsIn = (frames: readonly ServerFrame[]) => [
  ...new Set(frames.flatMap((frame) => (frame.type === 'quotes' ? frame.quotes.map(([symbol]) => symbol) : []))),
]

describe('subscription: to some symbols', () => {
  it('starts with their quotes, in the order of the snapshot of all, followed by their changes and no others', async () => {
    await prices(everything)
    const [all, some] = [await device(), await device()]
    all.send({ type: 'subscribe', channel: 'quotes' })
    some.send({ type: 'subscribe', channel: 'quotes', symbols: ['SOLUSDT', 'BTCUSDT', 'SOLUSDT'] })
    const { time, quotes } = await all.next('snapshot')
    const own = quotes.filter(({ symbol }) => symbol === 'BTCUSDT' || symbol === 'SOLUSDT')
    expect(own.map(({ symbol }) => symbol)).toEqual(['BTCUSDT', 'SOLUSDT'])
    expect(await some.next('snapshot')).toEqual({ type: 'snapshot', time, quotes: own })

    await prices({ BTCUSDT: '43001.00', ETHUSDT: '2301.00' })
    const { quotes: changes } = await all.next('quotes')
    expect((await some.next('quotes')).quotes).toEqual(changes.filter(([symbol]) => symbol === 'BTCUSDT'))
    await prices({ ETHUSDT: '2302.00' })
    await all.next('quotes')
    await some.settled()
    expect(symbolsIn(some.frames)).toEqual(['BTCUSDT'])
  })

  it('ends with its connection', async () => {
    const one = await device()
    one.send({ type: 'subscribe', channel: 'quotes', symbols: ['BTCUSDT'] })
    await one.next('snapshot')
    // Asked of each subscribed socket before a frame is sent to it.
    const asked = vi.spyOn(WebSocket.prototype, 'bufferedAmount', 'get')
    let price = 43_100
    await prices({ BTCUSDT: `${price++}.00` })
    expect(asked).toHaveBeenCalled()
    one.raw.terminate()
    await vi.waitFor(async () => {
      asked.mockClear()
      await prices({ BTCUSDT: `${price++}.00` })
      expect(asked).not.toHaveBeenCalled()
    })
    asked.mockRestore()
  })

  it('in the short form counts places and sum over these symbols alone', async () => {
    await prices(everything)
    const [all, some] = [await device(), await device()]
    all.send({ type: 'subscribe', channel: 'quotes' })
    some.send({ type: 'subscribe', channel: 'quotes', form: 'short', symbols: ['ETHUSDT', 'SOLUSDT'] })
    await all.next('snapshot')
    const base = createQuoteBase()
    takeSnapshot(base, (await some.next('snapshot')).quotes)
    for (const step of [1, 2, 3]) {
      await prices({ BTCUSDT: `4300${step}.00`, SOLUSDT: `98.0${step}`, ...(step === 2 && { ETHUSDT: '2301.55' }) })
      const long = await all.next('quotes')
      const quotes = long.quotes.filter(([symbol]) => symbol !== 'BTCUSDT')
      expect(lengthen(base, await some.next('short'))).toEqual({ ...long, quotes })
      takeQuotes(base, quotes)
    }
  })

  it('has snapshots and market states of these symbols only', async () => {
    await prices(everything)
    const some = await device()
    some.send({ type: 'subscribe', channel: 'quotes', symbols: ['ETHUSDT'] })
    await some.next('snapshot')
    await server.clock.advance(SILENCE_MS)
    expect((await some.next('state')).symbols).toEqual([['ETHUSDT', 'stale']])
    for (let part = 0; part < 6; part++) {
      await server.clock.advance(10_000)
      await some.settled()
    }
    expect((await some.next('snapshot')).quotes.map(({ symbol }) => symbol)).toEqual(['ETHUSDT'])
  })

  it('is replaced by the next one', async () => {
    await prices(everything)
    const [all, some] = [await device(), await device()]
    all.send({ type: 'subscribe', channel: 'quotes' })
    some.send({ type: 'subscribe', channel: 'quotes', symbols: ['BTCUSDT'] })
    await some.next('snapshot')
    some.send({ type: 'subscribe', channel: 'quotes', symbols: ['ETHUSDT'] })
    expect((await some.next('snapshot')).quotes.map(({ symbol }) => symbol)).toEqual(['ETHUSDT'])
    await prices({ BTCUSDT: '43005.00', ETHUSDT: '2305.00' })
    await some.next('quotes')
    expect(symbolsIn(some.frames)).toEqual(['ETHUSDT'])
    some.send({ type: 'subscribe', channel: 'quotes' })
    expect((await some.next('snapshot')).quotes.length).toBeGreaterThan(3)
    await prices({ BTCUSDT: '43006.00' })
    expect((await some.next('quotes')).quotes.map(([symbol]) => symbol)).toEqual(['BTCUSDT'])
  })

  it('none of which changes gets an empty frame now and then, as long as the market has others', async () => {
    await prices(everything)
    const [short, long] = [await device(), await device()]
    short.send({ type: 'subscribe', channel: 'quotes', form: 'short', symbols: ['SOLUSDT'] })
    long.send({ type: 'subscribe', channel: 'quotes', symbols: [] })
    const [sol] = (await short.next('snapshot')).quotes
    expect((await long.next('snapshot')).quotes).toEqual([])
    const steps = (2 * EMPTY_EVERY_MS) / 100
    for (let step = 0; step < steps; step++) await prices({ BTCUSDT: `${43_100 + step}.00` })
    await Promise.all([short.settled(), long.settled()])
    const shorts = short.frames.filter((frame) => frame.type === 'short')
    const longs = long.frames.filter((frame) => frame.type === 'quotes')
    expect([shorts.length, longs.length]).toEqual([2, 2])
    for (const { sum, changes } of shorts) expect({ sum, changes }).toEqual({ sum: sol?.seq, changes: [] })
    for (const { quotes } of longs) expect(quotes).toEqual([])
  })

  it('ignores symbols that this market does not have', async () => {
    await prices(everything)
    const some = await device()
    some.send({ type: 'subscribe', channel: 'quotes', symbols: ['NOSUCH', 'BTCUSDT'] })
    expect((await some.next('snapshot')).quotes.map(({ symbol }) => symbol)).toEqual(['BTCUSDT'])
    await prices({ BTCUSDT: '43007.00' })
    await some.next('quotes')
  })

  it.each([
    ['symbols that are none', ['btc/usdt']],
    ['a symbol without end', ['B'.repeat(13)]],
    ['too many symbols', Array.from({ length: SUBSCRIBED_MAX + 1 }, (_, at) => `S${at}`)],
    ['no list', 'BTCUSDT'],
  ])('is refused with %s', async (_, symbols) => {
    const bad = await device()
    bad.raw.send(JSON.stringify({ type: 'subscribe', channel: 'quotes', symbols }))
    expect(await bad.closed).toBe(1008)
  })

  it('may have as many symbols as allowed', async () => {
    const wide = await device()
    const symbols = Array.from({ length: SUBSCRIBED_MAX }, (_, at) => `SYMBOLNAME${at}`)
    wide.send({ type: 'subscribe', channel: 'quotes', symbols })
    expect((await wide.next('snapshot')).quotes).toEqual([])
  })

  it('may be replaced no more often than frames may be sent', async () => {
    const restless = await device()
    for (let count = 0; count <= limits.framesBurst; count++) {
      restless.send({ type: 'subscribe', channel: 'quotes', symbols: [`S${count}`] })
    }
    expect(await restless.closed).toBe(1008)
  })
})
