import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import * as v from 'valibot'
import { type WebSocket, WebSocketServer } from 'ws'
import type { AccountEvent } from '../../src/api/events.ts'
import { clientFrame, FRAME_BYTES_MAX, PROTOCOL, type ServerFrame } from '../../src/api/frames.ts'
import { Refusal } from '../../src/api/messages.ts'
import type { Platform } from './context.ts'
import type { Session } from './route.ts'

export const SOCKET_PATH = '/api/socket'

/** What one connection may do, and how long the hub waits for it. */
export const limits = {
  connectionsPerAddressMax: 64,
  /** Frames a second, over a burst of `framesBurst`. */
  framesPerSecondMax: 10,
  framesBurst: 40,
  /** Above this, market frames are skipped: the gap in their numbers makes the app ask for a snapshot. */
  unreadBytesSkip: 256 * 1024,
  /** Above this, the connection is cut. */
  unreadBytesMax: 1024 * 1024,
  helloMsMax: 10_000,
  pingMs: 10_000,
}

export type HubOptions = {
  authenticate(token: string): Promise<Session | undefined>
  /** Number of the user's newest private event. */
  eventSeq(userId: string): Promise<number>
  /** A serialised snapshot of all quotes. */
  snapshot(): string
  /** The origin of the app's own pages where it is set; otherwise the host that was asked for. */
  publicOrigin: string | undefined
}

type Connection = {
  socket: WebSocket
  address: string
  session: Session | undefined
  greeted: boolean
  subscribed: boolean
  /** Frames that it may still send, refilled with time. */
  allowance: number
  allowanceAt: number
  alive: boolean
}

