import { Refusal } from '../../../src/api/messages.ts'

/**
 * Runs work in turns. `keys`: whose it is, so that whoever asks for much waits behind themselves alone. Refuses by
 * `tooManyRequests` where too many wait: the last in the longest line.
 */
export type Turns = <T>(work: () => Promise<T>, keys?: readonly string[]) => Promise<T>

type Waiting = { place: number; keys: readonly string[]; begin(): void; refuse(error: Refusal): void }

const ALL = ['']

/**
 * At most `atOnce` run at a time, while at most `waitingMax` wait: for work that is dear. They come in the order of their
 * places: one behind the last of each of their keys, and so the first of a stranger before the second of anybody
 * (start-time fair queueing; Goyal, Vin and Cheng, 1996).
 */
export function createTurns(atOnce: number, waitingMax: number): Turns {
  const waiting: Waiting[] = []
  /** The last place of each key that waits. */
  const last = new Map<string, number>()
  let running = 0
  /** The place of who began last. */
  let begun = 0

  const takeOut = (one: Waiting) => waiting.splice(waiting.indexOf(one), 1)
  /** Ends the lines of these keys at a place, where they are longer: nobody stands there any more. */
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
    // Whoever ends hands its place over, so that nobody slips in between.
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
