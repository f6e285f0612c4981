const WAITING = [0, 1] as const
const LAST = 2
const CHANGES = 3
const CELLS = 4

/** How long, in ms, a thread that has just written lets the other one go first; bounded, in case the other one is stalled. */
const COURTESY_MS = 50
/** Polling interval for another process, which cannot notify us, in ms. */
const LOOK_EVERY_MS = 5

/** Memory shared by the two threads that write one SQLite file, and which of them this is. */
export type Share = { memory: SharedArrayBuffer; place: 0 | 1 }

export const makeShared = (): SharedArrayBuffer => new SharedArrayBuffer(CELLS * Int32Array.BYTES_PER_ELEMENT)

/**
 * Alternates two threads that write one file, without blocking either. It only decides who goes first: the file's own lock is
 * authoritative, so a stalled or dead thread delays the other only for a moment.
 */
export function createWritingTurns({ memory, place }: Share) {
  const cells = new Int32Array(memory)
  const [mine, other] = place === 0 ? WAITING : ([WAITING[1], WAITING[0]] as const)

  const change = () => {
    Atomics.add(cells, CHANGES, 1)
    Atomics.notify(cells, CHANGES)
  }
  const changed = async (seen: number) => {
    const { async, value } = Atomics.waitAsync(cells, CHANGES, seen, LOOK_EVERY_MS)
    if (!async) return
    // A wait on shared memory does not keep a process alive: without other work it would exit meanwhile.
    const running = setInterval(() => {}, LOOK_EVERY_MS)
    await value
    clearInterval(running)
  }

  return {
    /**
     * Calls `attempt` until it gets the file.
     *
     * @param attempt whether the file was free
     * @returns whether it succeeded within `msMax`
     */
    async take(attempt: () => boolean, msMax: number): Promise<boolean> {
      const begun = performance.now()
      Atomics.store(cells, mine, 1)
      try {
        for (;;) {
          const seen = Atomics.load(cells, CHANGES)
          const waited = performance.now() - begun
          const isOthers = Atomics.load(cells, other) === 1 && Atomics.load(cells, LAST) === mine + 1
          if (!(isOthers && waited < COURTESY_MS) && attempt()) {
            Atomics.store(cells, LAST, mine + 1)
            return true
          }
          if (waited > msMax) return false
          await changed(seen)
        }
      } finally {
        Atomics.store(cells, mine, 0)
        change()
      }
    },
    /** Announces that the file is free. */
    release: change,
  }
}