/** The websocket hub: one connection per device, market frames to all who subscribed, private events to their owner. */
export function startHub(platform: Platform, server: Server, options: HubOptions) {
  const { bus, clock, log } = platform
  const wss = new WebSocketServer({ noServer: true, maxPayload: FRAME_BYTES_MAX, perMessageDeflate: false })
  const connections = new Set<Connection>()
  let closing = false

  const send = (connection: Connection, frame: ServerFrame | string) => {
    const { socket } = connection
    if (socket.readyState !== socket.OPEN) return
    if (socket.bufferedAmount > limits.unreadBytesMax) {
      log.info({ address: connection.address }, 'a socket that stopped reading was cut')
      socket.terminate()
      return
    }
    socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame))
  }

  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const address = request.socket.remoteAddress ?? ''
    const status = refusalOf(request, address)
    if (status) socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`)
    else wss.handleUpgrade(request, socket, head, (accepted) => welcome(accepted, address))
  }

  const refusalOf = (request: IncomingMessage, address: string): string | undefined => {
    // The path and nothing behind it: a token in a URL would end up in logs.
    if (request.url !== SOCKET_PATH) return '404 Not Found'
    if (closing) return '503 Service Unavailable'
    if (!isOwnOrigin(request, options.publicOrigin)) return '403 Forbidden'
    const ofAddress = [...connections].filter((connection) => connection.address === address).length
    return ofAddress < limits.connectionsPerAddressMax ? undefined : '429 Too Many Requests'
  }

  const welcome = (socket: WebSocket, address: string) => {
    const connection: Connection = {
      socket,
      address,
      session: undefined,
      greeted: false,
      subscribed: false,
      allowance: limits.framesBurst,
      allowanceAt: clock.now(),
      alive: true,
    }
    connections.add(connection)
    const cancelHello = clock.after(limits.helloMsMax, () => {
      if (!connection.greeted) socket.close(1008, 'no hello')
    })
    // Frames of one connection are handled one after the other: a hello may wait for the database.
    let queue = Promise.resolve()
    socket.on('message', (data, isBinary) => {
      if (!allow(connection, clock.now())) return socket.close(1008, 'too many frames')
      if (isBinary) return socket.close(1003, 'text only')
      const text = String(data)
      queue = queue
        .then(() => receive(connection, text))
        .catch((error) => {
          log.error({ err: error }, 'a frame failed')
          socket.close(1011)
        })
    })
    socket.on('pong', () => {
      connection.alive = true
    })
    // An oversize or malformed frame: ws closes the connection by itself.
    socket.on('error', () => {})
    socket.on('close', () => {
      cancelHello()
      connections.delete(connection)
    })
  }

  const receive = async (connection: Connection, text: string) => {
    const frame = parseFrame(text)
    if (!frame || (!connection.greeted && frame.type !== 'hello')) return connection.socket.close(1008, 'bad frame')
    switch (frame.type) {
      case 'hello':
        return greet(connection, frame.token)
      case 'subscribe':
        connection.subscribed = true
        return send(connection, options.snapshot())
      case 'unsubscribe':
        connection.subscribed = false
        return
      case 'ping':
        return send(connection, { type: 'pong', id: frame.id, time: clock.now() })
    }
  }

  const greet = async (connection: Connection, token: string | null) => {
    connection.greeted = true
    connection.session = undefined
    let refused: string | undefined
    if (token !== null) {
      try {
        connection.session = await options.authenticate(token)
        if (!connection.session) refused = 'signInRequired'
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        refused = error.key
      }
    }
    const { session } = connection
    send(connection, {
      type: 'hello',
      v: PROTOCOL,
      time: clock.now(),
      pingSeconds: limits.pingMs / 1000,
      eventSeq: session ? await options.eventSeq(session.userId) : null,
    })
    if (refused) send(connection, { type: 'signedOut', key: refused })
  }

  const onFrame = (frame: string) => {
    for (const connection of connections) {
      if (connection.subscribed && connection.socket.bufferedAmount < limits.unreadBytesSkip) send(connection, frame)
    }
  }

  const onAccount = ({ userId, event }: { userId: string; event: AccountEvent }) => {
    const frame = JSON.stringify({ type: 'account', event } satisfies ServerFrame)
    for (const connection of connections) {
      if (connection.session?.userId === userId) send(connection, frame)
    }
  }

  const onSignedOut = ({ userId, tokenHash, key }: { userId: string; tokenHash?: string; key: string }) => {
    for (const connection of connections) {
      const { session } = connection
      if (session?.userId !== userId || (tokenHash !== undefined && session.tokenHash !== tokenHash)) continue
      connection.session = undefined
      send(connection, { type: 'signedOut', key })
    }
  }

  // Finds the half-open: a peer that is gone without a word answers no ping.
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
  }
  cancelPing = clock.after(limits.pingMs * 2, pingAll)

  server.on('upgrade', onUpgrade)
  const subscriptions = [
    bus.subscribe('frame', onFrame),
    bus.subscribe('account', onAccount),
    bus.subscribe('signedOut', onSignedOut),
  ]

  return {
    get size() {
      return connections.size
    },
    /** Tells every socket, and closes it. */
    stop: async () => {
      closing = true
      cancelPing()
      for (const unsubscribe of subscriptions) unsubscribe()
      for (const connection of connections) {
        send(connection, { type: 'bye', reason: 'restart' })
        connection.socket.close(1012, 'restart')
      }
      const cut = setTimeout(() => {
        for (const { socket } of connections) socket.terminate()
      }, 1_000)
      await Promise.all([...connections].map(({ socket }) => new Promise((resolve) => socket.once('close', resolve))))
      clearTimeout(cut)
      server.off('upgrade', onUpgrade)
      wss.close()
    },
  }
}

/** A page of another site sends its own origin; what is no browser sends none. */
function isOwnOrigin(request: IncomingMessage, publicOrigin: string | undefined): boolean {
  const { origin, host } = request.headers
  if (origin === undefined) return true
  return publicOrigin === undefined ? URL.parse(origin)?.host === host : origin === publicOrigin
}

function allow(connection: Connection, now: number): boolean {
  const refill = ((now - connection.allowanceAt) / 1000) * limits.framesPerSecondMax
  connection.allowance = Math.min(limits.framesBurst, connection.allowance + refill) - 1
  connection.allowanceAt = now
  return connection.allowance >= 0
}

function parseFrame(text: string) {
  try {
    const result = v.safeParse(clientFrame, JSON.parse(text))
    return result.success ? result.output : undefined
  } catch {
    return undefined
  }
}
