import type { Platform } from '../context.ts'

/** Why a due step was void: nothing at all was recorded at its time, or nothing for its symbol. */
export type Gap = 'record' | 'symbol'

/**
 * Recurring work. `run` processes what is due and returns how much. Safe to run at any time, on any node. It checks `stopping` between two
 * steps, and leaves the rest to the next start. `did` records a finished step and its due time, in ms.
 */
export type Job = {
  name: string
  run(stopping: () => boolean, did?: (dueMs: number, gap?: Gap) => void): Promise<number>
}

/** Metrics of due work. `ran`: whether it succeeded, and its duration. `did`: the lateness of a step. Both in ms. */
export type JobWatch = {
  ran(name: string, held: boolean, ms: number): void
  did(name: string, lateMs: number, gap?: Gap): void
}

/** Longer than the second between two records: while the record grows, nothing runs twice. */
const FALLBACK_MS = 1_500

/**
 * Runs due work each time the record grows, and otherwise at an interval: late rather than never. Each kind runs on its own, so that urgent
 * work waits for no cleanup. A failure is logged, and retried in the next run.
 *
 * @returns `stop`, which resolves once the work in progress is finished
 */
export function startJobs(
  platform: Platform,
  jobs: readonly Job[],
  watch: JobWatch = { ran: () => {}, did: () => {} },
): { stop(): Promise<void>; idle(): Promise<void> } {
  const runners = jobs.map((work) => startRunner(platform, work, watch))
  const unsubscribe = platform.bus.subscribe('recorded', () => {
    for (const { wake } of runners) wake()
  })
  for (const { wake } of runners) wake()
  return {
    idle: async () => {
      await Promise.all(runners.map((runner) => runner.idle()))
    },
    stop: async () => {
      unsubscribe()
      await Promise.all(runners.map((runner) => runner.stop()))
    },
  }
}

/** Runs one kind of work, sequentially. */
function startRunner({ clock, log }: Platform, work: Job, watch: JobWatch) {
  let stopped = false
  let again = false
  let running: Promise<void> | undefined
  let cancel = () => {}

  const run = async () => {
    do {
      again = false
      const begun = clock.now()
      const ran = (held: boolean) => watch.ran(work.name, held, clock.now() - begun)
      try {
        await work.run(
          () => stopped,
          (dueMs, gap) => watch.did(work.name, clock.now() - dueMs, gap),
        )
        ran(true)
      } catch (error) {
        ran(false)
        log.error({ err: error, work: work.name }, 'due work failed')
      }
    } while (again && !stopped)
  }

  const wake = () => {
    if (stopped) return
    if (running) {
      again = true
      return
    }
    cancel()
    running = run().finally(() => {
      running = undefined
      if (!stopped) cancel = clock.after(FALLBACK_MS, wake)
    })
  }

  return {
    wake,
    idle: async () => {
      while (running) await running
    },
    stop: async () => {
      stopped = true
      cancel()
      await running
    },
  }
}
