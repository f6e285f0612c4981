import { Refusal } from '../../../src/api/wire/messages.ts'

/**
 * Queues work fairly. `keys`: whose work it is, so that a burst delays only its owner. Refuses with `tooManyRequests` if too many wait: the
 * last in the longest queue.
 */
export type Turns = <T>(work: () => Promise<T>, keys?: readonly string[]) => Promise<T>

type Waiting = { place: number; keys: readonly string[]; begin(): void; refuse(error: Refusal): void }

const ALL = ['']

/**
 * Runs at most `atOnce` at a time, while at most `waitingMax` wait: for expensive work. Work runs in the order of its start tags: one after
 * the last of each of its keys, so that a newcomer's first runs before anyone's second (start-time fair queueing; Goyal, Vin and Cheng,
 * 1996).
 */
export function createTurns(atOnce: number, waitingMax: number): Turns {
  const waiting: Waiting[] = []
  /** The last start tag of each waiting key. */
  const last = new Map<string, number>()
  let running = 0
  /** The start tag of the last work begun. */
  let begun = 0

  const takeOut = (one: Waiting) => waiting.splice(waiting.indexOf(one), 1)
  /** Shortens the queues of these keys after a waiter was removed. */
  const shorten = ({ keys, place }: Waiting, to: number) => {
    for (const key of keys) {
      if (last.get(key) !== place) continue
      if (to > begun) last.set(key, to)
      else last.delete(key)
    }
  }
  const wait = (keys: readonly string[]) =>
    new Promise<void>((begin, refuse) => {
      const place = Math.max(begun, ...keys.map((key) => last.get(key) ?? 0)) + 1
      for (const key of keys) last.set(key, place)
      waiting.push({ place, keys, begin, refuse })
      if (waiting.length <= waitingMax) return
      const worst = waiting.reduce((a, b) => (b.place >= a.place ? b : a))
      takeOut(worst)
      shorten(worst, worst.place - 1)
      worst.refuse(new Refusal('tooManyRequests'))
    })
  const next = () => {
    const [first, ...rest] = waiting
    if (!first) return undefined
    const one = rest.reduce((a, b) => (b.place < a.place ? b : a), first)
    takeOut(one)
    begun = one.place
    shorten(one, begun)
    return one
  }

  return async (work, keys = ALL) => {
    if (running < atOnce) running += 1
    // The next waiter takes over directly, so that no other gets in between.
    else await wait(keys)
    try {
      return await work()
    } finally {
      const one = next()
      if (one) one.begin()
      else running -= 1
    }
  }
}
