import type { Clock } from '../clock.ts'

/** Allows a number per second, on average over a second: what recording costs then has a bound, whatever the load. */
export function createBudget(clock: Clock, perSecond: number): { take(): boolean } {
  let left = perSecond
  let at = clock.now()
  return {
    take: () => {
      const now = clock.now()
      // A clock that was set back refills nothing.
      left = Math.min(perSecond, left + (Math.max(0, now - at) * perSecond) / 1000)
      at = now
      if (left < 1) return false
      left -= 1
      return true
    },
  }
}
