import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Session } from '../../../server/platform/http/route.ts'
import { limits } from '../../../server/platform/socket/guards.ts'
import { startHub } from '../../../server/platform/socket/hub.ts'
import { commit } from '../../../server/platform/unit/unit.ts'
import { setStatus, startSession } from '../../../server/user/module.ts'
import { logout } from '../../../src/api/account/user.ts'
import { quotation } from '../../../src/api/market/market.ts'
import * as microtrade from '../../../src/api/trade/microtrade.ts'
import { events } from '../../../src/api/wire/events.ts'
import { FRAME_BYTES_MAX, PROTOCOL, type ServerFrame, type TickDelta } from '../../../src/api/wire/frames.ts'
import { createQuoteBase, lengthen, takeQuotes, takeSnapshot } from '../../../src/api/wire/short-quotes.ts'
import { firstBrokenLink } from '../../../src/rules/market/chain.ts'
import { instruments } from '../../../src/rules/market/instruments.ts'
import { startServer, type TestServer } from '../harness.ts'
import { order, price, SILENCE_MS } from '../microtrade/support.ts'
import { DEVICE } from '../platform.ts'
import { type Device, greeted, listen, openDevice, rawUpgrade, wireFrame } from './device.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

let server: TestServer
let close = async () => {}
let port: number
const opened: Device[] = []
const raws: Socket[] = []

beforeAll(async () => {
  const started = await startServer('sqlite')
  server = started.server
  close = started.close
  port = await listen(server.app.http)
})
afterEach(async () => {
  for (const { raw } of opened.splice(0)) raw.terminate()
  for (const socket of raws.splice(0)) socket.destroy()
  await vi.waitFor(async () => expect(await connections()).toBe(0))
})
afterAll(() => close())

const connections = () =>
  new Promise<number>((resolve) => server.app.http.server.getConnections((_, count) => resolve(count)))

/** Bytes of live buffers, after garbage collection. */
function buffers(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().arrayBuffers
}

/** A connection without a library behind it; closed after the test. */
const unassisted = async (port: number, headers = {}) => {
  const connection = await rawUpgrade(port, headers)
  raws.push(connection.socket)
  return connection
}

const kept = async (opening: Promise<Device>) => {
  const one = await opening
  opened.push(one)
  return one
}
/** A connected device after `hello`; closed after the test. */
const device = (token: string | null = null, options = {}) => kept(greeted(port, token, options))
/** A device that has not. */
const bare = (options = {}) => kept(openDevice(port, options))

describe('hub: hello', () => {
  it('is answered with the version, the time, how often to ping, and no number without a session', async () => {
    const { frames } = await device()
    expect(frames).toEqual([{ type: 'hello', v: PROTOCOL, time: server.clock.now(), pingSeconds: 10, eventSeq: null }])
  })

  it('is answered with the number of the newest private event where there is a session', async () => {
    const { token } = await server.person()
    expect((await device(token)).frames[0]).toMatchObject({ eventSeq: 0 })
    await price(server, '43000.00')
    await server.ok(microtrade.submit, order(), token)
    expect((await device(token)).frames[0]).toMatchObject({ eventSeq: 2 })
  })

  it('with an ended session is answered, and then signed out', async () => {
    const { frames, settled } = await device('A'.repeat(27))
    await settled()
    expect(frames.slice(0, 2)).toMatchObject([
      { type: 'hello', eventSeq: null },
      { type: 'signedOut', key: 'signInRequired' },
    ])
  })

  it('of a frozen account is signed out with the reason', async () => {
    const { userId, token } = await server.person()
    await commit(server.platform, (unit) => setStatus(unit, userId, 'frozen'))
    const frozen = await device(token)
    expect(await frozen.next('signedOut')).toMatchObject({ key: 'accountFrozen' })
  })

  it.each([
    ['a frame before it', '{"type":"subscribe","channel":"quotes"}', 1008],
    ['no JSON', 'hello', 1008],
    ['an array', '[]', 1008],
    ['a frame of no kind', '{"type":"open"}', 1008],
    ['another version', '{"type":"hello","v":2,"token":null}', 1008],
    ['no token and no null', '{"type":"hello","v":1}', 1008],
    ['a token that is none', '{"type":"hello","v":1,"token":{"a":1}}', 1008],
    ['a token without end', `{"type":"hello","v":1,"token":"${'x'.repeat(300)}"}`, 1008],
  ])('is closed upon %s', async (_, text, code) => {
    const bad = await bare()
    bad.raw.send(text)
    expect(await bad.closed).toBe(code)
  })

  it('that does not come within ten seconds ends the connection', async () => {
    const [silent, polite] = [await bare(), await device()]
    await server.clock.advance(9_900)
    expect(silent.raw.readyState).toBe(silent.raw.OPEN)
    await server.clock.advance(200)
    expect(await silent.closed).toBe(1008)
    await polite.settled()
  })
})

