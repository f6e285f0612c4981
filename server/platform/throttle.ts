import { isIPv6 } from 'node:net'
import { type MessageParams, Refusal } from '../../src/api/wire/messages.ts'
import type { Clock } from './clock.ts'

/** At most `points` in `seconds`, counted from the first point. `name` separates the counts of different limits. */
export type Limit = { name: string; points: number; seconds: number }

/** The count after a take. `waitMs`: until the count resets. */
export type Taken = { used: number; allowed: boolean; waitMs: number }

/** Counts attempts by a key such as the network address. The in-memory one serves one node; the one in Redis, all nodes. */
export type Throttle = {
  /** Takes points, by default one. Take before the work, not after, so that parallel attempts are counted too. */
  take(limit: Limit, key: string, points?: number): Promise<Taken>
  /** Returns a point, for an attempt that turned out to be legitimate. */
  giveBack(limit: Limit, key: string): Promise<void>
  /** Resets the count. */
  clear(limit: Limit, key: string): Promise<void>
}

const KEYS_MAX = 100_000

/**
 * An in-memory throttle of one process, on the injected clock.
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

/** Drops expired counts; if there are none, the oldest tenth. */
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
 * Takes points, by default one, and refuses if too few are left.
 *
 * @throws Refusal `tooManyRequests`; `seconds` until a retry
 */
export async function admit(throttle: Throttle, limit: Limit, key: string, points = 1): Promise<void> {
  const { allowed, waitMs } = await throttle.take(limit, key, points)
  if (!allowed) throw tooMany(waitMs)
}

export const tooMany = (waitMs: number, more: MessageParams = {}): Refusal =>
  new Refusal('tooManyRequests', { seconds: String(Math.ceil(waitMs / 1000)), ...more })

/** A count that an attempt takes from. */
export type Count = { limit: Limit; key: string }

/** The counts of an attempt from an address, the narrowest network first: a refusal there does not burden the wider ones. */
export const countsFrom = (limit: Limit, address: string): Count[] =>
  networksOf(address).map(({ network, share }) => ({ limit: { ...limit, points: limit.points * share }, key: network }))

/**
 * Takes points from each count in order, until one refuses.
 *
 * @throws Refusal `tooManyRequests`
 */
export async function admitAll(throttle: Throttle, counts: readonly Count[], points = 1): Promise<void> {
  for (const { limit, key } of counts) await admit(throttle, limit, key, points)
}

/** Returns a point to each count. */
export async function giveBackAll(throttle: Throttle, counts: readonly Count[]): Promise<void> {
  for (const { limit, key } of counts) await throttle.giveBack(limit, key)
}

/** Prefix lengths by which IPv6 is counted, each with its multiple of the limit. */
const SHARES = [
  { bits: 64, share: 1 },
  { bits: 56, share: 4 },
  { bits: 48, share: 16 },
]

/**
 * The networks that an address counts towards, the narrowest first: an IPv4 address itself, an IPv6 address as the /64 of one household,
 * and as the /56 and /48 that providers hand out freely. The wider ones have limits `share` times as high. An IPv4-mapped IPv6 address
 * counts as its IPv4 address.
 */
export function networksOf(address: string): readonly { network: string; share: number }[] {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return [{ network: mapped, share: 1 }]
  if (!isIPv6(address)) return [{ network: address, share: 1 }]
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::')
  const groups = head === '' ? [] : head.split(':')
  const rest = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - groups.length - rest.length }, () => '0')
  const numbers = [...groups, ...zeros, ...rest].slice(0, 4).map((group) => Number.parseInt(group, 16))
  const [a = 0, b = 0, c = 0, d = 0] = numbers
  return SHARES.map(({ bits, share }) => {
    const fourth = bits === 64 ? d : bits === 56 ? d & 0xff00 : 0
    const network = [a, b, c, fourth].map((group) => group.toString(16)).join(':')
    return { network: `${network}::/${bits}`, share }
  })
}

/** The key of one caller: the narrowest network of an address. */
export const networkOf = (address: string): string => networksOf(address)[0]?.network ?? address
