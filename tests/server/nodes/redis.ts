import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** Whether tests can start a Redis. Where `TEST_DATABASE_URL` demands PostgreSQL, this is demanded too. */
export const hasRedis = spawnSync('redis-server', ['--version']).status === 0
if (!hasRedis && process.env.TEST_DATABASE_URL) throw new Error('there is no redis-server')

/** A test's own Redis without persistence, which can be stopped, paused and restarted on its port. */
export type TestRedis = {
  url: string
  start(): Promise<void>
  stop(): Promise<void>
  /** Pauses it: connections stay open and get no answer. */
  pause(): void
  go(): void
}

/** A free port. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Starts a Redis on a free port. */
export async function startRedis(): Promise<TestRedis> {
  const port = await freePort()
  let child: ChildProcess | undefined
  const start = async () => {
    const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
    const started = spawn('redis-server', [...settings, '--dir', '/tmp'], { stdio: ['ignore', 'pipe', 'ignore'] })
    child = started
    let said = ''
    for await (const data of started.stdout) {
      said += data
      if (said.includes('Ready to accept connections')) break
    }
    if (!said.includes('Ready to accept connections')) throw new Error(`redis-server did not start: ${said}`)
  }
  await start()
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    stop: async () => {
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
    pause: () => child?.kill('SIGSTOP'),
    go: () => child?.kill('SIGCONT'),
  }
}
