import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AccountEvent } from '../../src/api/wire/events.ts'
import type { ClientFrame, ServerFrame } from '../../src/api/wire/frames.ts'
import { FRESH_ATTEMPT_MS } from '../../src/streams/socket.ts'
import { type MockServer, openSocket, PING_SECONDS, pass, settle, startMockServer } from './mockServer.ts'

const PING_MS = PING_SECONDS * 1000
/** The first delay of the backoff where chance is in the middle. */
const FIRST_DELAY_MS = 1000

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

/** Connections that open and hang: the event never comes. */
class NeverOpens extends EventTarget {
  static readonly CONNECTING = 0
  static readonly OPEN = 1
  static readonly CLOSING = 2
  static readonly CLOSED = 3
  static made = 0
  static closed = 0
  readyState = 0
  binaryType = 'blob'
  constructor() {
    super()
    NeverOpens.made++
  }
  close() {
    NeverOpens.closed++
    this.readyState = 3
  }
}

describe('socket: connecting', () => {
  it('says hello first, with the token in the frame and not in the URL', async () => {
    const { socket } = openSocket({ getToken: () => 'secret' })
    expect(socket.send({ type: 'subscribe', channel: 'quotes' })).toBe(false)
    await settle()
    expect(server.frames).toEqual([{ type: 'hello', v: 1, token: 'secret' }])
    socket.close()
  })

  it('is connected once the server has answered the hello, not before', async () => {
    server.state.greets = false
    const opened = openSocket()
    await settle()
    expect(opened.state).toEqual({ type: 'connecting', attempt: 0 })
    server.sayHello()
    expect(opened.state).toEqual({ type: 'connected', attempt: 0 })
    expect(opened.frames.map(({ type }) => type)).toEqual(['hello'])
    opened.socket.close()
  })

  it('gives an attempt 20 s to open', async () => {
    NeverOpens.made = 0
    NeverOpens.closed = 0
    const { socket, states } = openSocket({ WebSocket: NeverOpens as unknown as typeof WebSocket })
    await pass(19_999)
    expect(states.at(-1)).toEqual({ type: 'connecting', attempt: 0 })
    await pass(10)
    expect(states.at(-1)).toMatchObject({ type: 'waiting', attempt: 1 })
    expect([NeverOpens.made, NeverOpens.closed]).toEqual([1, 1])
    await pass(FIRST_DELAY_MS)
    expect(NeverOpens.made).toBe(2)
    socket.close()
  })

  it('gives the server the rest of these 20 s to answer the hello', async () => {
    server.state.greets = false
    const opened = openSocket()
    await pass(19_999)
    expect(opened.state).toEqual({ type: 'connecting', attempt: 0 })
    await pass(10)
    expect(opened.state).toMatchObject({ type: 'waiting', attempt: 1 })
    opened.socket.close()
  })
})

