import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as user from '../../../src/api/account/user.ts'
import type { Call, Envelope, Output } from '../../../src/api/wire/call.ts'
import { TRADES_HEADER, trade } from '../market/recordings.ts'
import { memoryFolder } from '../memory.ts'

const ROOT = join(import.meta.dirname, '../../..')

/** A server in a separate process. */
export type ServerProcess = {
  /** The URL that it printed; rejects where it ended before it printed one. */
  url: Promise<string>
  /** Its exit code, or null where a signal ended it. */
  exit: Promise<number | null>
  /** Its output so far. */
  out: { stdout: string; stderr: string }
  kill(signal: NodeJS.Signals): Promise<number | null>
  /** The process: to exchange messages with code loaded before the server. */
  child: ChildProcess
  /** Its CPU time in seconds: if the system reports it, without waits for a busy machine. */
  worked(): number
  /** Its memory in megabytes; `undefined` if the system does not report it. */
  held(): number | undefined
  /** The result of a call that must succeed. */
  ok<C extends Call>(call: C, input?: Record<string, unknown>, token?: string): Promise<Output<C>>
}

/** A limit for hangs only, since a busy machine may be slow. */
const READY_MS_MAX = 300_000

const folders: string[] = []
const processes: ServerProcess[] = []

/** A folder that is removed at the end of the test file. */
export function freshFolder(): string {
  const folder = memoryFolder()
  folders.push(folder)
  return folder
}

/** Ends a test file's running processes and removes their folders. */
export async function endProcesses(): Promise<void> {
  await Promise.all(processes.map(({ kill }) => kill('SIGKILL')))
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
  processes.length = 0
  recorded = undefined
}

let recorded: string | undefined

/** Ten minutes of two pairs, a trade each tenth of a second, again and again: it fills no history of years at each start. */
function recording(): string {
  if (recorded) return recorded
  const folder = freshFolder()
  for (const [symbol, level] of Object.entries({ BTCUSDT: 43_000, ETHUSDT: 2_300 })) {
    const price = (index: number) => (level + Math.sin(index / 37) * 20 + Math.sin(index / 3.3)).toFixed(2)
    const rows = Array.from({ length: 6_000 }, (_, index) => trade(index * 100, price(index)))
    writeFileSync(join(folder, `${symbol}-trades-2025-01-01.csv`), [TRADES_HEADER, ...rows, ''].join('\n'))
  }
  recorded = folder
  return folder
}

/** The settings of that recording. */
export const market = () => ({ MARKET: `replay:${recording()}`, REPLAY_END: 'loop' })

/**
 * Starts `node server/main.ts` without its pages, on a free port and a short recording, with these settings and no others.
 *
 * @param before a module that Node loads before the server
 */
export function startProcess(settings: Record<string, string>, before?: string): ServerProcess {
  const env = { PATH: process.env.PATH, NODE_ENV: 'development', PORT: '0', ...market(), ...settings }
  const child = spawn(process.execPath, [...(before ? ['--import', before] : []), 'server/main.ts'], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'pipe', ...(before ? (['ipc'] as const) : [])],
  })
  const { stdout, stderr } = child
  if (!stdout || !stderr) throw new Error('a process without its output')
  const begun = performance.now()
  const out = { stdout: '', stderr: '' }
  const exit = new Promise<number | null>((resolve) => child.once('close', resolve))
  const url = new Promise<string>((resolve, reject) => {
    stdout.on('data', (data) => {
      out.stdout += data
      const found = /http:\/\/\S+/.exec(out.stdout)?.[0]
      if (found) resolve(found)
    })
    void exit.then((code) => reject(new Error(`ended with ${code}: ${out.stderr}`)))
  })
  stderr.on('data', (data) => {
    out.stderr += data
  })
  url.catch(() => {})
  const started: ServerProcess = {
    url,
    exit,
    out,
    child,
    kill: (signal) => {
      child.kill(signal)
      return exit
    },
    worked: () => {
      const stat = `/proc/${child.pid}/stat`
      if (!existsSync(stat)) return (performance.now() - begun) / 1000
      // Behind the name: the times in user and system mode are the 12th and 13th, in hundredths of a second.
      const fields = readFileSync(stat, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')
      return (Number(fields[11]) + Number(fields[12])) / 100
    },
    held: () => {
      const status = `/proc/${child.pid}/status`
      return existsSync(status) ? Number(/VmRSS:\s+(\d+)/.exec(readFileSync(status, 'utf8'))?.[1]) / 1024 : undefined
    },
    ok: async (call, input = {}, token) => {
      const headers: Record<string, string> = token === undefined ? {} : { authorization: token }
      const path = `${await url}/api/${call.path}`
      const response =
        call.method === 'GET'
          ? await fetch(`${path}?${new URLSearchParams(input as Record<string, string>)}`, { headers })
          : await fetch(path, {
              method: 'POST',
              headers: { ...headers, 'content-type': 'application/json' },
              body: JSON.stringify(input),
            })
      const answer = (await response.json()) as Envelope<Output<typeof call>>
      if (answer.type !== 'ok') throw new Error(`${call.path}: ${JSON.stringify(answer)}`)
      return answer.message
    },
  }
  processes.push(started)
  return started
}

/** Waits until a server has live prices. */
export async function ready(server: ServerProcess): Promise<void> {
  const until = performance.now() + READY_MS_MAX
  while ((await fetch(`${await server.url}/readyz`)).status !== 200) {
    if (performance.now() > until) throw new Error(`no live prices in ${READY_MS_MAX} ms: ${server.out.stderr}`)
    await sleep(25)
  }
}

/** Registers a user with paper money. Returns the token. */
export async function register(server: ServerProcess, username = 'someone'): Promise<string> {
  const target = `${username}@example.com`
  const { ticket } = await server.ok(user.mailCode, { email: target, purpose: 'register' })
  const { inviteCode, message } = await server.ok(user.outbox, { ticket })
  const code = message?.code
  return server.ok(user.register, { username, password: 'Correct Horse 1', inviteCode, target, code })
}
