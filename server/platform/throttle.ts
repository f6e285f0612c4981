import { isIPv6 } from 'node:net'
import { Refusal } from '../../src/api/messages.ts'
import type { Clock } from './clock.ts'

/** At most `points` in `seconds`, counted from the first. `name` keeps the counts of different limits apart. */
export type Limit = { name: string; points: number; seconds: number }

/** Where a count stands after a take. `waitMs`: until the count starts again. */
export type Taken = { used: number; allowed: boolean; waitMs: number }

/** Counts what people do, by a key such as their network address. One in memory serves one node; one in Redis, all. */
export type Throttle = {
  /** Takes points, by default one. Take before the work, not after: parallel attempts are counted too. */
  take(limit: Limit, key: string, points?: number): Promise<Taken>
  /** Gives a point back: for an attempt that turned out to be welcome. */
  giveBack(limit: Limit, key: string): Promise<void>
  /** Starts the count again. */
  clear(limit: Limit, key: string): Promise<void>
}

const KEYS_MAX = 100_000

/**
 * A throttle in the memory of one process, on the clock that is handed in.
 *
 * @param generosity multiplies every limit: for tests of something else
 */
export function createMemoryThrottle(clock: Clock, { generosity = 1 } = {}): Throttle {
  const counts = new Map<string, { used: number; endsAt: number }>()
  const idOf = (limit: Limit, key: string) => `${limit.name} ${key}`

  return {
    async take(limit, key, points = 1) {
      const id = idOf(limit, key)
      const now = clock.now()
      let count = counts.get(id)
      if (!count || count.endsAt <= now) {
        counts.delete(id)
        if (counts.size >= KEYS_MAX) makeRoom(counts, now)
        count = { used: 0, endsAt: now + limit.seconds * 1000 }
        counts.set(id, count)
      }
      count.used += points
      return { used: count.used, allowed: count.used <= limit.points * generosity, waitMs: count.endsAt - now }
    },
    async giveBack(limit, key) {
      const count = counts.get(idOf(limit, key))
      if (count && count.used > 0) count.used -= 1
    },
    async clear(limit, key) {
      counts.delete(idOf(limit, key))
    },
  }
}

/** Drops what has ended; where nothing has, the oldest tenth. */
function makeRoom(counts: Map<string, { endsAt: number }>, now: number) {
  for (const [id, { endsAt }] of counts) {
    if (endsAt <= now) counts.delete(id)
  }
  if (counts.size < KEYS_MAX) return
  let surplus = KEYS_MAX / 10
  for (const id of counts.keys()) {
    if (surplus-- === 0) return
    counts.delete(id)
  }
}

/**
 * Takes points, by default one, and refuses where there are not so many left.
 *
 * @throws Refusal `tooManyRequests`; `seconds` says when to come back
 */
export async function admit(throttle: Throttle, limit: Limit, key: string, points = 1): Promise<void> {
  const { allowed, waitMs } = await throttle.take(limit, key, points)
  if (!allowed) throw tooMany(waitMs)
}

export const tooMany = (waitMs: number): Refusal =>
  new Refusal('tooManyRequests', { seconds: String(Math.ceil(waitMs / 1000)) })

/**
 * What counts as one caller: an IPv4 address, or an IPv6 network of 64 bits, which one household gets whole.
 * An IPv4 address that comes in IPv6 form counts as itself.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  if (!isIPv6(address)) return address
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::')
  const groups = head === '' ? [] : head.split(':')
  const rest = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - groups.length - rest.length }, () => '0')
  const network = [...groups, ...zeros, ...rest].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${network.join(':')}::/64`
}
