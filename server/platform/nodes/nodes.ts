import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { Db } from '../database/database.ts'
import { type Campaign, type Candidate, campaign } from '../database/lock.ts'
import { createMemoryThrottle, type Throttle } from '../throttle.ts'
import type { Bus } from './bus.ts'
import { openRedis } from './redis.ts'
import { createRedisBus } from './redis-bus.ts'
import { createRedisThrottle } from './redis-throttle.ts'

/** What nodes share. */
export type Nodes = {
  /** Campaigns for leadership from then on. */
  stand(candidate: Candidate): Promise<Campaign>
  /** Whether messages between nodes are currently delivered. */
  readonly isWhole: boolean
  /** How often this node counted a shared limit on its own. */
  readonly fallbacks: number
}

/**
 * Joins the nodes over one database and one Redis. `close`: leaves Redis.
 *
 * @param place `node`: this node's name; threads of one process share it, and use another bus between them
 */
export async function joinNodes(
  { DATABASE_URL, REDIS_URL, node }: { DATABASE_URL: string; REDIS_URL: string; node: string },
  { db, clock, log }: { db: Db; clock: Clock; log: Logger },
): Promise<{ nodes: Nodes; bus: Bus; throttle: Throttle; close(): void }> {
  const prefix = await installation(db)
  const redis = await openRedis(REDIS_URL, log)
  const bus = await createRedisBus(redis, { prefix, node, log })
  const throttle = createRedisThrottle(redis, createMemoryThrottle(clock), prefix)
  const nodes: Nodes = {
    stand: (candidate) => campaign(DATABASE_URL, { clock, log }, candidate),
    get isWhole() {
      return redis.isUp
    },
    get fallbacks() {
      return throttle.counters.fallbacks
    },
  }
  return { nodes, bus, throttle, close: () => redis.close() }
}

/** An id that separates installations sharing a Redis, and is the same on all nodes of one. */
async function installation(db: Db): Promise<string> {
  const { rows } = await sql<{ database: string; schema: string; since: bigint }>`select current_database() as database,
    current_schema() as schema, (select applied_at from migrations where version = 1) as since`.execute(db)
  const [row] = rows
  return `quoin:${row?.database}:${row?.schema}:${row?.since}`
}
