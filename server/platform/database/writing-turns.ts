const WAITING = [0, 1] as const
const LAST = 2
const CHANGES = 3
const CELLS = 4

/** For so long, in ms, a thread that has just written lets the other one go first: one that is stalled keeps nobody longer. */
const COURTESY_MS = 50
/** Another process cannot say when it is done: it is looked after so often, in ms. */
const LOOK_EVERY_MS = 5

/** What the threads share that write one SQLite file, and which of the two this one is. */
export type Share = { memory: SharedArrayBuffer; place: 0 | 1 }

export const makeShared = (): SharedArrayBuffer => new SharedArrayBuffer(CELLS * Int32Array.BYTES_PER_ELEMENT)

export type WritingTurns = ReturnType<typeof createWritingTurns>

/**
 * Turns of two threads at a file that one may write at a time. Where both want to, they take turns; nobody's thread
 * stands still meanwhile. It only says who goes first: the file's own lock decides, so that a thread that stalls or is
 * gone keeps the other one no longer than a moment.
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
    // A wait on memory keeps no process running: one that has nothing else to do would end within it.
    const running = setInterval(() => {}, LOOK_EVERY_MS)
    await value
    clearInterval(running)
  }

  return {
    /**
     * Calls `attempt` until it takes the file.
     *
     * @param attempt whether the file was free
     * @returns whether it was taken within `msMax`
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
    /** Says that the file is free again. */
    release: change,
  }
}
