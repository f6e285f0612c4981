import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import type { AccountEvent } from '../../../src/api/wire/events.ts'
import { FRAME_BYTES_MAX, PROTOCOL, type ServerFrame } from '../../../src/api/wire/frames.ts'
import { Refusal } from '../../../src/api/wire/messages.ts'
import type { Platform } from '../context.ts'
import { createAddresses } from '../http/address.ts'
import { basePathOf, withoutBase } from '../http/base.ts'
import { isOwnHost } from '../http/host.ts'
import { isOwnOrigin } from '../http/origin.ts'
import type { Session } from '../http/route.ts'
import { spanned } from '../telemetry/telemetry.ts'
import { networksOf } from '../throttle.ts'
import { type Allowance, limits, parseFrame, refuseUpgrade, takeFrame } from './guards.ts'
import { createQuoteGroups } from './quote-groups.ts'
import { createWatching, type WatchingOptions } from './watching.ts'

export const SOCKET_PATH = '/api/socket'

export type HubOptions = {
  authenticate(token: string): Promise<Session | undefined>
  /** Number of the user's newest private event. */
  eventSeq(userId: string): Promise<number>
  /** A serialised snapshot of all quotes. */
  snapshot(): string
} & Pick<WatchingOptions<never>, 'ticks' | 'trades'>

/** Counters since the start. `cut`: connections that had stopped reading. */
export type HubCounters = { opened: number; frames: number; bytes: number; cut: number }

type Connection = {
  socket: WebSocket
  address: string
  /** The token of the last hello. */
  token: string | null
  session: Session | undefined
  /** The highest private event number sent; infinite until hello has set it. */
  eventSeq: number
  /** When the session was last found valid, in ms. */
  checkedAt: number
  greeted: boolean
  allowance: Allowance
  alive: boolean
}

