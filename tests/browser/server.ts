import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'

/** The real server, in a process of its own, on a data folder of its own. */
export type ServerProcess = {
  url: string
  /** As a power cut does. */
  kill(): Promise<void>
  /** Starts again, on the same folder and port. */
  start(): Promise<void>
  /** Changes its database behind its back, as an operator with a shell can. */
  change(sql: string): void
  /** What the operator's command line prints beside it. */
  operator(...words: readonly string[]): Promise<string>
  /** Ends it, and removes the folder. */
  dispose(): Promise<void>
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

const ROOT = join(import.meta.dirname, '../..')

/** @param root of the project whose server it is: another copy of it, where a test changes the code */
export async function startServerProcess(env: Record<string, string> = {}, root = ROOT): Promise<ServerProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'quoin-browser-'))
  const port = await freePort()
  let child: ChildProcess | undefined

  const start = async () => {
    const started = spawn(process.execPath, ['server/main.ts'], {
      cwd: root,
      env: { ...process.env, DATA_DIR: folder, PORT: String(port), LOG_LEVEL: 'warn', REAL_NAME: 'withdrawal', ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    child = started
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
  await start()
  return {
    url: `http://127.0.0.1:${port}`,
    start,
    kill: () => end('SIGKILL'),
    change: (sql) => {
      const database = new DatabaseSync(join(folder, 'quoin.db'))
      database.exec(`pragma busy_timeout = 5000; ${sql}`)
      database.close()
    },
    operator: async (...words) => {
      const command = ['server/operator/main.ts', ...words]
      return (
        await promisify(execFile)(process.execPath, command, {
          cwd: root,
          env: { ...process.env, ...env, DATA_DIR: folder },
        })
      ).stdout
    },
    dispose: async () => {
      await end('SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