describe('socket: reconnecting', () => {
  it('waits as the backoff says, longer from failure to failure, and tells when it will try', async () => {
    server.stop()
    const opened = openSocket()
    await settle()
    const delays: number[] = []
    for (let attempt = 1; attempt <= 5; attempt++) {
      const { state } = opened
      if (state?.type !== 'waiting') throw new Error(`not waiting but ${state?.type}`)
      expect(state.attempt).toBe(attempt)
      delays.push(state.retryAt - Date.now())
      await pass(state.retryAt - Date.now())
      expect(opened.state).toEqual({ type: 'connecting', attempt })
      await settle()
    }
    const [first = 0, second = 0, ...rest] = delays.map((delay) => Math.round(delay / 100) * 100)
    expect([first, second, ...rest]).toEqual([1000, 2000, 4000, 5000, 5000])
    opened.socket.close()
  })

  it('starts the backoff again after a connection that lasted, not after one that broke at once', async () => {
    const opened = openSocket()
    await settle()
    await server.cut()
    expect(opened.state).toMatchObject({ type: 'waiting', attempt: 1 })
    await pass(FIRST_DELAY_MS + 50)
    expect(opened.state).toMatchObject({ type: 'connected' })
    await server.cut()
    expect(opened.state).toMatchObject({ type: 'waiting', attempt: 2 })
    await pass(2 * FIRST_DELAY_MS + 50)
    expect(opened.state).toMatchObject({ type: 'connected' })
    await pass(5_000)
    await server.cut()
    expect(opened.state).toMatchObject({ type: 'waiting', attempt: 1 })
    opened.socket.close()
  })

  it('sends nothing on a new connection that was meant for the old one', async () => {
    const { socket } = openSocket()
    await settle()
    await server.cut()
    expect(socket.send({ type: 'subscribe', channel: 'quotes' })).toBe(false)
    await pass(FIRST_DELAY_MS + 50)
    expect(server.frames.map(({ type }) => type)).toEqual(['hello', 'hello'])
    socket.close()
  })

  it('backs off, too, from an attempt that could not even be closed', async () => {
    class NeverCloses extends NeverOpens {
      override close() {
        if (NeverOpens.closed++ === 0) throw new Error('no')
      }
    }
    NeverOpens.made = 0
    NeverOpens.closed = 0
    const { socket, states } = openSocket({ WebSocket: NeverCloses as unknown as typeof WebSocket })
    await pass(20_010)
    expect(states.at(-1)).toMatchObject({ type: 'waiting', attempt: 1 })
    expect(NeverOpens.made).toBe(1)
    await pass(FIRST_DELAY_MS)
    expect(NeverOpens.made).toBe(2)
    socket.close()
  })

  it('reconnects after a bye, which it passes on', async () => {
    const opened = openSocket()
    await settle()
    server.send({ type: 'bye', reason: 'restart' })
    expect(opened.frames.at(-1)).toEqual({ type: 'bye', reason: 'restart' })
    expect(opened.state).toMatchObject({ type: 'waiting', attempt: 1 })
    await pass(FIRST_DELAY_MS + 50)
    expect(opened.state).toMatchObject({ type: 'connected' })
    expect(server.state.connections).toBe(2)
    opened.socket.close()
  })
})

describe('socket: waking', () => {
  it('ends a wait at once', async () => {
    const opened = openSocket()
    await settle()
    await server.cut()
    await pass(100)
    expect(opened.state?.type).toBe('waiting')
    opened.wake$.next()
    expect(opened.state?.type).toBe('connecting')
    await settle()
    expect(opened.state?.type).toBe('connected')
    expect(server.state.connections).toBe(2)
    opened.socket.close()
  })

  it('starts the backoff again', async () => {
    server.stop()
    const opened = openSocket()
    await pass(8_000)
    expect(opened.state?.attempt).toBeGreaterThan(2)
    opened.wake$.next()
    await settle()
    expect(opened.state).toMatchObject({ type: 'waiting', attempt: 1 })
    opened.socket.close()
  })

  it('ends a wait that has begun this very moment', async () => {
    const opened = openSocket()
    await settle()
    opened.socket.state$.subscribe(({ type }) => type === 'waiting' && opened.wake$.next())
    await server.cut()
    await settle()
    expect(opened.state?.type).toBe('connected')
    expect(server.state.connections).toBe(2)
    opened.socket.close()
  })

  it('starts an attempt afresh that has been going on for a while, and a young one once it has, but not twice', async () => {
    NeverOpens.made = 0
    const { socket, wake$ } = openSocket({ WebSocket: NeverOpens as unknown as typeof WebSocket })
    await pass(1_000)
    for (let times = 0; times < 3; times++) wake$.next()
    await pass(10)
    expect(NeverOpens.made).toBe(1)
    await pass(FRESH_ATTEMPT_MS - 1_000)
    expect(NeverOpens.made).toBe(2)
    await pass(FRESH_ATTEMPT_MS + 1_000)
    expect(NeverOpens.made).toBe(2)
    for (let times = 0; times < 3; times++) wake$.next()
    await pass(10)
    expect(NeverOpens.made).toBe(3)
    socket.close()
  })

  it('probes a connection, and drops it within seconds where no answer comes', async () => {
    const opened = openSocket()
    await settle()
    opened.wake$.next()
    await pass(6_000)
    expect(server.received('ping')).toBe(1)
    expect(opened.state?.type).toBe('connected')
    server.state.pongs = false
    opened.wake$.next()
    await pass(4_900)
    expect(opened.state?.type).toBe('connected')
    await pass(200)
    expect(opened.state?.type).toBe('waiting')
    opened.socket.close()
  })
})

