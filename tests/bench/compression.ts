import { once } from 'node:events'
import { Agent, get, type RequestOptions } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { candles, quotation } from '../../src/api/market/market.ts'
import { PROTOCOL } from '../../src/api/wire/protocol.ts'
import { instruments } from '../../src/rules/market/instruments.ts'
import type { Bench, Benchmark, Row } from './benchmark.ts'
import { median } from './figures.ts'
import { freshFolder, startServer } from './server.ts'

type Sizes = { rounds: number; calls: number; socketMs: number }
const FULL: Sizes = { rounds: 5, calls: 500, socketMs: 60_000 }
const QUICK: Sizes = { rounds: 1, calls: 100, socketMs: 6_000 }
/** Rows of the list of markets on a phone's screen. */
const SCREEN = 8

/** The long answers, and one that is too short to be compressed. */
const answers = {
  '1,000 candles in brotli': `${candles.path}?symbol=BTCUSDT&interval=1m&limit=1000`,
  'all quotes in brotli': quotation.path,
  'openapi.json in brotli': 'openapi.json',
  'one candle, too short to be compressed': `${candles.path}?symbol=BTCUSDT&interval=1m&limit=1`,
}

/** Bytes and CPU time of compressed answers, against the same answers as they are; and the bytes of both forms of quotes. */
const compression: Benchmark = async (bench) => {
  const sizes = bench.quick ? QUICK : FULL
  const server = await startServer(bench, { DATA_DIR: freshFolder(bench) })
  const rows: Row[] = []
  for (const [what, path] of Object.entries(answers)) rows.push(...(await measure(bench, server, sizes, what, path)))
  return [...rows, ...(await measureSocket(server.port, sizes.socketMs))]
}

/** Quotes over the socket: all in both forms, and those of a phone's screen, at the same time. */
async function measureSocket(port: number, ms: number): Promise<Row[]> {
  const symbols = instruments.slice(0, SCREEN).map(({ symbol }) => symbol)
  const [long, short, screen] = await Promise.all(
    [{}, { form: 'short' }, { form: 'short', symbols }].map((subscription) => bytesOfSocket(port, ms, subscription)),
  )
  const rowOf = (what: string, atMost: number, bytes = 0): Row => ({
    what: `${what} over the socket, a second`,
    value: bytes / ms,
    unit: 'KB',
    aim: { atMost },
    ours: `${(bytes / ms).toFixed(1)} KB`,
    floor: `${((long ?? 0) / ms).toFixed(1)} KB`,
    how: `frames of ${ms / 1_000} s with the snapshots among them, in the short form against the long one of all`,
  })
  return [rowOf('all quotes', 4, short), rowOf(`the quotes of ${SCREEN} symbols`, 2, screen)]
}

/** The bytes of the frames of this time, without the first snapshot. */
async function bytesOfSocket(port: number, ms: number, subscription: object): Promise<number> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/socket`)
  let bytes = 0
  let isSubscribed = false
  socket.on('message', (data: Buffer) => {
    if (isSubscribed) bytes += data.length
    isSubscribed ||= String(data).startsWith('{"type":"snapshot"')
  })
  await once(socket, 'open')
  for (const frame of [
    { type: 'hello', v: PROTOCOL, token: null },
    { type: 'subscribe', channel: 'quotes', ...subscription },
  ]) {
    socket.send(JSON.stringify(frame))
  }
  await sleep(ms)
  socket.terminate()
  return bytes
}

type Window = { bytes: number; cpuMs: number }

async function measure(
  { say }: Bench,
  { port, cpuSeconds }: { port: number; cpuSeconds(): number },
  { rounds, calls }: Sizes,
  what: string,
  path: string,
): Promise<Row[]> {
  const seen: Record<'identity' | 'gzip' | 'br', Window[]> = { identity: [], gzip: [], br: [] }
  const during = async (accepted: keyof typeof seen): Promise<Window> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const localAddress = freshAddress()
    const begun = cpuSeconds()
    let bytes = 0
    for (let count = 0; count < calls; count++) {
      bytes = await bytesOf({
        port,
        path: `/api/${path}`,
        agent,
        localAddress,
        headers: { 'accept-encoding': accepted },
      })
    }
    const cpuMs = ((cpuSeconds() - begun) * 1_000) / calls
    agent.destroy()
    return { bytes, cpuMs }
  }
  for (let round = 0; round < rounds; round++) {
    seen.identity.push(await during('identity'))
    seen.gzip.push(await during('gzip'))
    seen.br.push(await during('br'))
  }
  const of = (encoding: keyof typeof seen) => ({
    bytes: median(seen[encoding].map(({ bytes }) => bytes)),
    cpuMs: median(seen[encoding].map(({ cpuMs }) => cpuMs)),
  })
  const [plain, gzip, br] = [of('identity'), of('gzip'), of('br')]
  say(`${what}: gzip ${gzip.bytes} bytes, ${gzip.cpuMs.toFixed(2)} ms`)
  return [
    {
      what: `${what}, bytes`,
      value: br.bytes / plain.bytes,
      unit: 'x',
      ours: `${br.bytes}`,
      floor: `${plain.bytes}`,
      how: 'the body in brotli, against the same body as it is',
    },
    {
      what: `${what}, CPU time`,
      value: br.cpuMs / plain.cpuMs,
      unit: 'x',
      ours: `${br.cpuMs.toFixed(2)} ms`,
      floor: `${plain.cpuMs.toFixed(2)} ms`,
      how: `of the whole server, for each of ${calls} calls on one connection; the median of ${rounds} windows, alternating with the floor's`,
    },
  ]
}

let addresses = 0
/** Each window has the limits of its own network address. */
const freshAddress = () => {
  addresses += 1
  return `127.9.${addresses >> 8}.${addresses & 255}`
}

const bytesOf = (options: RequestOptions) =>
  new Promise<number>((resolve, reject) => {
    get(options, (response) => {
      let bytes = 0
      response.on('data', (data: Buffer) => {
        bytes += data.length
      })
      response.on('end', () =>
        response.statusCode === 200 ? resolve(bytes) : reject(new Error(`the answer is ${response.statusCode}`)),
      )
      response.on('error', reject)
    }).on('error', reject)
  })

export default compression