describe('hub: quotes', () => {
  it('start with a snapshot equal to REST, followed by changes numbered one by one', async () => {
    await price(server, '43000.00')
    const watcher = await device()
    watcher.send({ type: 'subscribe', channel: 'quotes' })
    const snapshot = await watcher.next('snapshot')
    expect(snapshot.quotes.map(({ symbol }) => symbol)).toEqual(instruments.map(({ symbol }) => symbol))
    expect(snapshot.quotes).toEqual((await server.ok(quotation)).quotes)
    const seqs = [snapshot.quotes.find(({ symbol }) => symbol === 'BTCUSDT')?.seq ?? 0]
    for (const value of ['43001.00', '43002.00', '43003.00']) {
      server.tick('BTCUSDT', value)
      await server.clock.advance(100)
      const { quotes } = await watcher.next('quotes')
      const [symbol, seq, time, shown] = quotes[0] ?? []
      expect([symbol, shown]).toEqual(['BTCUSDT', value])
      expect(time).toBeLessThanOrEqual(server.clock.now())
      seqs.push(seq ?? 0)
    }
    expect(seqs).toEqual(seqs.map((_, index) => (seqs[0] ?? 0) + index))
  })

  it('are sent in the short form to those who asked for it, with the same content', async () => {
    await price(server, '43000.00')
    const [long, short] = [await device(), await device()]
    long.send({ type: 'subscribe', channel: 'quotes' })
    short.send({ type: 'subscribe', channel: 'quotes', form: 'short' })
    const snapshot = await long.next('snapshot')
    expect(await short.next('snapshot')).toEqual(snapshot)
    const base = createQuoteBase()
    takeSnapshot(base, snapshot.quotes)
    for (const value of ['43001.00', '42002.50', '43003.00']) {
      server.tick('BTCUSDT', value)
      await server.clock.advance(100)
      const quotes = await long.next('quotes')
      const frame = await short.next('short')
      expect(JSON.stringify(frame).length).toBeLessThan(JSON.stringify(quotes).length)
      expect(lengthen(base, frame)).toEqual(quotes)
      takeQuotes(base, quotes.quotes)
    }
    short.send({ type: 'subscribe', channel: 'quotes' })
    await short.next('snapshot')
    await price(server, '43000.00')
    await short.next('quotes')
  })

  it('are sent only to subscribers, until they unsubscribe', async () => {
    const [watcher, other] = [await device(), await device()]
    watcher.send({ type: 'subscribe', channel: 'quotes' })
    await watcher.next('snapshot')
    watcher.send({ type: 'unsubscribe', channel: 'quotes' })
    await watcher.settled()
    await price(server, '43010.00')
    await Promise.all([watcher.settled(), other.settled()])
    expect(watcher.frames.filter(({ type }) => type === 'quotes')).toEqual([])
    expect(other.frames.filter(({ type }) => type === 'quotes' || type === 'snapshot')).toEqual([])
  })

  it('report stale prices', async () => {
    await price(server, '43000.00')
    const watcher = await device()
    watcher.send({ type: 'subscribe', channel: 'quotes' })
    await watcher.next('snapshot')
    await server.clock.advance(SILENCE_MS)
    expect((await watcher.next('state')).symbols).toContainEqual(['BTCUSDT', 'stale'])
  })
})

