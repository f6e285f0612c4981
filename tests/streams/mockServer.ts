import { type Client, WebSocket as MockWebSocket, Server } from 'mock-socket'
import { Subject } from 'rxjs'
import { vi } from 'vitest'
import type { ClientFrame, ServerFrame } from '../../src/api/wire/frames.ts'
import { createServerTime } from '../../src/streams/serverTime.ts'
import { createSocket, type SocketOptions, type SocketState } from '../../src/streams/socket.ts'

export const SOCKET_URL = 'ws://quoin.test/api/socket'
export const PING_SECONDS = 10
/** How long mock-socket takes to open a connection, or to deliver a frame to the server, in ms. */
export const HOP_MS = 4

export type MockServer = ReturnType<typeof startMockServer>

/** A server that answers hello, and otherwise follows the test. `frames`: received frames. */
export function startMockServer({ pingSeconds = PING_SECONDS } = {}) {
  const server = new Server(SOCKET_URL, { mock: false })
  const frames: ClientFrame[] = []
  let client: Client | undefined
  const state = {
    /** Number of connections made so far. */
    connections: 0,
    greets: true,
    pongs: true,
    eventSeq: null as number | null,
    /** How far the server's clock runs ahead, in ms. */
    ahead: 0,
  }
  const time = () => Date.now() + state.ahead
  const send = (frame: ServerFrame) => client?.send(JSON.stringify(frame))

  server.on('connection', (socket) => {
    client = socket
    state.connections++
    socket.on('message', (text) => {
      if (socket !== client) return
      const frame = JSON.parse(String(text)) as ClientFrame
      frames.push(frame)
      if (frame.type === 'hello' && state.greets) sayHello()
      if (frame.type === 'ping' && state.pongs) send({ type: 'pong', id: frame.id, time: time() })
    })
  })
  const sayHello = () => send({ type: 'hello', v: 1, time: time(), pingSeconds, eventSeq: state.eventSeq })

  return {
    state,
    frames,
    time,
    send,
    sayHello,
    sendRaw: (data: string | ArrayBuffer) => client?.send(data),
    /** Ends the connection, as a server or a network does. */
    cut: async () => {
      client?.close({ code: 1006, reason: '', wasClean: false })
      await pass(HOP_MS)
    },
    /** Connections that are open. */
    open: () => server.clients().length,
    received: (type: ClientFrame['type']) => frames.filter((frame) => frame.type === type).length,
    /** No server answers at the address any more. */
    stop: () => {
      server.close()
      server.stop()
    },
  }
}

/** A socket under test, with its states so far. Needs fake timers. */
export function openSocket(overrides: Partial<SocketOptions> = {}) {
  const wake$ = new Subject<void>()
  const serverTime = createServerTime(() => Date.now())
  const socket = createSocket({
    url: SOCKET_URL,
    WebSocket: MockWebSocket as unknown as typeof WebSocket,
    getToken: () => null,
    random: () => 0.5,
    serverTime,
    wake$,
    ...overrides,
  })
  const states: SocketState[] = []
  const frames: ServerFrame[] = []
  socket.state$.subscribe((state) => states.push(state))
  socket.frames$.subscribe((frame) => frames.push(frame))
  return {
    socket,
    wake$,
    serverTime,
    states,
    frames,
    get state() {
      return states.at(-1)
    },
  }
}

/** Advances virtual time by this much, and runs everything due in it. */
export const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** Long enough for a connection to be made and greeted. */
export const settle = () => pass(5 * HOP_MS)
