import type { Server } from 'node:http'
import { type WebSocket, WebSocketServer } from 'ws'
import type { ClientFrame, ServerFrame } from '../../src/api/wire/frames.ts'
import type { Bench } from './benchmark.ts'

/** The frames a page receives: on request first, then continuously. `ask`: the requesting frame. */
export type Telling = { ask: ClientFrame['type']; everyMs: number; first(): unknown; next(): unknown }

/** A socket server at the rate a benchmark needs. */
export function servePageSocket({ after }: Bench, server: Server, { ask, everyMs, first, next }: Telling): void {
  const sockets = new WebSocketServer({ server })
  const watching = new Set<WebSocket>()
  sockets.on('connection', (socket) => {
    const send = (frame: ServerFrame) => socket.send(JSON.stringify(frame))
    socket.on('message', (data) => {
      const frame = JSON.parse(String(data)) as ClientFrame
      const time = Date.now()
      if (frame.type === 'hello') send({ type: 'hello', v: 1, time, pingSeconds: 20, eventSeq: null })
      if (frame.type === 'ping') send({ type: 'pong', id: frame.id, time })
      if (frame.type !== ask) return
      socket.send(JSON.stringify(first()))
      watching.add(socket)
    })
    socket.on('close', () => watching.delete(socket))
  })
  const timer = setInterval(() => {
    const frame = JSON.stringify(next())
    for (const socket of watching) socket.send(frame)
  }, everyMs)
  after(() => {
    clearInterval(timer)
    for (const socket of sockets.clients) socket.terminate()
    sockets.close()
  })
}
