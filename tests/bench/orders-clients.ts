import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { submit } from '../../src/api/microtrade.ts'
import { quantile } from './figures.ts'
import type { Person } from './orders-people.ts'

/** What the process of the clients is asked for: orders from so many at once, for so long. */
export type Question = { port: number; people: readonly Person[]; clients: number; ms: number }

/** Orders that were answered within the time, how long the 99th of 100 waited in ms, and the first answer that was none. */
export type Answers = { orders: number; p99: number; refused?: string }

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

let addresses = 0
const freshAddress = () => {
  addresses += 1
  return `127.1.${addresses >> 8}.${addresses & 255}`
}
let requests = 0

/** One client: it sends an order, waits for the answer, and sends the next. A bare socket, so that it costs little itself. */
async function client({ port, people }: Question, isOver: () => boolean, waits: number[]): Promise<string | undefined> {
  let socket: Socket | undefined
  let left = 0
  try {
    while (!isOver()) {
      if (left === 0) {
        socket?.destroy()
        socket = connect({ port, host: '127.0.0.1', localAddress: freshAddress(), noDelay: true })
        left = CALLS_PER_ADDRESS
      }
      left -= 1
      requests += 1
      const person = people[requests % people.length]
      if (!socket || !person) throw new Error('nobody to send it')
      const body = JSON.stringify(order(`request-of-${process.pid}-${requests}-${Date.now()}`))
      const asked = performance.now()
      socket.write(
        `POST /api/${submit.path} HTTP/1.1\r\nhost: bench\r\nauthorization: ${person.token}\r\n` +
          `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      )
      const answer = await answerFrom(socket)
      if (!answer.startsWith('HTTP/1.1 200')) return answer
      waits.push(performance.now() - asked)
    }
    return undefined
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

async function answer(question: Question): Promise<Answers> {
  const waits: number[] = []
  let over = false
  const clients = Array.from({ length: question.clients }, () => client(question, () => over, waits))
  await sleep(question.ms)
  const orders = waits.length
  over = true
  const refused = (await Promise.all(clients)).find((text) => text !== undefined)
  return { orders, p99: quantile(waits, 0.99), ...(refused && { refused }) }
}

if (process.send) {
  process.on('message', async (question: Question) => {
    process.send?.(await answer(question))
  })
  process.send('ready')
}