/** The websocket hub: one connection per device, market frames to all subscribers, private events to their owner. */
export function startHub(platform: Platform, server: Server, options: HubOptions) {
  const { bus, clock, config, log } = platform
  const addressOf = createAddresses(config.TRUST_PROXY)
  const base = basePathOf(config.PUBLIC_URL)
  const settings = {
    noServer: true,
    maxPayload: FRAME_BYTES_MAX,
    perMessageDeflate: false,
    // Pings count as frames, and are answered here.
    autoPong: false,
    closeTimeout: limits.closeMsMax,
  }
  const wss = new WebSocketServer(settings)
  const connections = new Set<Connection>()
  /** Those with a session, by user: an event is looked up here, however many others are connected. */
  const ofUser = new Map<string, Set<Connection>>()
  /** The number of connections per network. */
  const held = new Map<string, number>()
  /** Counts ended sessions: a token looked up during a sign-out is looked up again. */
  let signOuts = 0
  const counters: HubCounters = { opened: 0, frames: 0, bytes: 0, cut: 0 }
  let closing = false

  const send = (connection: Connection, frame: ServerFrame | Buffer) => {
    const { socket } = connection
    if (socket.readyState !== socket.OPEN) return
    if (socket.bufferedAmount > limits.unreadBytesMax) {
      log.info({ address: connection.address }, 'a socket that stopped reading was closed')
      counters.cut += 1
      socket.terminate()
      return
    }
    const bytes = frame instanceof Buffer ? frame : Buffer.from(JSON.stringify(frame))
    counters.frames += 1
    counters.bytes += bytes.length
    socket.send(bytes, { binary: false })
  }

  const identify = (connection: Connection, session: Session | undefined) => {
    const before = connection.session && ofUser.get(connection.session.userId)
    before?.delete(connection)
    if (connection.session && before?.size === 0) ofUser.delete(connection.session.userId)
    connection.session = session
    if (!session) return
    const own = ofUser.get(session.userId) ?? new Set()
    ofUser.set(session.userId, own.add(connection))
  }

  const keepsUp = ({ socket }: Connection) => socket.bufferedAmount < limits.unreadBytesSkip
  const quotes = createQuoteGroups<Connection>({ snapshot: options.snapshot, send, keepsUp })
  const watching = createWatching(platform, { ticks: options.ticks, trades: options.trades, send, keepsUp })

  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const address = addressOf(request)
    const status = refusalOf(request, address)
    if (status) refuseUpgrade(socket, status)
    else wss.handleUpgrade(request, socket, head, (accepted) => welcome(accepted, address))
  }

  const count = (address: string, change: 1 | -1) => {
    for (const { network } of networksOf(address)) {
      const next = (held.get(network) ?? 0) + change
      if (next > 0) held.set(network, next)
      else held.delete(network)
    }
  }
  const isFull = (address: string) =>
    networksOf(address).some(
      ({ network, share }) => (held.get(network) ?? 0) >= limits.connectionsPerAddressMax * share,
    )

  const refusalOf = (request: IncomingMessage, address: string): string | undefined => {
    // No query: a token in a URL would end up in logs.
    if (withoutBase(request.url ?? '', base) !== SOCKET_PATH) return '404 Not Found'
    if (closing) return '503 Service Unavailable'
    if (!isOwnHost(request, platform.config.PUBLIC_URL)) return '421 Misdirected Request'
    if (!isOwnOrigin(request, platform.config.PUBLIC_URL)) return '403 Forbidden'
    if (connections.size >= limits.connectionsMax) return '503 Service Unavailable'
    return isFull(address) ? '429 Too Many Requests' : undefined
  }

  const welcome = (socket: WebSocket, address: string) => {
    const connection: Connection = {
      socket,
      address,
      token: null,
      session: undefined,
      eventSeq: 0,
      checkedAt: 0,
      greeted: false,
      allowance: { frames: limits.framesBurst, at: clock.now() },
      alive: true,
    }
    connections.add(connection)
    counters.opened += 1
    count(address, 1)
    const cancelHello = clock.after(limits.helloMsMax, () => {
      if (!connection.greeted) socket.close(1008, 'no hello')
    })
    // Frames of one connection are processed sequentially: a hello may wait for the database.
    let queue = Promise.resolve()
    const isAllowed = () => {
      if (socket.readyState !== socket.OPEN) return false
      connection.alive = true
      const allowed = takeFrame(connection.allowance, clock.now())
      if (!allowed) socket.close(1008, 'too many frames')
      return allowed
    }
    socket.on('message', (data, isBinary) => {
      if (!isAllowed()) return
      if (isBinary) return socket.close(1003, 'text only')
      const text = String(data)
      queue = queue
        .then(() => receive(connection, text))
        .catch((error) => {
          log.error({ err: error }, 'a frame failed')
          socket.close(1011)
        })
    })
    socket.on('ping', (data) => {
      if (isAllowed()) socket.pong(data)
    })
    // Unsolicited pongs count, too.
    socket.on('pong', isAllowed)
    // An oversized or malformed frame: ws closes the connection itself.
    socket.on('error', () => {})
    socket.on('close', () => {
      cancelHello()
      connections.delete(connection)
      identify(connection, undefined)
      quotes.leave(connection)
      watching.leave(connection)
      count(address, -1)
    })
  }

  const receive = async (connection: Connection, text: string) => {
    // It waited behind a hello, and the connection has closed since: nothing would end what it starts.
    if (connection.socket.readyState !== connection.socket.OPEN) return
    const frame = parseFrame(text)
    if (!frame || (!connection.greeted && frame.type !== 'hello')) return connection.socket.close(1008, 'bad frame')
    switch (frame.type) {
      case 'hello':
        return greet(connection, frame.token)
      case 'subscribe':
        return quotes.subscribe(connection, frame)
      case 'unsubscribe':
        return quotes.leave(connection)
      case 'watch':
        return watching.watch(connection, frame.symbol)
      case 'ping':
        return send(connection, { type: 'pong', id: frame.id, time: clock.now() })
    }
  }

  const greet = async (connection: Connection, token: string | null) => {
    connection.greeted = true
    connection.token = token
    identify(connection, undefined)
    let found: Session | string | undefined
    if (token !== null) {
      let before: number
      do {
        before = signOuts
        found = await lookUp(token)
      } while (signOuts !== before)
    }
    // It closed during the look-up.
    if (!connections.has(connection)) return
    // Private events are sent from here on; hello's number is read afterwards, so that none is missed.
    const session = typeof found === 'object' ? found : undefined
    identify(connection, session)
    connection.eventSeq = Number.POSITIVE_INFINITY
    connection.checkedAt = clock.now()
    const eventSeq = session ? await options.eventSeq(session.userId) : null
    connection.eventSeq = eventSeq ?? 0
    send(connection, { type: 'hello', v: PROTOCOL, time: clock.now(), pingSeconds: limits.pingMs / 1000, eventSeq })
    if (typeof found === 'string') send(connection, { type: 'signedOut', key: found })
  }

  /** The session of a token, or the error key. */
  const lookUp = async (token: string): Promise<Session | string> => {
    try {
      return (await options.authenticate(token)) ?? 'signInRequired'
    } catch (error) {
      if (error instanceof Refusal) return error.key
      throw error
    }
  }

  const recheck = async () => {
    for (const connection of connections) {
      const { token, session, checkedAt } = connection
      if (token === null || !session || clock.now() - checkedAt < limits.recheckMs) continue
      connection.checkedAt = clock.now()
      const found = await lookUp(token)
      if (typeof found === 'string' && connection.session === session) signOut(connection, found)
    }
  }

  const signOut = (connection: Connection, key: string) => {
    identify(connection, undefined)
    send(connection, { type: 'signedOut', key })
  }

  const onAccount = ({ userId, event }: { userId: string; event: AccountEvent }) => {
    const frame = Buffer.from(JSON.stringify({ type: 'account', event } satisfies ServerFrame))
    const sendAll = () => {
      for (const connection of ofUser.get(userId) ?? []) {
        send(connection, frame)
        connection.eventSeq = Math.max(connection.eventSeq, event.seq)
      }
    }
    spanned(platform, 'socket', sendAll, { 'quoin.event': event.kind })
  }

  const onSignedOut = ({ userId, tokenHash, key }: { userId: string; tokenHash?: string; key: string }) => {
    signOuts += 1
    for (const connection of [...(ofUser.get(userId) ?? [])]) {
      if (tokenHash === undefined || connection.session?.tokenHash === tokenHash) signOut(connection, key)
    }
  }

  // Detects half-open connections: a vanished peer answers no ping.
  let cancelPing = () => {}
  const pingAll = () => {
    for (const connection of connections) {
      if (!connection.alive) {
        connection.socket.terminate()
        continue
      }
      connection.alive = false
      connection.socket.ping()
    }
    cancelPing = clock.after(limits.pingMs * 2, pingAll)
    recheck().catch((error) => log.error({ err: error }, 'sessions could not be checked'))
  }
  cancelPing = clock.after(limits.pingMs * 2, pingAll)

  server.on('upgrade', onUpgrade)
  const subscriptions = [
    bus.subscribe('frame', quotes.onFrame),
    bus.subscribe('recorded', watching.onRecorded),
    bus.subscribe('trades', watching.onTrades),
    bus.subscribe('account', onAccount),
    bus.subscribe('signedOut', onSignedOut),
  ]

  return {
    counters,
    get size() {
      return connections.size
    },
    /** The users connected here, with the highest event number sent to all of a user's sockets. */
    delivered: (): Map<string, number> =>
      new Map([...ofUser].map(([userId, own]) => [userId, Math.min(...[...own].map(({ eventSeq }) => eventSeq))])),
    /** Notifies every socket, and closes it. */
    stop: async () => {
      closing = true
      cancelPing()
      for (const unsubscribe of subscriptions) unsubscribe()
      for (const connection of connections) {
        send(connection, { type: 'bye', reason: 'restart' })
        connection.socket.close(1012, 'restart')
      }
      await Promise.all([...connections].map(({ socket }) => new Promise((resolve) => socket.once('close', resolve))))
      server.off('upgrade', onUpgrade)
      wss.close()
      await watching.idle()
    },
  }
}