describe('hub: recorded ticks', () => {
  const told = (frames: readonly ServerFrame[]) => frames.filter((frame) => frame.type === 'ticks')

  it('are sent to watchers of their symbol, first the newest, then each as it is recorded, chained', async () => {
    const [watcher, other, ether] = [await device(), await device(), await device()]
    ether.send({ type: 'watch', symbol: 'ETHUSDT' })
    for (let each = 10; each < 35; each++) await price(server, `430${each}.00`)
    watcher.send({ type: 'watch', symbol: 'BTCUSDT' })
    const isChained = ({ previousHash, symbol, ticks }: Extract<ServerFrame, { type: 'ticks' }>) => {
      const stretch = ticks.map(([seq, time, price, hash]) => ({ symbol, seq, time, price, hash }))
      return firstBrokenLink(previousHash ?? '', stretch, sha256) === -1
    }
    const first = await watcher.next('ticks')
    expect([first.symbol, first.ticks.length, isChained(first)]).toEqual(['BTCUSDT', 20, true])
    const since: TickDelta[] = [...first.ticks]
    while (since.at(-1)?.[2] !== '43004.00') {
      await price(server, '43003.00')
      await price(server, '43004.00')
      await price(server, '1800.00', 'ETHUSDT')
      const next = await watcher.next('ticks')
      // The previous hash is the last one sent, and each covers the one before it.
      expect([next.previousHash, isChained(next)]).toEqual([since.at(-1)?.[3], true])
      since.push(...next.ticks)
    }
    await other.settled()
    expect(told(other.frames)).toEqual([])
    await ether.settled()
    const pricesOf = (frames: readonly ServerFrame[]) =>
      frames.flatMap((frame) => (frame.type === 'ticks' ? frame.ticks.map(([, , value]) => Number(value)) : []))
    expect(pricesOf(ether.frames)).toContain(1_800)
    expect(Math.max(...pricesOf(ether.frames))).toBeLessThan(10_000)
    expect(Math.min(...pricesOf(watcher.frames))).toBeGreaterThan(10_000)
    // A new request after a gap sends all of the newest again.
    watcher.send({ type: 'watch', symbol: 'BTCUSDT' })
    let again = await watcher.next('ticks')
    while (again.ticks.length < 20) again = await watcher.next('ticks')
    expect(again.ticks).toEqual(expect.arrayContaining(since.slice(-15)))
  })

  it('stop when unwatched, and are never sent for an unknown symbol', async () => {
    const watcher = await device()
    await price(server, '43000.00')
    watcher.send({ type: 'watch', symbol: 'BTCUSDT' })
    await watcher.next('ticks')
    watcher.send({ type: 'watch', symbol: null })
    await watcher.settled()
    const before = told(watcher.frames).length
    watcher.send({ type: 'watch', symbol: 'NONE' })
    await price(server, '43001.00')
    await price(server, '43002.00')
    await watcher.settled()
    expect(told(watcher.frames)).toHaveLength(before)
  })
})

describe('hub: private events', () => {
  it('reach every device of the user at once, in order, and no other user', async () => {
    const [me, them] = [await server.person(), await server.person()]
    await price(server, '43000.00')
    const mine = [await device(me.token), await device(me.token)]
    const others = [await device(them.token), await device()]
    const bought = await server.ok(microtrade.submit, order(), me.token)
    const stored = await server.ok(events, { after: 0 }, me.token)
    expect(stored.map(({ kind, seq }) => [kind, seq])).toEqual([
      ['microtrade', 1],
      ['wallet', 2],
    ])
    for (const one of mine) {
      await one.settled()
      const received = one.frames.filter((frame) => frame.type === 'account').map(({ event }) => event)
      expect(received).toEqual(stored)
      expect(received[0]?.body).toEqual(bought)
    }
    for (const one of others) {
      await one.settled()
      expect(one.frames.filter(({ type }) => type === 'account')).toEqual([])
      expect(JSON.stringify(one.frames)).not.toContain(bought.id)
    }
  })

  it('follow the token of the last hello on the same connection', async () => {
    const [me, them] = [await server.person(), await server.person()]
    const shared = await device(me.token)
    await price(server, '43000.00')
    shared.send({ type: 'hello', v: PROTOCOL, token: them.token })
    await shared.next('hello')
    await server.ok(microtrade.submit, order(), me.token)
    await shared.settled()
    expect(shared.frames.filter(({ type }) => type === 'account')).toEqual([])
    await server.ok(microtrade.submit, order(), them.token)
    expect((await shared.next('account')).event.seq).toBe(1)
    shared.send({ type: 'hello', v: PROTOCOL, token: null })
    await shared.next('hello')
    const before = shared.frames.length
    await server.ok(microtrade.submit, order(), them.token)
    await shared.settled()
    expect(shared.frames.slice(before).filter(({ type }) => type === 'account')).toEqual([])
  })

  it('end with the session: of this device by a sign-out, of every device by freezing', async () => {
    const me = await server.person()
    const second = await commit(server.platform, (unit) => startSession(unit, me.userId, 'password', DEVICE))
    await price(server, '43000.00')
    const [first, other] = [await device(me.token), await device(second)]
    await server.ok(logout, {}, me.token)
    expect(await first.next('signedOut')).toEqual({ type: 'signedOut', key: 'signInRequired' })
    await server.ok(microtrade.submit, order(), second)
    await other.next('account')
    await first.settled()
    expect(first.frames.filter(({ type }) => type === 'account')).toEqual([])
    await commit(server.platform, (unit) => setStatus(unit, me.userId, 'frozen'))
    expect(await other.next('signedOut')).toEqual({ type: 'signedOut', key: 'accountFrozen' })
    expect(first.raw.readyState).toBe(first.raw.OPEN)
    first.send({ type: 'subscribe', channel: 'quotes' })
    await first.next('snapshot')
  })

  it('end when the session expires, or was ended out of the bus’s reach', async () => {
    const [old, alive] = [await server.person(), await server.person()]
    const [first, second] = [await device(old.token), await device(alive.token)]
    await sql`update sessions set expires_at = 1 where user_id = ${old.userId}`.execute(server.platform.db)
    for (let round = 0; round < 4; round++) {
      await server.clock.advance(20_000)
      await Promise.all([first.settled(), second.settled()])
    }
    expect(await first.next('signedOut')).toMatchObject({ key: 'signInRequired' })
    expect(second.frames.filter(({ type }) => type === 'signedOut')).toEqual([])
  })
})

