import { Refusal } from '../../../src/api/messages.ts'

/** Runs work in turns. Refuses by `tooManyRequests` where too many wait already. */
export type Turns = <T>(work: () => Promise<T>) => Promise<T>

/** At most `atOnce` run at a time, in the order asked, while at most `waitingMax` wait: for work that is dear. */
export function createTurns(atOnce: number, waitingMax: number): Turns {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running < atOnce) running += 1
    else if (waiting.length >= waitingMax) throw new Refusal('tooManyRequests')
    // Whoever ends hands its place over, so that nobody slips in between.
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
