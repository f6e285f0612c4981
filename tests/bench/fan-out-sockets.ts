import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import WebSocket from 'ws'
import { quantile } from './figures.ts'

/** Commands to the process that holds the sockets. */
export type Question =
  | { ask: 'open'; url: string; count: number }
  | { ask: 'close' }
  /** Sends frames on every socket, the first list on the first, and so on in turn, until each has a snapshot. */
  | { ask: 'send'; frames: readonly (readonly unknown[])[] }
  /** Counts for this long. */
  | { ask: 'count'; ms: number }
  /** Collects the first socket's market frames for this long. */
  | { ask: 'listen'; ms: number }

/** What arrived in time: messages and bytes on all sockets, and the 99th percentile of latency in ms. */
export type Count = { messages: number; bytes: number; p99: number }

// The server limits sockets by address; every address of 127.0.0.0/8 is this machine.
const PER_ADDRESS = 60
const AT_ONCE = 100

let sockets: WebSocket[] = []
let latencies: number[] = []
let bytes = 0
let heard: string[] | undefined
let snapshots = 0

function open(url: string, index: number): WebSocket {
  const host = Math.floor(index / PER_ADDRESS)
  const socket = new WebSocket(url, {
    perMessageDeflate: false,
    skipUTF8Validation: true,
    localAddress: `127.0.${1 + (host >> 8)}.${1 + (host & 255)}`,
  })
  socket.on('message', (data: Buffer) => {
    bytes += data.length
    // {"type":"snapshot": no other frame has an n there.
    if (data[10] === 0x6e) snapshots += 1
    // Market frames all begin like this: {"type":"quotes","time":1767614400000, or with "short".
    const name = data[9] === 0x71 ? 'quotes' : data[10] === 0x68 ? 'short' : undefined
    if (!name) return
    const at = 18 + name.length
    latencies.push(Date.now() - Number(data.toString('latin1', at, at + 13)))
    if (index === 0) heard?.push(String(data))
  })
  return socket
}

async function answer(question: Question): Promise<unknown> {
  switch (question.ask) {
    case 'open':
      while (sockets.length < question.count) {
        const some = Array.from({ length: Math.min(AT_ONCE, question.count - sockets.length) }, (_, index) =>
          open(question.url, sockets.length + index),
        )
        await Promise.all(some.map((socket) => once(socket, 'open')))
        sockets.push(...some)
      }
      return sockets.length
    case 'close': {
      const closing = sockets
      sockets = []
      for (const socket of closing) socket.terminate()
      return sleep(500)
    }
    case 'send':
      snapshots = 0
      for (const [index, socket] of sockets.entries()) {
        for (const frame of question.frames[index % question.frames.length] ?? []) socket.send(JSON.stringify(frame))
      }
      while (snapshots < sockets.length) await sleep(50)
      return sleep(500)
    case 'count':
      latencies = []
      bytes = 0
      await sleep(question.ms)
      return { messages: latencies.length, bytes, p99: quantile(latencies, 0.99) } satisfies Count
    case 'listen':
      heard = []
      await sleep(question.ms)
      return heard
  }
}

process.on('message', async (question: Question) => {
  process.send?.((await answer(question)) ?? null)
})
process.send?.('ready')
