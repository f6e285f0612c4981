import type { Throttle } from '../throttle.ts'
import type { Redis } from './redis.ts'

/** A slower answer is abandoned, in ms, and Redis is then not asked for this long. */
const ANSWER_MS_MAX = 250
const REST_MS = 1_000

// A window starts with its first point, and Redis ends it by its own clock. A script is atomic: no point is lost.
const TAKE = `local used = redis.call('incrby', KEYS[1], ARGV[2])
if used == tonumber(ARGV[2]) then redis.call('pexpire', KEYS[1], ARGV[1]) end
return {used, redis.call('pttl', KEYS[1])}`
const GIVE_BACK = `if tonumber(redis.call('get', KEYS[1]) or '0') > 0 then redis.call('decr', KEYS[1]) end`

/** `fallbacks`: how often this node counted on its own. */
export type SharedThrottle = Throttle & { counters: { fallbacks: number } }

/**
 * A throttle shared by all nodes. While Redis does not answer, each node counts on its own in `memory`, so that attempts are always counted
 * and no one is locked out because Redis is down.
 *
 * @param prefix separates the counts of different installations on one Redis
 */
export function createRedisThrottle(redis: Redis, memory: Throttle, prefix: string): SharedThrottle {
  const counters = { fallbacks: 0 }
  let restsUntil = 0

  const run = async (script: string, name: string, key: string, ...values: string[]): Promise<unknown> => {
    if (!redis.isUp || performance.now() < restsUntil) return undefined
    const asked = redis.client.eval(script, { keys: [`${prefix}:count ${name} ${key}`], arguments: values })
    const answer = await inTime(asked)
    if (answer === undefined) restsUntil = performance.now() + REST_MS
    return answer
  }

  return {
    counters,
    async take(limit, key, points = 1) {
      const answer = await run(TAKE, limit.name, key, String(limit.seconds * 1000), String(points))
      if (!Array.isArray(answer)) {
        counters.fallbacks += 1
        return memory.take(limit, key, points)
      }
      const [used, waitMs] = answer.map(Number)
      return { used: used ?? 0, allowed: (used ?? 0) <= limit.points, waitMs: waitMs ?? 0 }
    },
    // The point may be in either place: return it in both.
    async giveBack(limit, key) {
      await Promise.all([run(GIVE_BACK, limit.name, key), memory.giveBack(limit, key)])
    },
    async clear(limit, key) {
      await Promise.all([run(`redis.call('del', KEYS[1])`, limit.name, key), memory.clear(limit, key)])
    },
  }
}

/** The answer, `null` for an empty one; `undefined` if it failed or took too long. */
function inTime(asked: Promise<unknown>): Promise<unknown> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), ANSWER_MS_MAX)
    asked
      .then(
        (answer) => resolve(answer ?? null),
        () => resolve(undefined),
      )
      .finally(() => clearTimeout(timer))
  })
}