describe('a silent socket', () => {
  it('is pinged every ten seconds, and kept as long as it answers', async () => {
    const opened = openSocket()
    await settle()
    await pass(10 * PING_MS)
    expect(server.received('ping')).toBe(10)
    expect(opened.state?.type).toBe('connected')
    opened.socket.close()
  })

  it('is closed within two pings of its last frame, and reconnected', async () => {
    const opened = openSocket()
    await settle()
    server.state.pongs = false
    await pass(2 * PING_MS - 100)
    expect(opened.state?.type).toBe('connected')
    await pass(200)
    expect(opened.state?.type).toBe('waiting')
    server.state.pongs = true
    await pass(FIRST_DELAY_MS + 50)
    expect(opened.state?.type).toBe('connected')
    opened.socket.close()
  })

  it('is closed without a pong, even if other frames arrive', async () => {
    const opened = openSocket()
    await settle()
    server.state.pongs = false
    for (let second = 0; second < 21; second++) {
      server.send({ type: 'state', symbols: [] })
      await pass(1_000)
    }
    expect(opened.states.some(({ type }) => type === 'waiting')).toBe(true)
    opened.socket.close()
  })
})

describe('socket: the hello', () => {
  const event: AccountEvent = {
    seq: 1,
    at: 0,
    kind: 'wallet',
    body: { currency: 'USDT', balance: '1', available: '1', frozen: '0', version: 1 },
  }

  it('is said again after signing in or out, and not where the token is the same', async () => {
    let token: string | null = null
    const { socket } = openSocket({ getToken: () => token })
    socket.hello()
    await settle()
    socket.hello()
    token = 'of ann'
    socket.hello()
    socket.hello()
    await settle()
    token = null
    socket.hello()
    await settle()
    expect(server.frames.map((frame) => frame.type === 'hello' && frame.token)).toEqual([null, 'of ann', null])
    socket.close()
  })

  it('withholds private events until it is answered: they may be another session’s', async () => {
    let token = 'of ann'
    const { socket, frames } = openSocket({ getToken: () => token })
    await settle()
    server.send({ type: 'account', event })
    expect(frames.filter(({ type }) => type === 'account')).toHaveLength(1)
    token = 'of bob'
    socket.hello()
    server.send({ type: 'account', event: { ...event, seq: 2 } })
    expect(frames.filter(({ type }) => type === 'account')).toHaveLength(1)
    expect(socket.counters.withheld).toBe(1)
    await settle()
    server.send({ type: 'account', event: { ...event, seq: 3 } })
    expect(frames.filter(({ type }) => type === 'account')).toHaveLength(2)
    socket.close()
  })

  it('that an old connection left unanswered withholds nothing on the new one', async () => {
    let token = 'of ann'
    const { socket, frames } = openSocket({ getToken: () => token })
    await settle()
    server.state.greets = false
    token = 'of bob'
    socket.hello()
    await server.cut()
    server.state.greets = true
    await pass(FIRST_DELAY_MS + 50)
    server.send({ type: 'account', event })
    expect(frames.filter(({ type }) => type === 'account')).toHaveLength(1)
    socket.close()
  })

  it('and the pongs tell the server’s time', async () => {
    server.state.ahead = 3_600_000
    const { socket, serverTime } = openSocket()
    await settle()
    expect(Math.abs(serverTime.serverNow() - server.time())).toBeLessThanOrEqual(4)
    server.state.ahead = -60_000
    serverTime.reset()
    await pass(PING_MS)
    await settle()
    expect(Math.abs(serverTime.serverNow() - server.time())).toBeLessThanOrEqual(4)
    socket.close()
  })
})

