import { type ChildProcess, fork, spawn } from 'node:child_process'
import { on, once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Bench } from './benchmark.ts'

const ROOT = join(import.meta.dirname, '../..')
const TICKS_PER_SECOND = 100

/** The words after `node` in `npm start`. */
const START: readonly string[] = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  .scripts.start.replace(/^exec node /, '')
  .split(' ')

/** What shifts the clock of a process, when `faketime` runs a benchmark. */
const clock = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => /^(LD_PRELOAD|FAKETIME|DONT_FAKE)/.test(name)),
)

/** A folder that is removed at the end of the benchmark. */
export function freshFolder({ after }: Bench): string {
  const folder = mkdtempSync(join(tmpdir(), 'quoin-bench-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A process measured from outside. */
export type Measured = {
  pid: number
  /** CPU seconds since its start, user and system. */
  cpuSeconds(): number
  /** Resident memory in bytes. */
  memory(): number
  /** The most that it has had, in bytes. */
  peak(): number
  stop(): Promise<void>
}

/** CPU seconds from a process's `stat`. After the name, the 12th to 15th fields are its user and system time and those of its ended children. */
function cpuSecondsFrom(stat: string): { own: number; ended: number } {
  const fields = stat
    .replace(/^.*\) /s, '')
    .split(' ')
    .slice(11, 15)
  const [user = 0, system = 0, ...ended] = fields.map((ticks) => Number(ticks) / TICKS_PER_SECOND)
  return { own: user + system, ended: ended.reduce((sum, seconds) => sum + seconds, 0) }
}

/** CPU seconds of all processes of a name and of their ended children, such as the database's with the connections that it has closed. */
export function cpuSecondsOf(name: string): number {
  const stats = readdirSync('/proc').flatMap((pid) => {
    try {
      return /^\d+$/.test(pid) ? [readFileSync(`/proc/${pid}/stat`, 'utf8')] : []
    } catch {
      return []
    }
  })
  const of = (stat: string) => Object.values(cpuSecondsFrom(stat)).reduce((sum, seconds) => sum + seconds, 0)
  return stats.filter((stat) => stat.includes(`(${name})`)).reduce((sum, stat) => sum + of(stat), 0)
}

/** An amount of memory of a process, in bytes. */
const statusOf = (pid: number, name: 'VmRSS' | 'VmHWM') =>
  Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024

function measured(child: ChildProcess): Measured {
  const { pid = 0 } = child
  return {
    pid,
    cpuSeconds: () => cpuSecondsFrom(readFileSync(`/proc/${pid}/stat`, 'utf8')).own,
    memory: () => statusOf(pid, 'VmRSS'),
    peak: () => statusOf(pid, 'VmHWM'),
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Starts the server as `npm start` does, with only these settings, on a free port. `BENCH_NODE_FLAGS`: words for Node before those. */
export async function startServer(
  { after }: Bench,
  settings: Record<string, string>,
): Promise<Measured & { port: number }> {
  const env = { PATH: process.env.PATH, PORT: '0', REAL_NAME: 'withdrawal', ...clock, ...settings }
  const flags = (process.env.BENCH_NODE_FLAGS ?? '').split(' ').filter((flag) => flag !== '')
  const child = spawn(process.execPath, [...flags, ...START], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const server = measured(child)
  after(server.stop)
  for await (const data of child.stdout) {
    const port = /http:\/\/\S+:(\d+)/.exec(String(data))?.[1]
    if (port) return { ...server, port: Number(port) }
  }
  throw new Error('the server did not start')
}

/** Starts a part of a benchmark in a separate process, and waits for its first output. */
export async function startPart<First>(
  { after }: Bench,
  file: string,
  ...words: (string | number)[]
): Promise<Measured & { first: First; ask<Answer>(question: unknown): Promise<Answer>; tell(what: string): void }> {
  const child = fork(join(import.meta.dirname, file), words.map(String), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const part = measured(child)
  after(part.stop)
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`${file} ended with ${code}`)))
  ended.catch(() => {})
  const said = on(child, 'message')
  const next = async <T>() => ((await Promise.race([said.next(), ended])).value as [T])[0]
  const first = await next<First>()
  return {
    ...part,
    first,
    ask: <Answer>(question: unknown) => {
      child.send(question as object)
      return next<Answer>()
    },
    tell: (what) => void child.send(what),
  }
}
