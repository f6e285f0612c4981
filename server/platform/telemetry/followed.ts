import type { Clock } from '../clock.ts'
import type { Telemetry, Traceparent } from './telemetry.ts'

const ORDERS_MAX = 1_000
/** Later steps are not recorded, so that a trace stays short enough to read. */
const FOLLOWED_MS = 10 * 60_000

/** Traces of the calls that placed the newest orders. */
export function createFollowed(clock: Clock): Pick<Telemetry, 'follow' | 'traceparentOf'> {
  const placed = new Map<string, { at: Traceparent; sinceMs: number }>()
  return {
    follow: (order, at) => {
      placed.set(order, { at, sinceMs: clock.now() })
      const [oldest] = placed.keys()
      if (placed.size > ORDERS_MAX && oldest !== undefined) placed.delete(oldest)
    },
    traceparentOf: (order) => {
      const found = placed.get(order)
      return found && clock.now() - found.sinceMs < FOLLOWED_MS ? found.at : undefined
    },
  }
}
