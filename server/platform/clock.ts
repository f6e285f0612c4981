/** The time, and the only way to wait for it: injected, so that a whole platform can run on virtual time. */
export type Clock = {
  /** Milliseconds since the epoch. */
  now(): number
  /** Calls back once, after at least `ms`. The returned function cancels it. */
  after(ms: number, callback: () => void): () => void
}

/** Whole seconds since the epoch. */
export const nowSeconds = (clock: Clock): number => Math.floor(clock.now() / 1000)

/** Resolves after `ms` milliseconds. */
export const wait = (clock: Clock, ms: number): Promise<void> => new Promise((resolve) => void clock.after(ms, resolve))

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms)
    return () => clearTimeout(timer)
  },
}