describe('hub: a connection is refused', () => {
  it.each([
    ['with a token in its URL', { path: '/api/socket?token=abc' }, 404],
    ['with anything in its URL', { path: '/api/socket?x' }, 404],
    ['at another path', { path: '/api/sockets' }, 404],
    ['from a page of another site', { origin: 'https://evil.example' }, 403],
    ['from a page that hides where it is from', { origin: 'null' }, 403],
    ['from the same host at another port', { origin: 'http://127.0.0.1:1' }, 403],
  ])('%s', async (_, options, status) => {
    await expect(openDevice(port, options)).rejects.toThrow(`HTTP ${status}`)
  })

  it('for a name that is not ours', async () => {
    await expect(
      openDevice(port, { headers: { host: 'evil.example' }, origin: 'http://evil.example' }),
    ).rejects.toThrow('HTTP 421')
    await (await device(null, { headers: { host: 'localhost' } })).settled()
  })

  it('not from our own page', async () => {
    await (await device(null, { origin: `http://127.0.0.1:${port}` })).settled()
  })

  it('from every origin but PUBLIC_URL, if set', async () => {
    const started = await startServer('sqlite', { env: { PUBLIC_URL: 'https://quoin.example/' } })
    const publicPort = await listen(started.server.app.http)
    await expect(openDevice(publicPort, { origin: `http://127.0.0.1:${publicPort}` })).rejects.toThrow('HTTP 403')
    await (await greeted(publicPort, null, { origin: 'https://quoin.example' })).close()
    await started.close()
  })

  it('beyond the number that one address may hold, until one is closed', async () => {
    const held = await Promise.all(Array.from({ length: limits.connectionsPerAddressMax }, () => device()))
    await expect(openDevice(port)).rejects.toThrow('HTTP 429')
    await expect(openDevice(port, { headers: { 'X-Forwarded-For': '198.51.100.9' } })).rejects.toThrow('HTTP 429')
    await device(null, { localAddress: '127.0.0.2' })
    await held[0]?.close()
    await device()
  })

  it('beyond the number that the process holds, from wherever, until one is closed', async () => {
    expect(limits.connectionsMax).toBe(10_000)
    limits.connectionsMax = 3
    onTestFinished(() => {
      limits.connectionsMax = 10_000
    })
    const held = [await device(), await device(), await device(null, { localAddress: '127.0.0.2' })]
    await expect(openDevice(port, { localAddress: '127.0.0.3' })).rejects.toThrow('HTTP 503')
    await held[0]?.close()
    await device(null, { localAddress: '127.0.0.3' })
  })

  it('and released, whether the peer closes or disconnects', async () => {
    const { socket, head } = await unassisted(port, { Origin: 'https://evil.example' })
    expect(head).toMatch(/^HTTP\/1\.1 403 Forbidden/)
    // This side stays open: the server must not wait for it.
    await vi.waitFor(async () => expect(await connections()).toBe(0))
    socket.destroy()
    for (let number = 0; number < 20; number++) {
      const { socket } = await unassisted(port, { Origin: 'https://evil.example' })
      socket.on('error', () => {})
      socket.resetAndDestroy()
    }
    await (await device()).settled()
  })
})

