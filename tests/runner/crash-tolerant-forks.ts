import { EventEmitter } from 'node:events'
import { relative } from 'node:path'
import {
  ForksPoolWorker,
  type PoolOptions,
  type PoolRunnerInitializer,
  type PoolWorker,
  type RunnerTask,
  type TestProject,
  type WorkerRequest,
} from 'vitest/node'

/** A process of the pool that crashed. `files`: those it was running; none if it had finished. */
export type Crash = { files: readonly string[]; cause: string; rerun: boolean }

/** Tolerated crashes of a run. The next one fails it, as by Vitest's default. */
const RERUNS_MAX = 2

/** The answer Vitest expects from a process it has asked to stop. */
const STOPPED = { __vitest_worker_response__: true, type: 'stopped' }

const NAME = 'crash-tolerant-forks'

/**
 * Vitest's pool of processes, except that a test file whose process crashes (a signal, an exit code) runs again in a new
 * process, once. A file in which a test has failed is not run again.
 *
 * @param crashes to which each crash of the run is added
 */
export const crashTolerantForks = (crashes: Crash[]): PoolRunnerInitializer => ({
  name: NAME,
  createPoolWorker: (options) => new CrashTolerantFork(options, crashes),
})

class CrashTolerantFork implements PoolWorker {
  readonly name = NAME
  readonly cacheFs = true
  readonly #options: PoolOptions
  readonly #crashes: Crash[]
  readonly #events = new EventEmitter()
  #fork: ForksPoolWorker
  #start: WorkerRequest | undefined
  #run: Extract<WorkerRequest, { type: 'run' }> | undefined
  #stopping: 'asked' | 'done' | undefined
  #restarting = false

  constructor(options: PoolOptions, crashes: Crash[]) {
    this.#options = options
    this.#crashes = crashes
    this.#fork = new ForksPoolWorker(options)
  }

  on(event: string, callback: (...args: unknown[]) => void): void {
    this.#events.on(event, callback)
  }

  off(event: string, callback: (...args: unknown[]) => void): void {
    this.#events.off(event, callback)
  }

  deserialize(data: unknown): unknown {
    return data
  }

  canReuse(): boolean {
    return true
  }

  send(message: WorkerRequest): void {
    if (message.type === 'start') this.#start = message
    if (message.type === 'run') this.#run = message
    if (message.type === 'stop') this.#stopping = 'asked'
    this.#fork.send(message)
  }

  async start(): Promise<void> {
    const fork = this.#fork
    await fork.start()
    fork.on('error', (error: unknown) => this.#emit(fork, 'error', error))
    fork.on('message', (message: unknown) => this.#hear(fork, message))
    fork.on('exit', (code: number | null, signal: string | null) => this.#onExit(fork, code, signal))
  }

  stop(): Promise<void> {
    this.#stopping = 'done'
    return this.#fork.stop()
  }

  #emit(fork: ForksPoolWorker, event: string, ...args: unknown[]): void {
    if (fork === this.#fork) this.#events.emit(event, ...args)
  }

  #hear(fork: ForksPoolWorker, message: unknown): void {
    const type = typeOfResponse(message)
    if (type === 'testfileFinished') this.#run = undefined
    if (type === 'stopped') this.#stopping = 'done'
    if (type === 'started' && this.#restarting) {
      this.#restarting = false
      if (this.#run) fork.send(this.#run)
    } else this.#emit(fork, 'message', message)
  }

  #onExit(fork: ForksPoolWorker, code: number | null, signal: string | null): void {
    if (fork !== this.#fork || this.#stopping === 'done') return
    const cause = signal ?? `exit code ${code}`
    if (this.#stopping === 'asked') {
      this.#crashes.push({ files: [], cause, rerun: false })
      this.#emit(fork, 'message', STOPPED)
      return
    }
    const paths = this.#run?.context.files.map(({ filepath }) => filepath) ?? []
    const { project } = this.#options
    const files = paths.map((path) => relative(project.config.root, path))
    const again =
      this.#start !== undefined &&
      this.#options.method === 'run' &&
      this.#crashes.length < RERUNS_MAX &&
      !this.#crashes.some((crash) => crash.files.some((file) => files.includes(file))) &&
      !paths.some((path) => hasFailed(project, path))
    this.#crashes.push({ files, cause, rerun: again })
    if (again) void this.#restart()
    else this.#emit(fork, 'exit', code, signal)
  }

  async #restart(): Promise<void> {
    this.#restarting = true
    this.#fork = new ForksPoolWorker(this.#options)
    try {
      await this.start()
      if (this.#start) this.#fork.send(this.#start)
    } catch (error) {
      this.#events.emit('error', error)
    }
  }
}

function typeOfResponse(message: unknown): unknown {
  return typeof message === 'object' && message && '__vitest_worker_response__' in message && 'type' in message
    ? message.type
    : undefined
}

/** Whether a test of this file has failed before its process crashed. */
function hasFailed(project: TestProject, path: string): boolean {
  const failed = (task: RunnerTask): boolean =>
    task.result?.state === 'fail' || ('tasks' in task && task.tasks.some(failed))
  return project.vitest.state.getFiles([path]).some(failed)
}
