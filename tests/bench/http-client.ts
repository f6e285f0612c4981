import { randomInt } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { quotation } from '../../src/api/market/market.ts'

// The server limits calls by address; every address of 127.0.0.0/8 is this machine.
const CALLS_PER_ADDRESS = 1_000

// At random: another process has clients, too.
let addresses = randomInt(90 << 16)
const freshAddress = () => {
  addresses += 1
  return `127.${1 + (addresses >> 16)}.${(addresses >> 8) & 255}.${addresses & 255}`
}

export type Ask = (path: string, token: string, body: string) => Promise<string>

/**
 * Runs one client to the end of its work. A bare socket keeps its own cost low.
 *
 * @param callsPerAddress calls until it changes its network address
 */
export async function client(
  port: number,
  work: (ask: Ask) => Promise<void>,
  callsPerAddress = CALLS_PER_ADDRESS,
): Promise<void> {
  let socket: Socket | undefined
  let left = 0
  const ask: Ask = (path, token, body) => {
    if (left === 0) {
      socket?.destroy()
      socket = connect({ port, host: '127.0.0.1', localAddress: freshAddress(), noDelay: true })
      left = callsPerAddress
    }
    if (!socket) throw new Error('not connected')
    left -= 1
    const method = body === '' ? 'GET' : 'POST'
    socket.write(
      `${method} /api/${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: ${token}\r\n` +
        `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    )
    return answerFrom(socket)
  }
  try {
    await work(ask)
  } finally {
    socket?.destroy()
  }
}

/** One answer, head and body. */
const answerFrom = (socket: Socket) =>
  new Promise<string>((resolve, reject) => {
    // One character per byte, as a content length counts.
    socket.setEncoding('latin1')
    const parts: string[] = []
    let [got, size] = [0, Number.POSITIVE_INFINITY]
    const done = (end: () => void) => {
      socket.removeAllListeners()
      end()
    }
    socket.on('data', (part: string) => {
      parts.push(part)
      got += part.length
      // The head is complete with the first chunks: a body of megabytes is not parsed again for each one.
      if (size === Number.POSITIVE_INFINITY) {
        const text = parts.join('')
        const head = text.indexOf('\r\n\r\n')
        if (head >= 0) size = head + 4 + Number(/content-length: (\d+)/i.exec(text)?.[1])
      }
      if (got >= size) done(() => resolve(parts.join('')))
    })
    socket.on('error', (error) => done(() => reject(error)))
    socket.on('close', () => done(() => reject(new Error('the connection was closed'))))
  })

const QUOTES_EVERY_MS = 10

/** Latencies in ms of one client that requests the quotes repeatedly until `isOver`. */
export async function quoteWaits(port: number, isOver: () => boolean): Promise<number[]> {
  const waits: number[] = []
  await client(port, async (ask) => {
    while (!isOver()) {
      const begun = performance.now()
      const answer = await ask(quotation.path, '', '')
      if (!answer.startsWith('HTTP/1.1 200')) throw new Error(`no quotes: ${answer}`)
      waits.push(performance.now() - begun)
      await sleep(QUOTES_EVERY_MS)
    }
  })
  return waits
}
