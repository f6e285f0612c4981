import type { TimeSlice } from './time-slice.ts'

/** Calls of one caller in progress at once; a connection's answers are in the order of its requests anyway. */
const IN_HAND_MAX = 8

type Caller = { waiting: (() => void)[]; inHand: number }

/** @returns a function to call once the call is answered */
export type Queue = (key: string) => Promise<() => void>

/**
 * Fair queue of calls: the caller with the fewest waiting calls goes first, so that a burst of one does not delay the others. When a time
 * slice of the thread is over, one call starts in each further slice.
 */
export function createQueue(slice: TimeSlice): Queue {
  const callers = new Map<string, Caller>()
  let scheduled = false

  const next = (): Caller | undefined => {
    let found: Caller | undefined
    for (const caller of callers.values()) {
      if (caller.waiting.length === 0 || caller.inHand >= IN_HAND_MAX) continue
      if (!found || caller.waiting.length < found.waiting.length) found = caller
    }
    return found
  }
  const schedule = () => {
    if (scheduled || !next()) return
    scheduled = true
    setImmediate(() => {
      scheduled = false
      next()?.waiting.shift()?.()
      schedule()
    })
  }
  const leave = (key: string, caller: Caller) => {
    caller.inHand -= 1
    if (caller.inHand === 0 && caller.waiting.length === 0) callers.delete(key)
    schedule()
  }

  return async (key) => {
    const caller = callers.get(key) ?? { waiting: [], inHand: 0 }
    callers.set(key, caller)
    const isFree = caller.waiting.length === 0 && caller.inHand < IN_HAND_MAX && !scheduled
    if (isFree && !slice.isOver()) caller.inHand += 1
    else {
      await new Promise<void>((resolve) => {
        caller.waiting.push(() => {
          caller.inHand += 1
          resolve()
        })
        schedule()
      })
    }
    let isIn = true
    return () => {
      if (isIn) leave(key, caller)
      isIn = false
    }
  }
}