describe('hub: a connection is closed', () => {
  it('upon a frame over 4,096 bytes, and not upon one of them', async () => {
    const [good, bad, worst] = [await device(), await device(), await device()]
    const ping = '{"type":"ping","id":1}'
    good.raw.send(ping.padEnd(FRAME_BYTES_MAX))
    await good.next('pong')
    bad.raw.send(ping.padEnd(FRAME_BYTES_MAX + 1))
    expect(await bad.closed).toBe(1009)
    worst.raw.send('x'.repeat(1024 * 1024))
    expect(await worst.closed).toBe(1009)
  })

  it('upon a binary frame', async () => {
    const binary = await device()
    binary.raw.send(Buffer.from('{"type":"ping","id":1}'))
    expect(await binary.closed).toBe(1003)
  })

  it('upon an invalid frame', async () => {
    const bad = await device()
    bad.send({ type: 'ping', id: 1.5 })
    expect(await bad.closed).toBe(1008)
  })

  it('upon a flood of frames, and not upon as many over some time', async () => {
    const [slow, fast] = [await device(), await device()]
    for (let round = 0; round < 4; round++) {
      for (let number = 0; number < 20; number++) slow.send({ type: 'ping', id: number })
      await slow.next('pong')
      await sleep(20)
      await server.clock.advance(2_000)
    }
    for (let number = 0; number < limits.framesBurst + 1; number++) fast.send({ type: 'ping', id: number })
    expect(await fast.closed).toBe(1008)
    expect(slow.raw.readyState).toBe(slow.raw.OPEN)
    expect(slow.frames.filter(({ type }) => type === 'pong')).toHaveLength(80)
  })

  it('upon a flood of websocket pings, which are otherwise answered', async () => {
    const flood = await device()
    flood.raw.ping('here')
    const [echo] = await once(flood.raw, 'pong')
    expect(String(echo)).toBe('here')
    for (let number = 0; number < limits.framesBurst; number++) flood.raw.ping()
    expect(await flood.closed).toBe(1008)
  })

  it('upon a flood of unsolicited pongs, and not upon one to each ping', async () => {
    const calm = await device()
    for (let round = 0; round < limits.framesBurst + 5; round++) {
      await server.clock.advance(20_000)
      await calm.settled()
    }
    const flood = await device()
    for (let number = 0; number < limits.framesBurst + 1; number++) flood.raw.pong()
    expect(await flood.closed).toBe(1008)
    expect(calm.raw.readyState).toBe(calm.raw.OPEN)
  })

  it('when the peer has vanished', async () => {
    const alive = await device()
    const { socket } = await unassisted(port)
    socket.write(wireFrame(1, '{"type":"hello","v":1,"token":null}'))
    await once(socket, 'data')
    const gone = once(socket, 'end')
    for (let round = 0; round < 3; round++) {
      await server.clock.advance(20_000)
      await alive.settled()
    }
    await gone
    socket.destroy()
    await alive.settled()
  })

  it('upon a violation of the websocket protocol', async () => {
    const { socket } = await unassisted(port)
    socket.write(Buffer.from([0xff, 0xff, 0xff, 0xff, 0xff, 0xff]))
    socket.resume()
    await once(socket, 'end')
    socket.destroy()
  })
})

