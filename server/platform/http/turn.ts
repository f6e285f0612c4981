/** A turn of this thread: what it does between two looks at its sockets, timers and messages. */
export type Turn = {
  /** Whether it has lasted for as long as it may. */
  isOver(): boolean
  /** Resolves in a turn that is not over: at once, or in a later one. */
  pause(): Promise<void>
}

/**
 * Tells how long a turn has lasted, from the first question in it.
 *
 * @param msMax how long one may last
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

/** A turn that never ends: where a run is to be repeated, no real time may decide. */
export const endlessTurn: Turn = { isOver: () => false, pause: async () => {} }
