import { limits } from '../../server/platform/socket/guards.ts'
import type { ClientFrame } from '../../src/api/wire/frames.ts'
import { instruments } from '../../src/rules/market/instruments.ts'
import type { Bench, Benchmark, Row } from './benchmark.ts'
import type { Count, Question } from './fan-out-sockets.ts'
import { median } from './figures.ts'
import { freshFolder, type Measured, startPart, startServer } from './server.ts'

const FULL = { rounds: 3, windowMs: 4_000 }
const QUICK = { rounds: 1, windowMs: 1_500 }
const FRAMES_A_SECOND = 10

/** Measurements of one window. `cpu`: CPU seconds of the server per second. */
type Window = Count & { cpu: number; memory: number }

/** A server under measurement: its socket address, its process, and how sockets subscribe to the market. */
type Target = { url: string; process: Measured; greet(asked: readonly Subscribe[]): Promise<void> }
type Subscribe = Extract<ClientFrame, { type: 'subscribe' }>

/** As many as a node takes. */
const NODE_MAX = limits.connectionsMax
const SYMBOLS = instruments.map(({ symbol }) => symbol)
const WHOLE: Subscribe = { type: 'subscribe', channel: 'quotes' }
/** As the app subscribes with eight markets on its screen. */
const screen = (symbols: readonly string[]): Subscribe => ({ ...WHOLE, form: 'short', symbols: symbols.slice(0, 8) })

/** What is measured, in this order. `asked`: the sockets' subscriptions, in turn. */
const CASES: readonly { count: number; name: string; asked: readonly Subscribe[] }[] = [
  { count: 1_000, name: '1,000 sockets', asked: [WHOLE] },
  { count: 5_000, name: '5,000 sockets', asked: [WHOLE] },
  { count: NODE_MAX, name: '10,000 sockets with one screen', asked: [screen(SYMBOLS)] },
  {
    count: NODE_MAX,
    name: '10,000 sockets with a screen each',
    asked: Array.from({ length: NODE_MAX }, () => screen(SYMBOLS.toSorted(() => Math.random() - 0.5))),
  },
]

/** One market frame every 100 ms to many sockets, against a bare `ws` server that sends the same bytes. */
const fanOut: Benchmark = async (bench) => {
  const { rounds, windowMs } = bench.quick ? QUICK : FULL
  const server = await startServer(bench, { DATA_DIR: freshFolder(bench) })
  const floor = await startPart<number>(bench, 'floor/broadcast.ts')
  const sockets = await startPart(bench, 'fan-out-sockets.ts')
  const ask = <Answer>(question: Question) => sockets.ask<Answer>(question)
  const greet = (asked: readonly Subscribe[]) => {
    const hello = { type: 'hello', v: 1, token: null }
    return ask<void>({ ask: 'send', frames: asked.map((subscribe) => [hello, subscribe]) })
  }
  const ours: Target = { url: `ws://127.0.0.1:${server.port}/api/socket`, process: server, greet }
  const bare: Target = { url: `ws://127.0.0.1:${floor.first}`, process: floor, greet: async () => {} }

  const watch = async (process: Measured): Promise<Window> => {
    const before = process.cpuSeconds()
    const count = await ask<Count>({ ask: 'count', ms: windowMs })
    return { ...count, cpu: (process.cpuSeconds() - before) / (windowMs / 1000), memory: process.memory() }
  }
  const measure = async ({ url, process, greet }: Target, count: number, asked: readonly Subscribe[]) => {
    await ask({ ask: 'open', url, count })
    await greet(asked)
    const window = await watch(process)
    await ask({ ask: 'close' })
    return window
  }
  /** What a socket receives that subscribes like this. */
  const record = async (asked: Subscribe) => {
    await ask({ ask: 'open', url: ours.url, count: 1 })
    await greet([asked])
    const frames = await ask<string[]>({ ask: 'listen', ms: windowMs })
    await ask({ ask: 'close' })
    return frames
  }

  const whole = await record(WHOLE)
  const idle = { ours: (await watch(server)).cpu, floor: (await watch(floor)).cpu }
  const ticks = whole.reduce((sum, frame) => sum + JSON.parse(frame).quotes.length, 0) / (windowMs / 1000)

  const rows: Row[] = []
  const memory = { ours: [server.memory()], floor: [floor.memory()] }
  const cases = bench.quick ? CASES.slice(0, 2) : CASES
  for (const { count, name, asked } of cases) {
    const frames = asked[0] === WHOLE ? whole : await record(asked[0] ?? WHOLE)
    await floor.ask(frames)
    const windows: { ours: Window; floor: Window }[] = []
    for (let round = 0; round < rounds; round++) {
      const first = round % 2 === 0 ? await measure(ours, count, asked) : undefined
      const second = await measure(bare, count, asked)
      windows.push({ ours: first ?? (await measure(ours, count, asked)), floor: second })
      tell(bench, name, windows.at(-1))
    }
    memory.ours.push(median(windows.map(({ ours }) => ours.memory)))
    memory.floor.push(median(windows.map(({ floor }) => floor.memory)))
    const bytes = Math.round(frames.join('').length / frames.length)
    rows.push(...rowsOf(count, name, windows, { idle, bytes, rounds, windowMs }))
  }
  const [fewest, most] = [cases[0]?.count ?? 0, cases.at(-1)?.count ?? 0]
  const perSocket = ([, few = 0, ...more]: number[]) => ((more.at(-1) ?? 0) - few) / (most - fewest) / 1024
  rows.push({
    what: 'memory of a socket',
    value: perSocket(memory.ours),
    unit: 'KB',
    aim: { atMost: 15 },
    floor: `${perSocket(memory.floor).toFixed(1)} KB`,
    how: `resident memory of the server with ${most} sockets less that with ${fewest}, while frames are sent, over their difference; the floor is the bare ws server`,
  })
  rows.push({
    what: 'CPU time of a tick, from the source to the record',
    value: (idle.ours * 1000) / ticks,
    unit: 'ms',
    how: `CPU time of the server without sockets, over the ${ticks.toFixed(0)} quotes a second that its frames tell: from the simulated source through the gate, the frame and the candles to the record on SQLite`,
  })
  return rows
}

