import { nowSeconds } from './clock.ts'
import type { Platform } from './context.ts'
import type { Database } from './database/database.ts'

/** A count, and when it was made, in seconds. */
export type Counted<Value> = { value: Value; at: number }

type Kept<Value> = { newest?: Counted<Value>; counting?: Promise<Counted<Value>> }

/**
 * Caches a count over all users, per database. Once it is older than `seconds`, a request triggers a recount and returns the old one; only
 * the first request waits.
 *
 * @param name of the count, in the log
 */
export function keptCount<Rest extends readonly unknown[], Value>(
  name: string,
  seconds: number,
  count: (platform: Platform, ...rest: Rest) => Promise<Value>,
): (platform: Platform, ...rest: Rest) => Promise<Counted<Value>> {
  const kept = new WeakMap<Database, Kept<Value>>()
  const countNow = async (mine: Kept<Value>, platform: Platform, rest: Rest): Promise<Counted<Value>> => {
    const at = nowSeconds(platform.clock)
    try {
      mine.newest = { value: await count(platform, ...rest), at }
      return mine.newest
    } finally {
      delete mine.counting
    }
  }
  return async (platform, ...rest) => {
    const mine: Kept<Value> = kept.get(platform.database) ?? {}
    kept.set(platform.database, mine)
    const isOld = !mine.newest || nowSeconds(platform.clock) - mine.newest.at >= seconds
    if (isOld && !mine.counting) {
      mine.counting = countNow(mine, platform, rest)
      // If older ones are returned, no caller waits for these.
      mine.counting.catch((error: unknown) => platform.log.error({ err: error, name }, 'figures could not be counted'))
    }
    return mine.newest ?? (mine.counting as Promise<Counted<Value>>)
  }
}
