/** A turn of this thread: what it does between two iterations of the event loop. */
export type Turn = {
  /** Whether it has used up its time. */
  isOver(): boolean
  /** Resolves in a turn that is not over: at once, or in a later one. */
  pause(): Promise<void>
}

/**
 * Measures a turn from the first call in it.
 *
 * @param msMax maximum duration of a turn
 */
export function createTurn(msMax: number): Turn {
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

/** A turn that never ends: real time must not affect a repeatable run. */
export const endlessTurn: Turn = { isOver: () => false, pause: async () => {} }
