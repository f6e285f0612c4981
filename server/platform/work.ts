import type { Platform } from './context.ts'

/**
 * Work that falls due. `run` does what is due now, and answers how much it did. Safe to run at any time, on any node.
 * It looks at `stopping` between two steps, and leaves the rest to the next start. `did` notes a step that is done, and
 * when it was due, in ms.
 */
export type Work = { name: string; run(stopping: () => boolean, did?: (dueMs: number) => void): Promise<number> }

/** What is noted of due work. `ran`: whether it held, and how long it took. `did`: how late a step was. Both in ms. */
export type WorkWatch = {
  ran(name: string, held: boolean, ms: number): void
  did(name: string, lateMs: number): void
}

const FALLBACK_MS = 1_000

/**
 * Runs due work each time the record grows, and every second besides: late rather than never.
 * One run at a time; a failure is logged, and the next run tries again.
 *
 * @returns `stop`, which resolves once the work in hand is finished
 */
export function startWork(
  platform: Platform,
  works: readonly Work[],
  watch: WorkWatch = { ran: () => {}, did: () => {} },
): { stop(): Promise<void>; idle(): Promise<void> } {
  let stopped = false
  let again = false
  let running: Promise<void> | undefined
  let cancel = () => {}

  const round = async () => {
    do {
      again = false
      for (const work of works) {
        if (stopped) return
        const begun = platform.clock.now()
        const ran = (held: boolean) => watch.ran(work.name, held, platform.clock.now() - begun)
        try {
          await work.run(
            () => stopped,
            (dueMs) => watch.did(work.name, platform.clock.now() - dueMs),
          )
          ran(true)
        } catch (error) {
          ran(false)
          platform.log.error({ err: error, work: work.name }, 'due work failed')
        }
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
    running = round().finally(() => {
      running = undefined
      if (!stopped) cancel = platform.clock.after(FALLBACK_MS, wake)
    })
  }

  const unsubscribe = platform.bus.subscribe('recorded', wake)
  wake()
  return {
    idle: async () => {
      while (running) await running
    },
    stop: async () => {
      stopped = true
      unsubscribe()
      cancel()
      await running
    },
  }
}