describe('hub: a hello', () => {
  const session = { userId: 'someone', method: 'password' as const, tokenHash: 'hash' }
  const token = 'A'.repeat(27)

  /** A hub that looks sessions up like this. */
  async function hubWith(authenticate: () => Promise<Session | undefined>) {
    const http = createServer().listen(0, '127.0.0.1')
    await once(http, 'listening')
    const hub = startHub(server.platform, http, {
      authenticate,
      eventSeq: async () => 7,
      snapshot: () => '{}',
      ticks: async () => undefined,
      trades: () => undefined,
    })
    onTestFinished(async () => {
      await hub.stop()
      http.close()
    })
    return { hub, port: (http.address() as AddressInfo).port }
  }

  it('during a sign-out looks the session up again', async () => {
    const { bus } = server.platform
    let lookUps = 0
    const { port } = await hubWith(async () => {
      lookUps += 1
      if (lookUps > 1) return undefined
      // The session exists at lookup, and is gone by the time of the answer.
      bus.publish('signedOut', { ...session, key: 'signInRequired' })
      return session
    })
    const one = await greeted(port, token)
    expect(one.frames[0]).toMatchObject({ type: 'hello', eventSeq: null })
    expect(await one.next('signedOut')).toMatchObject({ key: 'signInRequired' })
    const wallet = { currency: 'USDT', balance: '1', available: '1', frozen: '0', version: 1 }
    bus.publish('account', { userId: 'someone', event: { seq: 8, at: 1, kind: 'wallet', body: wallet } })
    await one.settled()
    expect(one.frames.filter(({ type }) => type === 'account')).toEqual([])
  })

  it('of a connection that has closed meanwhile leaves nothing behind', async () => {
    const lookUp = Promise.withResolvers<Session>()
    const asked = Promise.withResolvers<void>()
    const { hub, port } = await hubWith(() => {
      asked.resolve()
      return lookUp.promise
    })
    const one = await openDevice(port)
    one.send({ type: 'hello', v: PROTOCOL, token })
    await asked.promise
    one.raw.terminate()
    await vi.waitFor(() => expect(hub.size).toBe(0))
    lookUp.resolve(session)
    await lookUp.promise
    await sleep(0)
    expect(hub.delivered()).toEqual(new Map())
  })
})

describe('hub: a reader that stops', () => {
  it('is skipped, then disconnected, within its memory limit', async () => {
    const me = await server.person()
    const { socket } = await unassisted(port)
    socket.write(wireFrame(1, JSON.stringify({ type: 'hello', v: 1, token: me.token })))
    socket.write(wireFrame(1, '{"type":"subscribe","channel":"quotes"}'))
    await once(socket, 'data')
    await sleep(50)
    socket.pause()
    const reader = await device()
    reader.send({ type: 'subscribe', channel: 'quotes' })
    await reader.next('snapshot')

    // 32 MB of market frames: nearly all are skipped for a device that does not read, none for one that does.
    const frame = JSON.stringify({ type: 'quotes', time: 1, quotes: [], filler: 'x'.repeat(64 * 1024) })
    const before = buffers()
    for (let number = 1; number <= 500; number++) {
      server.platform.bus.publish('frame', frame)
      if (number % 20 === 0) await reader.settled()
    }
    // Buffers are swept beside the program: it may take a moment until they count no more.
    await vi.waitFor(() => expect(buffers() - before).toBeLessThan(4 * 1024 * 1024))
    expect(reader.frames.filter(({ type }) => type === 'quotes').length).toBe(500)
    expect(await connections()).toBe(2)

    // Private events are never skipped: past the limit the connection is cut, and the device catches up by REST.
    const wallet = { currency: 'USDT', balance: '1', available: '1', frozen: '0', version: 1 }
    const event = { seq: 1, at: 1, kind: 'wallet' as const, body: { ...wallet, filler: 'x'.repeat(64 * 1024) } }
    for (let number = 0; number < 40; number++) server.platform.bus.publish('account', { userId: me.userId, event })
    await vi.waitFor(async () => expect(await connections()).toBe(1))
    socket.destroy()
  })
})

describe('hub: a storm of reconnections', () => {
  it('is handled: every device gets its hello and snapshot each time', async () => {
    const wave = async () => {
      const devices = await Promise.all(
        Array.from({ length: 300 }, async (_, number) => {
          const one = await device(null, { localAddress: `127.0.0.${10 + (number % 6)}` })
          one.send({ type: 'subscribe', channel: 'quotes' })
          await one.next('snapshot')
          return one
        }),
      )
      expect(await connections()).toBe(300)
      for (const { raw } of devices) raw.terminate()
      await vi.waitFor(async () => expect(await connections()).toBe(0))
    }
    await wave()
    await wave()
  })
})

describe('the end of the server', () => {
  it('notifies every device, and waits for none that does not answer', async () => {
    const started = await startServer('sqlite')
    const endPort = await listen(started.server.app.http)
    const devices = [await greeted(endPort), await greeted(endPort)]
    const { socket } = await unassisted(endPort)
    socket.pause()
    const begun = performance.now()
    const closing = started.close()
    for (const one of devices) {
      expect(await one.next('bye')).toEqual({ type: 'bye', reason: 'restart' })
      expect(await one.closed).toBe(1012)
    }
    await expect(openDevice(endPort)).rejects.toThrow()
    await closing
    // By default a WebSocket server gives a device 30 s.
    expect(performance.now() - begun).toBeLessThan(20_000)
    socket.destroy()
  })
})