function tell({ say }: Bench, name: string, windows: { ours: Window; floor: Window } | undefined): void {
  for (const [whose, window] of Object.entries(windows ?? {})) {
    const { messages, cpu, p99, memory } = window
    say(`${name}, ${whose}: ${messages} frames, ${cpu.toFixed(2)} CPU, p99 ${p99} ms, ${memory >> 20} MiB`)
  }
}

function rowsOf(
  count: number,
  name: string,
  windows: readonly { ours: Window; floor: Window }[],
  {
    idle,
    bytes,
    rounds,
    windowMs,
  }: { idle: { ours: number; floor: number }; bytes: number; rounds: number; windowMs: number },
): Row[] {
  /** Frames per CPU second spent on sending them. */
  const yieldOf = ({ messages, cpu }: Window, idle: number) => messages / (windowMs / 1000) / (cpu - idle)
  const ours = median(windows.map((pair) => yieldOf(pair.ours, idle.ours)))
  const floor = median(windows.map((pair) => yieldOf(pair.floor, idle.floor)))
  const p99 = median(windows.map((pair) => pair.ours.p99))
  const each = `${name}, a frame of about ${bytes} bytes every 100 ms`
  const complete = median(windows.map((pair) => pair.ours.messages)) / (count * FRAMES_A_SECOND * (windowMs / 1000))
  return [
    {
      what: `fan-out to ${name}, frames per CPU-second`,
      value: median(windows.map((pair) => yieldOf(pair.ours, idle.ours) / yieldOf(pair.floor, idle.floor))),
      unit: 'x',
      aim: { atLeast: 0.9 },
      ours: `${Math.round(ours / 1000)}k`,
      floor: `${Math.round(floor / 1000)}k`,
      how: `${each}, received in another process, against a bare ws server sending the recorded frames; by turns, ${rounds} windows of ${windowMs / 1000} s; the process's CPU time less what it takes without sockets; ${(complete * 100).toFixed(0)} in 100 of the frames arrived in time`,
    },
    {
      what: `fan-out to ${name}, p99 latency`,
      value: p99,
      unit: 'ms',
      aim: { atMost: 100 },
      floor: `${median(windows.map((pair) => pair.floor.p99))} ms`,
      how: `${each}: from the time in the frame to its message event in the process of the sockets`,
    },
  ]
}

export default fanOut
