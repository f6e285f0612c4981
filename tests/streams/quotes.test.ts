import { BehaviorSubject, map, Subject } from 'rxjs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Quote } from '../../src/api/market/market.ts'
import type { QuoteDelta } from '../../src/api/wire/frames.ts'
import { STALE_AFTER_MS } from '../../src/rules/market/prices.ts'
import type { LiveQuote } from '../../src/streams/quoteBook.ts'
import { ASK_MS_MIN, createQuotes, NARROW_MS, type Quotes, WIDEN_MS } from '../../src/streams/quotes.ts'
import { HOP_MS, type MockServer, openSocket, pass, settle, startMockServer } from './mockServer.ts'
import { createPage } from './page.ts'

let server: MockServer

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockReturnValue() // mock-socket reports a refused connection there, as browsers do
  server = startMockServer()
})
afterEach(() => {
  server.stop()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const quote = (symbol: string, overrides: Partial<Quote> = {}): Quote => ({
  symbol,
  seq: 10,
  time: server.time(),
  price: '100',
  bid: '99.9',
  ask: '100.1',
  state: 'live',
  open24h: '95',
  high24h: '110',
  low24h: '90',
  volume24h: '5',
  turnover24h: '500',
  spark: [],
  ...overrides,
})

const delta = (symbol: string, seq: number, price: string, time = server.time()): QuoteDelta => [
  symbol,
  seq,
  time,
  price,
  price,
  price,
  '6',
]

const snapshot = (...quotes: Quote[]) => server.send({ type: 'snapshot', time: server.time(), quotes })
const change = (...quotes: QuoteDelta[]) => server.send({ type: 'quotes', time: server.time(), quotes })

function setUp(observed: readonly string[] = ['BTCUSDT', 'ETHUSDT']) {
  const page = createPage()
  const opened = openSocket()
  const poll$ = new Subject<{ time: number; source?: string; quotes: Quote[] }>()
  const answer$ = poll$.pipe(map((answer) => ({ source: 'simulated', ...answer })))
  const doubt$ = new Subject<void>()
  const seen$ = new BehaviorSubject(true)
  const kept$ = new Subject<{ time: number; quotes: Quote[] }>()
  const lastKnown: (number | undefined)[] = []
  const quotes = createQuotes({ ...opened, poll$: answer$, kept$, doubt$, seen$, frames: page.frames })
  // Observed, and without a frame.
  const observers = observed.map((symbol) => quotes.tick$(symbol).subscribe())
  const watch = (symbol: string) => {
    const seen: LiveQuote[] = []
    return { seen, subscription: quotes.quote$(symbol).subscribe((each) => seen.push(each)) }
  }
  quotes.lastKnown$.subscribe((time) => lastKnown.push(time))
  const close = () => {
    quotes.close()
    opened.socket.close()
  }
  return { ...opened, page, poll$, kept$, doubt$, seen$, lastKnown, quotes, observers, watch, close }
}

/** Connected, with a whole BTCUSDT and ETHUSDT at number 10. */
async function setUpLive() {
  const all = setUp()
  await settle()
  snapshot(quote('BTCUSDT'), quote('ETHUSDT'))
  await pass(1)
  return all
}

const subscriptions = () => server.received('subscribe')

describe('a live quote', () => {
  it('comes with the snapshot that is asked for on connecting', async () => {
    const { quotes, close } = setUp()
    await settle()
    expect(server.frames.map(({ type }) => type)).toEqual(['hello', 'subscribe'])
    expect(quotes.current('BTCUSDT')).toBeUndefined()
    snapshot(quote('BTCUSDT'))
    expect(quotes.current('BTCUSDT')).toEqual({ ...quote('BTCUSDT'), fresh: true })
    close()
  })

  it('changes in its turn, and only in what a change carries', async () => {
    const { quotes, close } = await setUpLive()
    change(delta('BTCUSDT', 11, '101'))
    expect(quotes.current('BTCUSDT')).toMatchObject({
      seq: 11,
      price: '101',
      volume24h: '6',
      open24h: '95',
      fresh: true,
    })
    expect(quotes.current('ETHUSDT')).toMatchObject({ seq: 10, price: '100' })
    close()
  })

  it('widens its day’s range', async () => {
    const { quotes, close } = await setUpLive()
    change(delta('BTCUSDT', 11, '110.5'))
    change(delta('BTCUSDT', 12, '9.5'))
    expect(quotes.current('BTCUSDT')).toMatchObject({ high24h: '110.5', low24h: '9.5' })
    close()
  })

  it('drops duplicates and what comes out of order', async () => {
    const { quotes, close } = await setUpLive()
    const old = server.time() - 50
    change(delta('BTCUSDT', 11, '101'))
    change(delta('BTCUSDT', 11, '102'))
    change(delta('BTCUSDT', 9, '103', old))
    expect(quotes.current('BTCUSDT')).toMatchObject({ seq: 11, price: '101', fresh: true })
    expect(quotes.counts().gaps).toBe(0)
    close()
  })

  it('takes the later price of a number that the snapshot had already', async () => {
    const { quotes, close } = await setUpLive()
    await pass(50)
    change(delta('BTCUSDT', 10, '100.5'))
    expect(quotes.current('BTCUSDT')).toMatchObject({ price: '100.5', fresh: true })
    close()
  })

  it('is stale while the server calls it stale, and fresh in a closed market', async () => {
    const { quotes, close } = await setUpLive()
    server.send({
      type: 'state',
      symbols: [
        ['BTCUSDT', 'stale'],
        ['ETHUSDT', 'closed'],
        ['NONE', 'stale'],
      ],
    })
    expect(quotes.current('BTCUSDT')).toMatchObject({ state: 'stale', fresh: false })
    expect(quotes.current('ETHUSDT')).toMatchObject({ state: 'closed', fresh: true })
    server.send({ type: 'state', symbols: [['BTCUSDT', 'live']] })
    expect(quotes.current('BTCUSDT')).toMatchObject({ state: 'live', fresh: true })
    close()
  })
})

describe('quotes: a gap', () => {
  it('makes its symbol stale at once, asks for a snapshot, and is healed by it', async () => {
    const { quotes, close } = await setUpLive()
    change(delta('BTCUSDT', 12, '102'), delta('ETHUSDT', 11, '101'))
    expect(quotes.current('BTCUSDT')).toMatchObject({ price: '102', fresh: false })
    expect(quotes.current('ETHUSDT')).toMatchObject({ price: '101', fresh: true })
    await pass(1_000)
    expect(subscriptions()).toBe(2)
    snapshot(quote('BTCUSDT', { seq: 12, price: '102' }), quote('ETHUSDT', { seq: 11 }))
    expect(quotes.current('BTCUSDT')).toMatchObject({ seq: 12, fresh: true })
    change(delta('BTCUSDT', 13, '103'))
    expect(quotes.current('BTCUSDT')).toMatchObject({ price: '103', fresh: true })
    expect(quotes.counts().gaps).toBe(1)
    close()
  })

  it('is healed by a snapshot that is older than later changes but covers the missed ones', async () => {
    const { quotes, close } = await setUpLive()
    const time = server.time()
    change(delta('BTCUSDT', 12, '102', time + 1))
    change(delta('BTCUSDT', 13, '103', time + 2))
    snapshot(quote('BTCUSDT', { seq: 11, price: '101', time }), quote('ETHUSDT'))
    expect(quotes.current('BTCUSDT')).toMatchObject({ price: '103', fresh: true })
    change(delta('BTCUSDT', 14, '104', time + 3))
    expect(quotes.current('BTCUSDT')).toMatchObject({ price: '104', fresh: true })
    close()
  })

  it('is not healed by a snapshot from before it, and asks again', async () => {
    const { quotes, close } = await setUpLive()
    const time = server.time()
    change(delta('BTCUSDT', 13, '103', time + 2))
    await pass(1_000)
    expect(subscriptions()).toBe(2)
    snapshot(quote('BTCUSDT', { seq: 11, time }), quote('ETHUSDT'))
    expect(quotes.current('BTCUSDT')).toMatchObject({ price: '103', fresh: false })
    await pass(1_000)
    expect(subscriptions()).toBe(3)
    close()
  })

  it('is distinguished from a server that restarted its numbers by the time of its prices', async () => {
    const { quotes, close } = await setUpLive()
    change(delta('BTCUSDT', 15, '102'))
    await pass(100)
    snapshot(quote('BTCUSDT', { seq: 2, price: '103' }), quote('ETHUSDT', { seq: 3 }))
    expect(quotes.current('BTCUSDT')).toMatchObject({ price: '103', fresh: true })
    change(delta('BTCUSDT', 3, '104'), delta('ETHUSDT', 4, '105'))
    expect(quotes.current('BTCUSDT')).toMatchObject({ price: '104', fresh: true })
    expect(quotes.current('ETHUSDT')).toMatchObject({ price: '105', fresh: true })
    close()
  })

  it('does not come of a snapshot that the changes have overtaken', async () => {
    const { quotes, close } = await setUpLive()
    const time = server.time()
    change(delta('BTCUSDT', 11, '101', time + 50))
    snapshot(quote('BTCUSDT', { seq: 10, time }), quote('ETHUSDT'))
    change(delta('BTCUSDT', 12, '102', time + 100))
    expect(quotes.current('BTCUSDT')).toMatchObject({ price: '102', fresh: true })
    expect(quotes.counts().gaps).toBe(0)
    close()
  })

  it('makes stale what REST said a moment ago, too', async () => {
    const { quotes, poll$, close } = setUp()
    poll$.next({ time: server.time(), quotes: [quote('BTCUSDT')] })
    await settle()
    snapshot(quote('BTCUSDT'))
    change(delta('BTCUSDT', 15, '102'))
    expect(quotes.current('BTCUSDT')?.fresh).toBe(false)
    close()
  })

  it('is forgotten with its connection', async () => {
    const { quotes, close } = await setUpLive()
    const { time } = quotes.current('BTCUSDT') ?? { time: 0 }
    change(delta('BTCUSDT', 15, '100', time))
    await server.cut()
    await pass(2_100)
    snapshot(quote('BTCUSDT', { seq: 5, time }), quote('ETHUSDT'))
    expect(quotes.current('BTCUSDT')?.fresh).toBe(true)
    close()
  })

  it('asks again where no snapshot comes, and never more than once a second', async () => {
    const { close } = await setUpLive()
    for (let seq = 12; seq < 60; seq += 2) {
      change(delta('BTCUSDT', seq, '102'))
      await pass(100)
    }
    expect(subscriptions()).toBeLessThanOrEqual(4)
    const before = subscriptions()
    await pass(1_000)
    expect(subscriptions() - before).toBeLessThanOrEqual(1)
    const asked = subscriptions()
    for (let second = 0; second < 6; second++) {
      server.send({ type: 'quotes', time: server.time(), quotes: [] })
      await pass(1_000)
    }
    expect(subscriptions()).toBe(asked + 1)
    close()
  })

  it('in the whole line, as after a restart of the server, is reset by the snapshot', async () => {
    const { quotes, close } = await setUpLive()
    await server.cut()
    await pass(1_100)
    snapshot(quote('BTCUSDT', { seq: 1, price: '105' }), quote('ETHUSDT', { seq: 2 }))
    change(delta('BTCUSDT', 2, '106'))
    expect(quotes.current('BTCUSDT')).toMatchObject({ seq: 2, price: '106', fresh: true })
    expect(quotes.counts().gaps).toBe(0)
    close()
  })
})

describe('quotes: the observed symbols', () => {
  const asked = () => server.frames.flatMap((frame) => (frame.type === 'subscribe' ? [frame.symbols] : []))
  /** Connected, and live with BTCUSDT and ETHUSDT. Another subscription could be sent at once. */
  const setUpQuiet = async () => {
    const all = await setUpLive()
    await pass(ASK_MS_MIN)
    change()
    return all
  }
  const isFresh = (quotes: Quotes, symbol: string) => quotes.current(symbol)?.fresh

  it('are what the server is asked for, each once, however many observe them', async () => {
    const { quotes, close } = setUp(['ETHUSDT'])
    quotes.quote$('BTCUSDT').subscribe()
    quotes.quote$('ETHUSDT').subscribe()
    await settle()
    expect(asked()).toEqual([['BTCUSDT', 'ETHUSDT']])
    close()
  })

  it('may be none: the connection is proven all the same', async () => {
    const { quotes, lastKnown, close } = setUp([])
    await settle()
    expect(asked()).toEqual([[]])
    const stale: boolean[] = []
    quotes.stale$.subscribe((each) => stale.push(each))
    snapshot()
    expect(stale).toEqual([true, false])
    expect(lastKnown).toEqual([undefined])
    close()
  })

  it('are all of them while somebody wants the whole board', async () => {
    const { quotes, close } = setUp()
    const board = quotes.board$.subscribe()
    await settle()
    expect(asked()).toEqual([undefined])
    snapshot(quote('BTCUSDT'), quote('ETHUSDT'), quote('SOLUSDT'))
    expect(isFresh(quotes, 'SOLUSDT')).toBe(true)
    board.unsubscribe()
    await pass(NARROW_MS + HOP_MS)
    expect(asked().at(-1)).toEqual(['BTCUSDT', 'ETHUSDT'])
    expect(isFresh(quotes, 'SOLUSDT')).toBe(false)
    close()
  })

  it('are asked for once the new ones stay for a moment, and a glance asks for nothing', async () => {
    const { quotes, close } = await setUpQuiet()
    quotes.quote$('SOLUSDT').subscribe().unsubscribe()
    await pass(WIDEN_MS * 2)
    expect(subscriptions()).toBe(1)
    quotes.quote$('SOLUSDT').subscribe()
    await pass(WIDEN_MS - 10)
    quotes.quote$('ADAUSDT').subscribe()
    await pass(WIDEN_MS - 10)
    expect(subscriptions()).toBe(1)
    await pass(20)
    expect(asked().slice(1)).toEqual([['ADAUSDT', 'BTCUSDT', 'ETHUSDT', 'SOLUSDT']])
    close()
  })

  it('that change all the time are asked for at most once a second', async () => {
    const { quotes, close } = await setUpQuiet()
    for (let at = 0; at < 15; at++) {
      quotes.quote$(`S${at}USDT`).subscribe()
      await pass(WIDEN_MS * 2)
    }
    expect(subscriptions()).toBeLessThanOrEqual(4)
    await pass(ASK_MS_MIN)
    expect(asked().at(-1)).toHaveLength(17)
    close()
  })

  it('keep their price while they wait for the snapshot, stale until the pong behind it', async () => {
    const { quotes, poll$, watch, close } = await setUpQuiet()
    poll$.next({ time: server.time(), quotes: [quote('SOLUSDT', { price: '98' })] })
    server.state.pongs = false
    const { seen } = watch('SOLUSDT')
    await pass(WIDEN_MS + HOP_MS)
    expect(seen).toMatchObject([{ price: '98', fresh: false }])
    const { id = 0 } = server.frames.findLast((frame) => frame.type === 'ping') ?? {}
    snapshot(quote('BTCUSDT'), quote('ETHUSDT'), quote('SOLUSDT', { price: '99', time: server.time() }))
    expect(quotes.current('SOLUSDT')).toMatchObject({ price: '99', fresh: false })
    expect(isFresh(quotes, 'BTCUSDT')).toBe(true)
    server.send({ type: 'pong', id: id - 1, time: server.time() })
    expect(isFresh(quotes, 'SOLUSDT')).toBe(false)
    server.send({ type: 'pong', id, time: server.time() })
    expect(isFresh(quotes, 'SOLUSDT')).toBe(true)
    change(delta('SOLUSDT', 11, '100'))
    expect(quotes.current('SOLUSDT')).toMatchObject({ price: '100', fresh: true })
    close()
  })

  it('that nobody observes any more are dropped after a while, and are stale from then on', async () => {
    const { quotes, observers, close } = await setUpQuiet()
    observers[1]?.unsubscribe()
    for (let second = 0; second < NARROW_MS / 1_000; second++) {
      change(delta('ETHUSDT', 11 + second, '101'))
      expect(isFresh(quotes, 'ETHUSDT')).toBe(true)
      await pass(1_000)
    }
    await pass(HOP_MS)
    expect(asked().at(-1)).toEqual(['BTCUSDT'])
    expect([isFresh(quotes, 'BTCUSDT'), isFresh(quotes, 'ETHUSDT')]).toEqual([true, false])
    // On its way when the subscription was replaced.
    snapshot(quote('BTCUSDT'), quote('ETHUSDT', { seq: 20 }))
    expect([isFresh(quotes, 'BTCUSDT'), isFresh(quotes, 'ETHUSDT')]).toEqual([true, false])
    close()
  })

  it('that come back at once are not dropped', async () => {
    const { quotes, observers, close } = await setUpQuiet()
    observers[1]?.unsubscribe()
    await pass(NARROW_MS / 2)
    change()
    quotes.quote$('ETHUSDT').subscribe()
    await pass(NARROW_MS / 2)
    change()
    await pass(NARROW_MS / 2)
    expect(subscriptions()).toBe(1)
    expect(isFresh(quotes, 'ETHUSDT')).toBe(true)
    close()
  })

  it('are asked for once the page is seen, and not while it is hidden', async () => {
    const { quotes, seen$, close } = await setUpQuiet()
    seen$.next(false)
    await pass(HOP_MS)
    expect(isFresh(quotes, 'BTCUSDT')).toBe(false)
    quotes.quote$('SOLUSDT').subscribe()
    await pass(ASK_MS_MIN)
    expect(subscriptions()).toBe(1)
    seen$.next(true)
    await pass(ASK_MS_MIN)
    expect(asked().slice(1)).toEqual([['BTCUSDT', 'ETHUSDT', 'SOLUSDT']])
    close()
  })
})

describe('quotes: a page that nobody sees', () => {
  it('receives none, also after a new connection, and has them again once proven', async () => {
    const { quotes, seen$, close } = await setUpLive()
    seen$.next(false)
    await settle()
    expect(server.frames.at(-1)).toEqual({ type: 'unsubscribe', channel: 'quotes' })
    await server.cut()
    await pass(10_000)
    expect([server.state.connections, subscriptions()]).toEqual([2, 1])
    seen$.next(true)
    expect(quotes.current('BTCUSDT')).toMatchObject({ fresh: false })
    await settle()
    expect(subscriptions()).toBe(2)
    snapshot(quote('BTCUSDT', { seq: 20, price: '120' }), quote('ETHUSDT', { seq: 20 }))
    expect(quotes.current('BTCUSDT')).toMatchObject({ price: '120', fresh: true })
    close()
  })
})

describe('quotes: a doubt', () => {
  const isFresh = (quotes: ReturnType<typeof setUp>['quotes']) => quotes.current('BTCUSDT')?.fresh

  it('on a lost connection makes every quote stale at once, until a new snapshot', async () => {
    const { quotes, close } = await setUpLive()
    const stale: boolean[] = []
    quotes.stale$.subscribe((each) => stale.push(each))
    await server.cut()
    expect([isFresh(quotes), quotes.current('ETHUSDT')?.fresh]).toEqual([false, false])
    await pass(1_100)
    expect(isFresh(quotes)).toBe(false)
    snapshot(quote('BTCUSDT'), quote('ETHUSDT'))
    expect(isFresh(quotes)).toBe(true)
    expect(stale).toEqual([false, true, false])
    close()
  })

  it('of the network or after sleep is ended by a snapshot that follows the answer to a ping, not by one before it', async () => {
    const { quotes, doubt$, close } = await setUpLive()
    server.state.pongs = false
    doubt$.next()
    expect(isFresh(quotes)).toBe(false)
    // Frames in flight when the device fell asleep:
    change(delta('BTCUSDT', 11, '101'))
    snapshot(quote('BTCUSDT', { seq: 11 }), quote('ETHUSDT'))
    expect(isFresh(quotes)).toBe(false)
    await pass(100)
    const [ping] = server.frames.filter((frame) => frame.type === 'ping').slice(-1)
    server.send({ type: 'pong', id: ping?.id ?? 0, time: server.time() })
    expect(isFresh(quotes)).toBe(false)
    await pass(1_000)
    expect(subscriptions()).toBe(2)
    snapshot(quote('BTCUSDT', { seq: 12 }), quote('ETHUSDT'))
    expect(isFresh(quotes)).toBe(true)
    close()
  })

  it('is not ended by the answer to an earlier ping', async () => {
    const { quotes, doubt$, close } = await setUpLive()
    server.state.pongs = false
    doubt$.next()
    doubt$.next()
    await pass(100)
    const [first, second] = server.frames.flatMap((frame) => (frame.type === 'ping' ? [frame.id] : []))
    server.send({ type: 'pong', id: first ?? 0, time: server.time() })
    snapshot(quote('BTCUSDT'), quote('ETHUSDT'))
    expect(isFresh(quotes)).toBe(false)
    server.send({ type: 'pong', id: second ?? 0, time: server.time() })
    snapshot(quote('BTCUSDT'), quote('ETHUSDT'))
    expect(isFresh(quotes)).toBe(true)
    close()
  })

  it('while the socket is down makes stale what REST said', async () => {
    server.state.greets = false
    const { quotes, poll$, doubt$, close } = setUp()
    poll$.next({ time: server.time(), quotes: [quote('BTCUSDT')] })
    expect(isFresh(quotes)).toBe(true)
    doubt$.next()
    expect(isFresh(quotes)).toBe(false)
    close()
  })

  it('drops the connection where nothing proves it alive', async () => {
    const { doubt$, close, states } = await setUpLive()
    server.state.pongs = false
    doubt$.next()
    await pass(5_100)
    expect(states.some(({ type }) => type === 'waiting')).toBe(true)
    close()
  })

  it('comes when the market is silent for five seconds', async () => {
    const { quotes, close } = await setUpLive()
    await pass(STALE_AFTER_MS - 10)
    expect(isFresh(quotes)).toBe(true)
    await pass(20)
    expect(isFresh(quotes)).toBe(false)
    await pass(1_100)
    expect(subscriptions()).toBe(2)
    close()
  })

  it('comes when frames come late by the server’s time', async () => {
    const { quotes, close } = await setUpLive()
    server.state.pongs = false
    const made = server.time() - STALE_AFTER_MS - 1_000
    server.send({ type: 'quotes', time: made, quotes: [delta('BTCUSDT', 11, '101', made)] })
    expect(isFresh(quotes)).toBe(false)
    close()
  })

  it('comes when a snapshot comes late by the server’s time', async () => {
    const { quotes, close } = await setUpLive()
    server.state.pongs = false
    const made = server.time() - STALE_AFTER_MS - 1_000
    server.send({ type: 'snapshot', time: made, quotes: [quote('BTCUSDT'), quote('ETHUSDT')] })
    expect(isFresh(quotes)).toBe(false)
    close()
  })

  it('of the device’s clock, which was set, is over with the next pong and snapshot', async () => {
    const { quotes, close } = await setUpLive()
    server.state.ahead -= 3_600_000
    vi.setSystemTime(Date.now() + 3_600_000)
    server.state.pongs = false
    change(delta('BTCUSDT', 11, '101'))
    await pass(300) // a slower answer than any before
    server.send({ type: 'pong', id: 1, time: server.time() })
    await pass(1_100)
    expect(subscriptions()).toBe(2)
    snapshot(quote('BTCUSDT', { seq: 11 }), quote('ETHUSDT'))
    expect(isFresh(quotes)).toBe(true)
    close()
  })
})

describe('quotes from REST', () => {
  it('show before the socket is connected, and are fresh while young', async () => {
    server.state.greets = false
    const { quotes, poll$, close } = setUp()
    poll$.next({
      time: server.time(),
      quotes: [quote('BTCUSDT'), quote('ETHUSDT', { time: server.time() - STALE_AFTER_MS })],
    })
    expect(quotes.current('BTCUSDT')).toMatchObject({ price: '100', fresh: true })
    expect(quotes.current('ETHUSDT')).toMatchObject({ price: '100', fresh: false })
    await pass(STALE_AFTER_MS - 1)
    expect(quotes.current('BTCUSDT')?.fresh).toBe(true)
    await pass(1)
    expect(quotes.current('BTCUSDT')?.fresh).toBe(false)
    close()
  })

  it('grow old one by one', async () => {
    server.state.greets = false
    const { quotes, poll$, close } = setUp()
    const older = quote('ETHUSDT', { time: server.time() - 2_000 })
    poll$.next({ time: server.time(), quotes: [quote('BTCUSDT'), older] })
    const fresh = () => ['BTCUSDT', 'ETHUSDT'].map((symbol) => quotes.current(symbol)?.fresh)
    await pass(STALE_AFTER_MS - 2_000)
    expect(fresh()).toEqual([true, false])
    await pass(2_000)
    expect(fresh()).toEqual([false, false])
    close()
  })

  it('are young by the server’s time, not the device’s', async () => {
    server.state.greets = false
    server.state.ahead = 3_600_000
    const { quotes, poll$, serverTime, close } = setUp()
    serverTime.sample(Date.now(), Date.now(), server.time())
    poll$.next({ time: server.time(), quotes: [quote('BTCUSDT')] })
    expect(quotes.current('BTCUSDT')?.fresh).toBe(true)
    await pass(STALE_AFTER_MS)
    expect(quotes.current('BTCUSDT')?.fresh).toBe(false)
    close()
  })

  it('of a closed market are fresh while the answer is young', async () => {
    server.state.greets = false
    const { quotes, poll$, close } = setUp()
    const friday = server.time() - 86_400_000
    poll$.next({ time: server.time(), quotes: [quote('EURUSD', { state: 'closed', time: friday })] })
    expect(quotes.current('EURUSD')?.fresh).toBe(true)
    await pass(STALE_AFTER_MS)
    expect(quotes.current('EURUSD')?.fresh).toBe(false)
    close()
  })

  it('bring the day’s figures to a live quote, and leave its standing and its line alone', async () => {
    const { quotes, poll$, close } = await setUpLive()
    await pass(100)
    poll$.next({
      time: server.time(),
      quotes: [
        quote('BTCUSDT', { seq: 3, price: '100.7', open24h: '94', volume24h: '1', state: 'stale', spark: ['1'] }),
      ],
    })
    expect(quotes.current('BTCUSDT')).toMatchObject({ price: '100.7', open24h: '94', volume24h: '5', spark: ['1'] })
    expect(quotes.current('BTCUSDT')).toMatchObject({ state: 'live', fresh: true })
    await pass(100)
    change(delta('BTCUSDT', 11, '101'))
    expect(quotes.current('BTCUSDT')).toMatchObject({ price: '101', fresh: true })
    close()
  })

  it('and from the socket merge by the time they were made, whichever way they came', async () => {
    const { quotes, poll$, close } = await setUpLive()
    const time = server.time()
    poll$.next({ time, quotes: [quote('BTCUSDT', { price: '99', time: time - 1_000 })] })
    expect(quotes.current('BTCUSDT')?.price).toBe('100')
    poll$.next({ time: time + 500, quotes: [quote('BTCUSDT', { price: '103', time: time + 500 })] })
    change(delta('BTCUSDT', 11, '102', time + 200))
    expect(quotes.current('BTCUSDT')).toMatchObject({ price: '103', fresh: true })
    change(delta('BTCUSDT', 12, '104', time + 600))
    expect(quotes.current('BTCUSDT')).toMatchObject({ price: '104', fresh: true })
    poll$.next({ time: time - 5_000, quotes: [quote('BTCUSDT', { time: time - 5_000, open24h: '1' })] })
    expect(quotes.current('BTCUSDT')).toMatchObject({ price: '104', open24h: '95' })
    close()
  })

  it('do not hide a gap', async () => {
    const { quotes, poll$, close } = await setUpLive()
    change(delta('BTCUSDT', 15, '102'))
    await pass(10)
    poll$.next({ time: server.time(), quotes: [quote('BTCUSDT')] })
    expect(quotes.current('BTCUSDT')?.fresh).toBe(false)
    close()
  })
})

describe('quotes: the flush', () => {
  it('reaches a row once per animation frame, with the newest', async () => {
    const { page, watch, close } = await setUpLive()
    const { seen } = watch('BTCUSDT')
    expect(seen.map(({ price }) => price)).toEqual(['100'])
    change(delta('BTCUSDT', 11, '101'))
    change(delta('BTCUSDT', 12, '102'))
    expect(seen).toHaveLength(1)
    page.draw()
    page.draw()
    expect(seen.map(({ price }) => price)).toEqual(['100', '102'])
    close()
  })

  it('reaches only rows that listen, and asks for no frame where none does', async () => {
    const { page, watch, quotes, close } = await setUpLive()
    change(delta('BTCUSDT', 11, '101'))
    expect(page.counts.requested).toBe(0)
    const bitcoin = watch('BTCUSDT')
    const ether = watch('ETHUSDT')
    change(delta('BTCUSDT', 12, '102'))
    page.draw()
    expect([bitcoin.seen.length, ether.seen.length]).toEqual([2, 1])
    bitcoin.subscription.unsubscribe()
    const { requested } = page.counts
    change(delta('BTCUSDT', 13, '103'))
    expect(page.counts.requested).toBe(requested)
    expect(quotes.current('BTCUSDT')?.price).toBe('103')
    close()
  })

  it('serves any number of rows with one frame', async () => {
    const { page, watch, close } = await setUpLive()
    const rows = [watch('BTCUSDT'), watch('BTCUSDT'), watch('ETHUSDT')]
    change(delta('BTCUSDT', 11, '101'), delta('ETHUSDT', 11, '101'))
    expect(page.pendingFrames).toBe(1)
    page.draw()
    expect(rows.map(({ seen }) => seen.length)).toEqual([2, 2, 2])
    close()
  })

  it('of a doubt does not wait for the frame', async () => {
    const { page, watch, doubt$, close } = await setUpLive()
    const { seen } = watch('BTCUSDT')
    doubt$.next()
    expect(seen.map(({ fresh }) => fresh)).toEqual([true, false])
    expect(page.pendingFrames).toBe(0)
    change(delta('ETHUSDT', 15, '1'))
    close()
  })

  it('of a gap does not wait for the frame', async () => {
    const { watch, close } = await setUpLive()
    const { seen } = watch('BTCUSDT')
    change(delta('BTCUSDT', 15, '101'))
    expect(seen.map(({ fresh }) => fresh)).toEqual([true, false])
    close()
  })

  it('brings the board all quotes, as a new map each time', async () => {
    const { page, quotes, close } = await setUpLive()
    const boards: ReadonlyMap<string, LiveQuote>[] = []
    quotes.board$.subscribe((board) => boards.push(board))
    change(delta('BTCUSDT', 11, '101'))
    change(delta('ETHUSDT', 11, '102'))
    page.draw()
    expect(boards.map((board) => [...board.values()].map(({ price }) => price))).toEqual([
      ['100', '100'],
      ['101', '102'],
    ])
    close()
  })

  it('is passed by where every change is wanted', async () => {
    const { quotes, close } = await setUpLive()
    const prices: string[] = []
    quotes.tick$('BTCUSDT').subscribe(({ price }) => prices.push(price))
    change(delta('BTCUSDT', 11, '101'))
    change(delta('BTCUSDT', 12, '102'))
    expect(prices).toEqual(['100', '101', '102'])
    close()
  })

  it('gives the same observable for the same symbol', () => {
    const { quotes, close } = setUp()
    expect(quotes.quote$('BTCUSDT')).toBe(quotes.quote$('BTCUSDT'))
    close()
  })
})

describe('quotes: the source of prices', () => {
  it('is the one named by the answers, and emitted when it changes', async () => {
    const { quotes, poll$, close } = setUp()
    const told: unknown[] = []
    quotes.source$.subscribe((source) => told.push(source))
    for (const source of ['simulated', 'simulated', 'feed']) poll$.next({ time: server.time(), source, quotes: [] })
    expect(told).toEqual([undefined, 'simulated', 'feed'])
    close()
  })
})

describe('quotes: closing', () => {
  it('leaves no timer, no frame and no subscription', async () => {
    const { page, poll$, doubt$, watch, quotes, socket } = await setUpLive()
    const { subscription } = watch('BTCUSDT')
    change(delta('BTCUSDT', 15, '101'))
    poll$.next({ time: server.time(), quotes: [quote('BTCUSDT')] })
    change(delta('BTCUSDT', 16, '101'))
    quotes.close()
    expect([poll$.observed, doubt$.observed, subscription.closed]).toEqual([false, false, true])
    expect(page.pendingFrames).toBe(0)
    socket.close()
    await pass(10)
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('quotes of an earlier visit', () => {
  it('are shown as stale, whatever their market was, until something newer is heard', async () => {
    const { quotes, kept$, lastKnown, close } = setUp(['BTCUSDT', 'EURUSD'])
    const time = server.time() - 60_000
    kept$.next({ time, quotes: [quote('BTCUSDT', { time }), quote('EURUSD', { time, state: 'closed' })] })
    expect(quotes.current('BTCUSDT')).toMatchObject({ price: '100', state: 'stale', fresh: false })
    expect(quotes.current('EURUSD')).toMatchObject({ state: 'stale', fresh: false })
    expect(lastKnown).toEqual([undefined, time])
    await settle()
    snapshot(quote('BTCUSDT', { price: '101' }), quote('EURUSD', { state: 'closed' }))
    expect(quotes.current('BTCUSDT')).toMatchObject({ price: '101', state: 'live', fresh: true })
    expect(quotes.current('EURUSD')).toMatchObject({ state: 'closed', fresh: true })
    expect(lastKnown).toEqual([undefined, time, undefined])
    close()
  })

  it('are young enough by their time, and yet not fresh while the socket is down', () => {
    const { quotes, kept$, close } = setUp()
    kept$.next({ time: server.time(), quotes: [quote('BTCUSDT')] })
    expect(quotes.current('BTCUSDT')).toMatchObject({ state: 'stale', fresh: false })
    close()
  })

  it('that come after the server’s own are left aside', async () => {
    const { quotes, kept$, lastKnown, close } = await setUpLive()
    kept$.next({ time: 1, quotes: [quote('BTCUSDT', { price: '1' }), quote('SOLUSDT')] })
    expect(quotes.current('BTCUSDT')).toMatchObject({ price: '100', fresh: true })
    expect(quotes.current('SOLUSDT')).toBeUndefined()
    expect(lastKnown).toEqual([undefined])
    close()
  })
})

describe('quotes: when prices were last known to be right', () => {
  it('is emitted from the moment of a doubt until they are proven', async () => {
    const { doubt$, lastKnown, close } = await setUpLive()
    const heardAt = server.time()
    change(delta('BTCUSDT', 11, '101'))
    await pass(500)
    doubt$.next()
    expect(lastKnown).toEqual([undefined, heardAt])
    await settle()
    snapshot(quote('BTCUSDT', { seq: 11 }), quote('ETHUSDT'))
    expect(lastKnown).toEqual([undefined, heardAt, undefined])
    close()
  })
})
