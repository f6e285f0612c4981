import type { Clock } from '../clock.ts'

/** A token bucket of one second's tokens: bounds the cost of recording under any load. */
export function createBudget(clock: Clock, perSecond: number): { take(): boolean } {
  let left = perSecond
  let at = clock.now()
  return {
    take: () => {
      const now = clock.now()
      // A clock that is set back refills nothing.
      left = Math.min(perSecond, left + (Math.max(0, now - at) * perSecond) / 1000)
      at = now
      if (left < 1) return false
      left -= 1
      return true
    },
  }
}
