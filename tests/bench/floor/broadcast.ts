import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'

/**
 * The floor of the fan-out: a bare `ws` server that sends each socket a frame every 100 ms and nothing else.
 * It receives the frames, or null for silence, and answers with what it has sent.
 */
const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false })
let frames: Buffer[] = []
let number = 0

setInterval(() => {
  const frame = frames[number++ % frames.length]
  if (!frame) return
  // The time of sending replaces the recorded time: latency is computed from it.
  frame.write(String(Date.now()), frame.indexOf('"time":') + 7)
  for (const socket of server.clients) socket.send(frame, { binary: false })
}, 100)

process.on('message', (texts: string[] | null) => {
  frames = (texts ?? []).map((text) => Buffer.from(text))
  process.send?.(null)
})
server.on('listening', () => process.send?.((server.address() as AddressInfo).port))
