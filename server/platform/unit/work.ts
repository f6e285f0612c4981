import type { Platform } from '../context.ts'

/** Why a step of due work came to nothing: nothing at all was recorded when it was due, or not what it waited for. */
export type Gap = 'record' | 'symbol'

/**
 * Work that falls due. `run` does what is due now, and answers how much it did. Safe to run at any time, on any node.
 * It looks at `stopping` between two steps, and leaves the rest to the next start. `did` notes a step that is done, and
 * when it was due, in ms.
 */
export type Work = {
  name: string
  run(stopping: () => boolean, did?: (dueMs: number, gap?: Gap) => void): Promise<number>
}

/** What is noted of due work. `ran`: whether it held, and how long it took. `did`: how late a step was. Both in ms. */
export type WorkWatch = {
  ran(name: string, held: boolean, ms: number): void
  did(name: string, lateMs: number, gap?: Gap): void
}

/** Longer than from one second of the record to the next: while it grows, nothing runs twice. */
const FALLBACK_MS = 1_500

/**
 * Runs due work each time the record grows, and a while after the last run where it does not: late rather than never. Each kind by itself, beside
 * the others: what must be on time waits for no sweep. A failure is logged, and the next run tries again.
 *
 * @returns `stop`, which resolves once the work in hand is finished
 */
export function startWork(
  platform: Platform,
  works: readonly Work[],
  watch: WorkWatch = { ran: () => {}, did: () => {} },
): { stop(): Promise<void>; idle(): Promise<void> } {
  const runners = works.map((work) => startRunner(platform, work, watch))
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

/** Runs one kind of work, one run at a time. */
function startRunner({ clock, log }: Platform, work: Work, watch: WorkWatch) {
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
