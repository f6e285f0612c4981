import type { Clock } from '../platform/clock.ts'

const STEP_MS = 100
// Half a step away from the even tenths, at which the market sends its frames.
const OFFSET_MS = 50

/** Calls back each tenth of a second, halfway between the market's frames. The function returned ends it. */
export function startPulse(clock: Clock, beat: () => void): () => void {
  let cancel = () => {}
  const wait = () => {
    const ahead = STEP_MS - ((((clock.now() - OFFSET_MS) % STEP_MS) + STEP_MS) % STEP_MS)
    cancel = clock.after(ahead, () => {
      wait()
      beat()
    })
  }
  wait()
  return () => cancel()
}
