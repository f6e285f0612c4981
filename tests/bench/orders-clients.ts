import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { quotation } from '../../src/api/market.ts'
import { submit } from '../../src/api/microtrade.ts'
import { quantile } from './figures.ts'
import type { Person } from './orders-people.ts'

/** What the process of the clients is asked for: orders from so many at once, for so long. */
export type Question = { port: number; people: readonly Person[]; clients: number; ms: number }

/**
 * Orders that were answered within the time, how long the 99th of 100 waited in ms, and the first answer that was none.
 * `quoteP99`: the same of calls for the quotes, which one more client makes meanwhile.
 */
export type Answers = { orders: number; p99: number; quoteP99: number; refused?: string }

/** A valid order. */
export const order = (requestId: string) => ({
  requestId,
  symbol: 'BTCUSDT',
  direction: 'rise',
  currency: 'USDT',
  amount: '10',
  seconds: 300,
})

// A minute's calls from one address are limited; every address of 127.0.0.0/8 is this machine.
const CALLS_PER_ADDRESS = 1_000
const QUOTES_EVERY_MS = 10

let addresses = 0
const freshAddress = () => {
  addresses += 1
  return `127.1.${addresses >> 8}.${addresses & 255}`
}
let requests = 0

type Ask = (path: string, token: string, body: string) => Promise<string>

/** Runs one client until the time is over. It has a bare socket, so that it costs little itself. */
async function client(port: number, work: (ask: Ask) => Promise<void>): Promise<void> {
  let socket: Socket | undefined
  let left = 0
  const ask: Ask = (path, token, body) => {
    if (left === 0) {
      socket?.destroy()
      socket = connect({ port, host: '127.0.0.1', localAddress: freshAddress(), noDelay: true })
      left = CALLS_PER_ADDRESS
    }
    if (!socket) throw new Error('not connected')
    left -= 1
    const method = body === '' ? 'GET' : 'POST'
    socket.write(
      `${method} /api/${path} HTTP/1.1\r\nhost: bench\r\nauthorization: ${token}\r\n` +
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

/** The whole of one answer, head and body. */
const answerFrom = (socket: Socket) =>
  new Promise<string>((resolve, reject) => {
    let text = ''
    const done = (end: () => void) => {
      socket.removeAllListeners()
      end()
    }
    socket.on('data', (data) => {
      text += data
      const head = text.indexOf('\r\n\r\n')
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1])
      if (head >= 0 && text.length >= head + 4 + length) done(() => resolve(text))
    })
    socket.on('error', (error) => done(() => reject(error)))
    socket.on('close', () => done(() => reject(new Error('the connection was closed'))))
  })

async function answer({ port, people, clients, ms }: Question): Promise<Answers> {
  const waits: number[] = []
  const quoteWaits: number[] = []
  let over = false
  let refused: string | undefined
  const timed = async (waits: number[], asked: Promise<string>) => {
    const begun = performance.now()
    const answer = await asked
    if (answer.startsWith('HTTP/1.1 200')) waits.push(performance.now() - begun)
    else refused ??= answer
  }
  const buying = async (ask: Ask) => {
    while (!over && !refused) {
      requests += 1
      const token = people[requests % people.length]?.token ?? ''
      const body = JSON.stringify(order(`request-of-${process.pid}-${requests}-${Date.now()}`))
      await timed(waits, ask(submit.path, token, body))
    }
  }
  const looking = async (ask: Ask) => {
    while (!over && !refused) {
      await timed(quoteWaits, ask(quotation.path, '', ''))
      await sleep(QUOTES_EVERY_MS)
    }
  }
  const all = [...Array.from({ length: clients }, () => client(port, buying)), client(port, looking)]
  await sleep(ms)
  const orders = waits.length
  over = true
  await Promise.all(all)
  return { orders, p99: quantile(waits, 0.99), quoteP99: quantile(quoteWaits, 0.99), ...(refused && { refused }) }
}

if (process.send) {
  process.on('message', async (question: Question) => {
    process.send?.(await answer(question))
  })
  process.send('ready')
}
