import { EventEmitter, once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import WebSocket from 'ws'
import { timeshar } from '../../src/api/market/market.ts'
import { instruments } from '../../src/rules/market/instruments.ts'
import { intervals } from '../../src/rules/market/intervals.ts'
import { quantile } from './figures.ts'
import { quoteWaits } from './http-client.ts'

/**
 * Command to the clients' process: the number of expensive calls of each client, for this long or until `ENOUGH`.
 */
export type Question = { port: number; tokens: readonly string[]; ms: number }
export const ENOUGH = 'enough'

/**
 * `gap`: the longest time between two market frames by their own times, in ms; `frameP99`, `quoteP99`: 99th percentile
 * of frame lateness and quote latency; `answered`, `refused`: candle calls.
 */
export type Answers = { gap: number; frameP99: number; quoteP99: number; answered: number; refused: number }

/** The server closes a connection with more unanswered calls. */
const IN_ONE_PIECE = 16
const STATUS = /HTTP\/1\.1 (\d{3})/g
const STATUS_LENGTH = 'HTTP/1.1 200'.length
/** Slightly more than the sockets allowed for one address. */
const CONNECTIONS = 40
// The limit is 1,200 calls a minute per address; every address of 127.0.0.0/8 is this machine.
const PIECES_PER_ADDRESS = 8
const symbols = instruments.filter(({ kind }) => kind === 'crypto').map(({ symbol }) => symbol)
let pieces = 0
let pages = 0

/** The largest page of candles, a different one each time. */
function page(token: string): string {
  pages += 1
  const symbol = symbols[pages % symbols.length]
  const interval = intervals[Math.floor(pages / symbols.length) % intervals.length]
  const older = pages % 2 === 0 ? `&before=${Math.floor(Date.now() / 1000) - pages}` : ''
  return `GET /api/${timeshar.path}?symbol=${symbol}&interval=${interval}&limit=1000${older} HTTP/1.1\r\nhost: localhost\r\nauthorization: ${token}\r\n\r\n`
}

/** Sends batches of calls on one connection after another until the end. */
async function attack(
  port: number,
  token: string,
  isOver: () => boolean,
  tell: (status: number) => void,
): Promise<void> {
  while (!isOver()) {
    const address = Math.floor(pieces++ / PIECES_PER_ADDRESS)
    const localAddress = `127.${100 + (address >> 16)}.${(address >> 8) & 255}.${address & 255}`
    const socket = connect({ port, host: '127.0.0.1', localAddress })
    socket.setEncoding('latin1')
    await new Promise<void>((resolve) => {
      let open = IN_ONE_PIECE
      let rest = ''
      socket.on('data', (data: unknown) => {
        const text = rest + data
        // A status may arrive in two parts.
        rest = text.slice(1 - STATUS_LENGTH)
        for (const [, status] of text.matchAll(STATUS)) {
          open -= 1
          tell(Number(status))
        }
        if (open <= 0 || isOver()) resolve()
      })
      socket.on('error', () => resolve())
      socket.on('close', () => resolve())
      socket.write(Array.from({ length: IN_ONE_PIECE }, () => page(token)).join(''))
    })
    socket.removeAllListeners()
    socket.on('error', () => {})
    socket.destroy()
  }
}

async function answer(question: Question, enough: Promise<unknown>): Promise<Answers> {
  const { port, tokens, ms } = question
  let over = false
  const times: number[] = []
  const late: number[] = []
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/socket`, {
    perMessageDeflate: false,
    localAddress: '127.0.0.9',
  })
  socket.on('open', () => {
    socket.send(JSON.stringify({ type: 'hello', v: 1, token: null }))
    socket.send(JSON.stringify({ type: 'subscribe', channel: 'quotes' }))
  })
  await new Promise((resolve) => socket.once('message', resolve))
  await sleep(1_000)
  socket.on('message', (data) => {
    const { type, time } = JSON.parse(String(data)) as { type: string; time: number }
    if (type !== 'quotes' && type !== 'snapshot') return
    times.push(time)
    late.push(Date.now() - time)
  })
  const calls = { answered: 0, refused: 0 }
  const tell = (status: number) => {
    if (status === 200) calls.answered += 1
    else calls.refused += 1
  }
  const attacks = tokens.flatMap((token) =>
    Array.from({ length: Math.ceil(CONNECTIONS / tokens.length) }, () => attack(port, token, () => over, tell)),
  )
  const looking = quoteWaits(port, () => over)
  await Promise.race([sleep(ms), enough])
  over = true
  await Promise.all(attacks)
  const waits = await looking
  // Frames made in time are still on their way.
  await sleep(500)
  socket.terminate()
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time))
  return { gap: Math.max(...gaps), frameP99: quantile(late, 0.99), quoteP99: quantile(waits, 0.99), ...calls }
}

if (process.send) {
  const told = new EventEmitter()
  process.on('message', async (question: Question | typeof ENOUGH) => {
    if (question === ENOUGH) told.emit(ENOUGH)
    else process.send?.(await answer(question, once(told, ENOUGH)))
  })
  process.send('ready')
}
