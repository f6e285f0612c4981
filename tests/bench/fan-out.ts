import type { Bench, Benchmark, Row } from './benchmark.ts'
import type { Count, Question } from './fan-out-sockets.ts'
import { median } from './figures.ts'
import { freshFolder, type Measured, startPart, startServer } from './server.ts'

const FULL = { rounds: 3, windowMs: 4_000 }
const QUICK = { rounds: 1, windowMs: 1_500 }
const FRAMES_A_SECOND = 10

/** Measurements of one window. `cpu`: CPU seconds of the server per second. */
type Window = Count & { cpu: number; memory: number }

/** A server under measurement: its socket address, its process, and how a socket subscribes to the market. */
type Target = { url: string; process: Measured; greet(): Promise<void> }

/** One market frame every 100 ms to many sockets, against a bare `ws` server that sends the same bytes. */
const fanOut: Benchmark = async (bench) => {
  const { rounds, windowMs } = bench.quick ? QUICK : FULL
  const server = await startServer(bench, { DATA_DIR: freshFolder(bench) })
  const floor = await startPart<number>(bench, 'floor/broadcast.ts')
  const sockets = await startPart(bench, 'fan-out-sockets.ts')
  const ask = <Answer>(question: Question) => sockets.ask<Answer>(question)
  const greet = async () => {
    const hello = { type: 'hello', v: 1, token: null }
    await ask({ ask: 'send', frames: [hello, { type: 'subscribe', channel: 'quotes' }] })
  }
  const ours: Target = { url: `ws://127.0.0.1:${server.port}/api/socket`, process: server, greet }
  const bare: Target = { url: `ws://127.0.0.1:${floor.first}`, process: floor, greet: async () => {} }

  const watch = async (process: Measured): Promise<Window> => {
    const before = process.cpuSeconds()
    const count = await ask<Count>({ ask: 'count', ms: windowMs })
    return { ...count, cpu: (process.cpuSeconds() - before) / (windowMs / 1000), memory: process.memory() }
  }
  const measure = async ({ url, process, greet }: Target, count: number): Promise<Window> => {
    await ask({ ask: 'open', url, count })
    await greet()
    const window = await watch(process)
    await ask({ ask: 'close' })
    return window
  }

  await ask({ ask: 'open', url: ours.url, count: 1 })
  await greet()
  const frames = await ask<string[]>({ ask: 'listen', ms: windowMs })
  await ask({ ask: 'close' })
  await floor.ask(frames)
  const idle = { ours: (await watch(server)).cpu, floor: (await watch(floor)).cpu }
  const ticks = frames.reduce((sum, frame) => sum + JSON.parse(frame).quotes.length, 0) / (windowMs / 1000)
  const bytes = Math.round(frames.join('').length / frames.length)

  const rows: Row[] = []
  const memory = { ours: [server.memory()], floor: [floor.memory()] }
  for (const count of [1_000, 5_000]) {
    const windows: { ours: Window; floor: Window }[] = []
    for (let round = 0; round < rounds; round++) {
      const first = round % 2 === 0 ? await measure(ours, count) : undefined
      const second = await measure(bare, count)
      windows.push({ ours: first ?? (await measure(ours, count)), floor: second })
      tell(bench, count, windows.at(-1))
    }
    memory.ours.push(median(windows.map(({ ours }) => ours.memory)))
    memory.floor.push(median(windows.map(({ floor }) => floor.memory)))
    rows.push(...rowsOf(count, windows, { idle, bytes, rounds, windowMs }))
  }
  const perSocket = ([, few = 0, many = 0]: number[]) => (many - few) / 4_000 / 1024
  rows.push({
    what: 'memory of a socket',
    value: perSocket(memory.ours),
    unit: 'KB',
    aim: { atMost: 30 },
    floor: `${perSocket(memory.floor).toFixed(1)} KB`,
    how: 'resident memory of the server with 5,000 sockets less that with 1,000, while frames are sent, over 4,000; the floor is the bare ws server',
  })
  rows.push({
    what: 'CPU time of a tick, from the source to the record',
    value: (idle.ours * 1000) / ticks,
    unit: 'ms',
    how: `CPU time of the server without sockets, over the ${ticks.toFixed(0)} quotes a second that its frames tell: from the simulated source through the gate, the frame and the candles to the record on SQLite`,
  })
  return rows
}

function tell({ say }: Bench, count: number, windows: { ours: Window; floor: Window } | undefined): void {
  for (const [name, window] of Object.entries(windows ?? {})) {
    const { messages, cpu, p99, memory } = window
    say(`${count} sockets, ${name}: ${messages} frames, ${cpu.toFixed(2)} CPU, p99 ${p99} ms, ${memory >> 20} MiB`)
  }
}

function rowsOf(
  count: number,
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
  const each = `${count.toLocaleString('en')} sockets, a frame of about ${bytes} bytes every 100 ms`
  const complete = median(windows.map((pair) => pair.ours.messages)) / (count * FRAMES_A_SECOND * (windowMs / 1000))
  return [
    {
      what: `fan-out to ${count.toLocaleString('en')} sockets, frames per CPU-second`,
      value: median(windows.map((pair) => yieldOf(pair.ours, idle.ours) / yieldOf(pair.floor, idle.floor))),
      unit: 'x',
      aim: { atLeast: 0.9 },
      ours: `${Math.round(ours / 1000)}k`,
      floor: `${Math.round(floor / 1000)}k`,
      how: `${each}, received in another process, against a bare ws server sending the recorded frames; by turns, ${rounds} windows of ${windowMs / 1000} s; the process's CPU time less what it takes without sockets; ${(complete * 100).toFixed(0)} in 100 of the frames arrived in time`,
    },
    {
      what: `fan-out to ${count.toLocaleString('en')} sockets, p99 latency`,
      value: p99,
      unit: 'ms',
      aim: { atMost: 100 },
      floor: `${median(windows.map((pair) => pair.floor.p99))} ms`,
      how: `${each}: from the time in the frame to its message event in the process of the sockets`,
    },
  ]
}

export default fanOut
