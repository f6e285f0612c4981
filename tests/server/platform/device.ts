import { type AddressInfo, connect, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { type ClientOptions, WebSocket } from 'ws'
import { type ClientFrame, PROTOCOL, type ServerFrame } from '../../../src/api/wire/frames.ts'
import { serverFrame } from '../calls.ts'

type FrameOf<T extends ServerFrame['type']> = Extract<ServerFrame, { type: T }>

/** A device on the socket. Every frame that it gets is checked against the protocol. */
export type Device = {
  frames: ServerFrame[]
  /** The number of the close, once the connection is closed. */
  closed: Promise<number>
  send(frame: ClientFrame): void
  raw: WebSocket
  /** The next frame of this type that was not taken yet. */
  next<T extends ServerFrame['type']>(type: T): Promise<FrameOf<T>>
  /** Resolves once everything that the server has sent so far has come: its answer to a ping of ours is behind it. */
  settled(): Promise<void>
  close(): Promise<number>
}

/** A limit for hangs only, since a busy machine may be slow. */
const WAIT_MS = 60_000

/** Where a test's server listens. */
export async function listen(http: FastifyInstance): Promise<number> {
  await http.listen({ port: 0, host: '127.0.0.1' })
  return (http.server.address() as AddressInfo).port
}

/** Opens a connection. Rejects with the status of HTTP where the upgrade is refused. */
export function openDevice(port: number, options: ClientOptions & { path?: string } = {}): Promise<Device> {
  const { path = '/api/socket', ...rest } = options
  const raw = new WebSocket(`ws://127.0.0.1:${port}${path}`, rest)
  const frames: ServerFrame[] = []
  const taken = new Set<ServerFrame>()
  let wake = () => {}
  raw.on('message', (data) => {
    const frame: unknown = JSON.parse(String(data))
    frames.push(v.parse(serverFrame, frame))
    wake()
  })
  const closed = new Promise<number>((resolve) => raw.on('close', resolve))
  let pings = 0

  const next = async <T extends ServerFrame['type']>(type: T): Promise<FrameOf<T>> => {
    const until = Date.now() + WAIT_MS
    for (;;) {
      const frame = frames.find((frame): frame is FrameOf<T> => frame.type === type && !taken.has(frame))
      if (frame) {
        taken.add(frame)
        return frame
      }
      if (Date.now() > until) throw new Error(`no ${type} came; what came: ${JSON.stringify(frames).slice(0, 500)}`)
      await new Promise<void>((resolve) => {
        wake = resolve
        setTimeout(resolve, 100)
      })
    }
  }

  return new Promise((resolve, reject) => {
    raw.on('unexpected-response', (_, response) => {
      response.resume()
      reject(new Error(`HTTP ${response.statusCode}`))
    })
    raw.on('error', reject)
    raw.on('open', () =>
      resolve({
        frames,
        closed,
        raw,
        next,
        send: (frame) => raw.send(JSON.stringify(frame)),
        settled: async () => {
          const id = ++pings + 1_000_000
          raw.send(JSON.stringify({ type: 'ping', id } satisfies ClientFrame))
          while ((await next('pong')).id !== id);
        },
        close: () => {
          raw.close()
          return closed
        },
      }),
    )
  })
}

/** Opens a connection and says hello. */
export async function greeted(port: number, token: string | null = null, options: ClientOptions = {}): Promise<Device> {
  const device = await openDevice(port, options)
  device.send({ type: 'hello', v: PROTOCOL, token })
  await device.next('hello')
  return device
}

/** A raw connection without a library: it sends no automatic replies. Resolves with the head of the answer. */
export function rawUpgrade(
  port: number,
  headers: Record<string, string> = {},
): Promise<{ socket: Socket; head: string }> {
  const lines = [
    'GET /api/socket HTTP/1.1',
    'Host: 127.0.0.1',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ]
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    socket.on('error', reject)
    socket.once('data', (data) => resolve({ socket, head: String(data) }))
    socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  })
}

/** A frame as a client puts it on the wire, masked by zeros. */
export function wireFrame(opcode: number, payload: string): Buffer {
  const body = Buffer.from(payload)
  const length = body.length < 126 ? [0x80 | body.length] : [0x80 | 126, body.length >> 8, body.length & 0xff]
  return Buffer.concat([Buffer.from([0x80 | opcode, ...length, 0, 0, 0, 0]), body])
}