describe('socket: a short frame', () => {
  const quote = { symbol: 'BTCUSDT', seq: 7, time: 1_000, price: '100.00', bid: '99.99', ask: '100.01' } as const
  const day = { open24h: '1.00', high24h: '1.00', low24h: '1.00', turnover24h: '1.00', volume24h: '5.00', spark: [] }
  const snapshot: ServerFrame = { type: 'snapshot', time: 1_000, quotes: [{ ...quote, ...day, state: 'live' }] }
  const short = (sum: number): ServerFrame => ({ type: 'short', time: 1_100, sum, changes: [0, 20, 150, 1, 2, 25] })

  it('is passed on as the quotes that it stands for', async () => {
    const opened = openSocket()
    await settle()
    server.send(snapshot)
    server.send(short(8))
    server.send({ type: 'quotes', time: 1_200, quotes: [['BTCUSDT', 9, 1_200, '200.00', '200.00', '200.00', '6.00']] })
    server.send(short(10))
    const quotes = opened.frames.flatMap((frame) => (frame.type === 'quotes' ? frame.quotes : []))
    expect(quotes).toEqual([
      ['BTCUSDT', 8, 1_080, '101.50', '101.49', '101.52', '5.25'],
      ['BTCUSDT', 9, 1_200, '200.00', '200.00', '200.00', '6.00'],
      ['BTCUSDT', 10, 1_080, '201.50', '201.49', '201.52', '6.25'],
    ])
    opened.socket.close()
  })

  it('after a missing one makes all prices stale, and is followed by long frames', async () => {
    const opened = openSocket()
    await settle()
    server.send(snapshot)
    for (const sum of [9, 10, 11]) server.send(short(sum))
    await settle()
    expect(opened.frames.map(({ type }) => type)).not.toContain('quotes')
    expect(opened.frames).toContainEqual({ type: 'state', symbols: [['BTCUSDT', 'stale']] })
    expect(server.frames.filter(({ type }) => type === 'subscribe')).toEqual([{ type: 'subscribe', channel: 'quotes' }])
    opened.socket.close()
  })

  it('after a missing one is followed by long frames of the same symbols', async () => {
    const opened = openSocket()
    await settle()
    const frame: ClientFrame = { type: 'subscribe', channel: 'quotes', symbols: ['BTCUSDT'] }
    opened.socket.send({ ...frame, form: 'short' })
    server.send(snapshot)
    server.send(short(9))
    await settle()
    expect(server.frames.at(-1)).toEqual(frame)
    opened.socket.close()
  })

  it('continues nothing of an earlier connection', async () => {
    const opened = openSocket()
    await settle()
    server.send(snapshot)
    await server.cut()
    await pass(FIRST_DELAY_MS * 2)
    server.send(short(8))
    expect(opened.frames.map(({ type }) => type)).not.toContain('quotes')
    opened.socket.close()
  })
})

describe('socket: rubbish', () => {
  it('is counted, and otherwise ignored', async () => {
    const opened = openSocket()
    await settle()
    const before = opened.frames.length
    const rubbish = [
      '',
      '{',
      'null',
      '[]',
      '7',
      '{"type":"toString"}',
      '{"type":"__proto__"}',
      '{"type":"hello","v":2}',
      '{"type":"snapshot","time":1,"quotes":[{}]}',
      '{"type":"quotes","time":1,"quotes":[["BTCUSDT",1,2,3,"4","5","6"]]}',
      '{"type":"quotes","time":1,"quotes":{}}',
      '{"type":"account","event":{"seq":"1"}}',
      '{"type":"pong","id":null,"time":1}',
      '{"type":"state","symbols":[1]}',
    ]
    for (const text of rubbish) server.sendRaw(text)
    server.sendRaw(new ArrayBuffer(8))
    expect(opened.socket.counters.rubbish).toBe(rubbish.length + 1)
    expect(opened.frames).toHaveLength(before)
    expect(opened.state?.type).toBe('connected')
    opened.socket.close()
  })
})

describe('socket: closing', () => {
  it.each([
    ['before the first attempt', async () => {}],
    ['while connecting', () => pass(2)],
    ['while connected', () => settle()],
    ['while waiting', () => settle().then(() => server.cut())],
    [
      'while a probe is out',
      async (opened: ReturnType<typeof openSocket>) => {
        await settle()
        opened.wake$.next()
      },
    ],
  ])('leaves no timer, no listener and no connection: %s', async (_, reach) => {
    const opened = openSocket()
    await reach(opened)
    opened.socket.close()
    expect(opened.state?.type).toBe('closed')
    await pass(2 * 4) // what was on its way
    expect(vi.getTimerCount()).toBe(0)
    expect(server.open()).toBe(0)
    expect(opened.wake$.observed).toBe(false)
    const { connections } = server.state
    opened.wake$.next()
    opened.socket.retryNow()
    opened.socket.hello()
    opened.socket.close()
    await pass(60_000)
    expect(server.state.connections).toBe(connections)
    expect(opened.states.filter(({ type }) => type === 'closed')).toHaveLength(1)
  })
})
