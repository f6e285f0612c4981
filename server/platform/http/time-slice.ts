/** A time slice of this thread: what it does between two iterations of the event loop. */
export type TimeSlice = {
  /** Whether it has used up its time. */
  isOver(): boolean
  /** Resolves in a slice that is not over: at once, or in a later one. */
  pause(): Promise<void>
}

/**
 * Measures a slice from the first call in it.
 *
 * @param msMax maximum duration of a slice
 */
export function createTimeSlice(msMax: number): TimeSlice {
  let begun: number | undefined
  const isOver = () => {
    const now = performance.now()
    if (begun === undefined) {
      begun = now
      setImmediate(() => {
        begun = undefined
      })
    }
    return now - begun >= msMax
  }
  return {
    isOver,
    pause: async () => {
      while (isOver()) await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

/** A slice that never ends: real time must not affect a repeatable run. */
export const endlessSlice: TimeSlice = { isOver: () => false, pause: async () => {} }
