import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { quotation } from '../../../src/api/market/market.ts'
import type { Order } from '../../server/faults/failpoints.ts'
import { memoryFolder } from '../../server/memory.ts'
import { call } from './api.ts'

/** The real server, in a separate process, on a separate data folder. */
export type ServerProcess = {
  url: string
  /** As a power cut does. */
  kill(): Promise<void>
  /** Starts again, on the same folder and port. */
  start(): Promise<void>
  /**
   * Advances its clock by this many ms, also across a restart, so that work falls due without a wait. Resolves once a
   * running server has prices of the new time.
   */
  advance(ms: number): Promise<void>
  /** The time by its clock. */
  now(): number
  /** Changes its database directly, as an operator with a shell can. */
  change(sql: string): void
  /** Runs the operator's command line. @returns its output */
  operator(...words: readonly string[]): Promise<string>
  /** The same, with lines for its standard input. */
  operatorTold(lines: readonly string[], ...words: readonly string[]): Promise<string>
  /** Stops it and keeps its folder. */
  stop(): Promise<string>
  /** Stops it and removes its folder. */
  dispose(): Promise<void>
}

/** A free port. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

/** How far the clocks of servers are ahead of the machine's when they start, in ms. */
export const aheadMs = () => Number(process.env.TEST_AHEAD ?? 0)

const ROOT = join(import.meta.dirname, '../../..')
/** Lets a test set the process's clock. */
const CLOCK = join(ROOT, 'tests/server/faults/failpoints.ts')

/** Whether this server has a live price newer than this time. */
async function hasPrices(url: string, since: number): Promise<boolean> {
  const { quotes } = await call(url, quotation, {})
  return quotes.some(({ state, time }) => state === 'live' && time >= since)
}

/**
 * Starts on a copy of the run's data folder, whose market already has a history, unless it uses another market. Its clock
 * is ahead of the machine's (`tests/browser/setup.ts`).
 *
 * @param root of the project; a copy where a test changes the code */
export async function startServerProcess(env: Record<string, string> = {}, root = ROOT): Promise<ServerProcess> {
  const folder = memoryFolder()
  const past = process.env.TEST_PAST
  if (past && !env.MARKET) cpSync(past, folder, { recursive: true })
  const port = await freePort()
  let child: ChildProcess | undefined
  let ahead = aheadMs()

  // All processes on the folder share one clock.
  const inTime = (): string => JSON.stringify([{ kind: 'clock', by: ahead }] satisfies Order[])
  const start = async () => {
    const settings = { DATA_DIR: folder, PORT: String(port), LOG_LEVEL: 'warn', ADDRESS_WAIT_SECONDS: '0', ...env }
    const started = spawn(process.execPath, ['--import', CLOCK, 'server/main.ts'], {
      cwd: root,
      env: { ...process.env, ...settings, FAULTS: inTime() },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    })
    child = started
    started.on('message', () => {})
    await new Promise<void>((resolve, reject) => {
      started.stdout?.on('data', (text) => String(text).includes('http') && resolve())
      started.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
    })
  }
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    const running = child
    child = undefined
    if (!running || running.exitCode !== null) return
    running.kill(signal)
    await once(running, 'exit')
  }
  const operatorTold: ServerProcess['operatorTold'] = async (lines, ...words) => {
    const command = ['--import', CLOCK, 'server/operator/main.ts', ...words]
    const running = promisify(execFile)(process.execPath, command, {
      cwd: root,
      env: { ...process.env, ...env, DATA_DIR: folder, FAULTS: inTime() },
    })
    running.child.stdin?.end(lines.map((line) => `${line}\n`).join(''))
    return (await running).stdout
  }
  const url = `http://127.0.0.1:${port}`
  const now = () => Date.now() + ahead
  await start()
  return {
    url,
    start,
    kill: () => end('SIGKILL'),
    advance: async (ms) => {
      ahead += ms
      if (!child?.connected) return
      const then = now()
      child.send({ kind: 'clock', by: ms } satisfies Order)
      while (!(await hasPrices(url, then))) await sleep(50)
    },
    now,
    change: (sql) => {
      const database = new DatabaseSync(join(folder, 'quoin.db'))
      database.exec(`pragma busy_timeout = 5000; ${sql}`)
      database.close()
    },
    operator: (...words) => operatorTold([], ...words),
    operatorTold,
    stop: async () => {
      await end('SIGTERM')
      return folder
    },
    dispose: async () => {
      await end('SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
