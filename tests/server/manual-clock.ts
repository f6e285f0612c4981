import type { Clock } from '../../server/platform/clock.ts'

/** A clock that only the test advances. Timers fire in order, each after the previous one's work has finished. */
export type ManualClock = Clock & {
  /** Moves on by `ms`, waiting for `settled` after each timer. */
  advance(ms: number): Promise<void>
  /** Moves on by strides of ten seconds, for a long time in which little happens: within a stride timers fire late, each once. */
  pass(ms: number): Promise<void>
  /** Jumps, as a clock that is set does: timers fire late, not in between. */
  jump(ms: number): void
  /** Sets the time of day on or back, as a correction of the clock does: timers keep their distance. */
  set(ms: number): void
}

const STRIDE_MS = 10_000

export function createManualClock(start: number, settled: () => Promise<void>): ManualClock {
  let now = start
  let timers: { at: number; callback: () => void }[] = []
  const clock: ManualClock = {
    now: () => now,
    after(ms, callback) {
      const timer = { at: now + Math.max(0, ms), callback }
      timers.push(timer)
      return () => {
        timers = timers.filter((other) => other !== timer)
      }
    },
    async advance(ms) {
      const until = now + ms
      await settled()
      for (;;) {
        const next = timers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0]
        if (!next) break
        timers = timers.filter((timer) => timer !== next)
        now = Math.max(now, next.at)
        next.callback()
        await settled()
      }
      now = Math.max(now, until)
      await settled()
    },
    async pass(ms) {
      for (const until = now + ms; now < until; ) {
        now = Math.min(now + STRIDE_MS, until) - 1
        await clock.advance(1)
      }
    },
    jump(ms) {
      now += ms
    },
    set(ms) {
      now += ms
      for (const timer of timers) timer.at += ms
    },
  }
  return clock
}
