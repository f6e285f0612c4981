import type { AccountEvent } from '../../../src/api/wire/events.ts'
import type { Platform } from '../context.ts'

/** Polling interval while messages between nodes are delivered, and while they are not, in ms. */
const EVERY_MS = 5_000
const EVERY_MS_APART = 1_000
const USERS_PER_QUERY = 500
/** A client that missed more gets the newest ones, detects the gap, and requests the rest. */
const EVENTS_MAX = 20

export type CatchUpOptions = {
  /** The number of the newest event sent to each user's sockets; the lowest of several sockets. */
  delivered(): ReadonlyMap<string, number>
  /** The newest event numbers of these users. */
  newest(userIds: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** A user's events after a number, oldest first. */
  after(userId: string, seq: number, limit: number): Promise<AccountEvent[]>
  /** Whether messages between nodes are delivered. */
  isWhole(): boolean
}

/**
 * Finds private events committed by another node that never reached this node's sockets: Redis was down, or the node died between its
 * commit and its message. An event may arrive twice: clients order by number.
 */
export function startCatchUp(
  { bus, clock, log }: Pick<Platform, 'bus' | 'clock' | 'log'>,
  { delivered, newest, after, isWhole }: CatchUpOptions,
): { stop(): Promise<void> } {
  let stopped = false
  let running: Promise<void> | undefined
  let cancel = () => {}

  const look = async () => {
    const users = [...delivered()]
    for (let from = 0; from < users.length && !stopped; from += USERS_PER_QUERY) {
      const batch = new Map(users.slice(from, from + USERS_PER_QUERY))
      for (const [userId, seq] of await newest([...batch.keys()])) {
        const known = batch.get(userId) ?? seq
        if (seq <= known) continue
        const since = Math.max(known, seq - EVENTS_MAX)
        for (const event of await after(userId, since, EVENTS_MAX)) bus.deliver('account', { userId, event })
      }
    }
  }
  const run = () => {
    cancel()
    if (stopped || running) return
    running = look()
      .catch((error) => log.error({ err: error }, 'missed events of sockets could not be read'))
      .finally(() => {
        running = undefined
        if (!stopped) cancel = clock.after(isWhole() ? EVERY_MS : EVERY_MS_APART, run)
      })
  }
  const unsubscribe = bus.subscribe('missed', run)
  run()
  return {
    stop: async () => {
      stopped = true
      cancel()
      unsubscribe()
      await running
    },
  }
}
