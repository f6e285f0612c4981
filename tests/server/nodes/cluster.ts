import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { freshDatabase, type TestDatabase } from '../databases.ts'
import { freshFolder, type ServerProcess, startProcess } from '../platform/process.ts'
import { startRedis, type TestRedis } from './redis.ts'

/** Nodes over one database and one Redis, each a process of its own. */
export type Cluster = {
  database: TestDatabase
  redis: TestRedis
  start(settings?: Record<string, string>): ServerProcess
  drop(): Promise<void>
}

/** @param url of a database that the cluster is to use; otherwise it gets one of its own */
export async function startCluster(settings: Record<string, string> = {}, url?: string): Promise<Cluster> {
  const [redis, database] = await Promise.all([startRedis(), freshDatabase('postgres')])
  const common = {
    DATABASE_URL: url ?? database.url,
    REDIS_URL: redis.url,
    VAULT_KEY: randomBytes(32).toString('hex'),
    UPLOADS_DIR: freshFolder(),
    REVIEW_SECONDS: '0',
    ...settings,
  }
  return {
    database,
    redis,
    start: (more = {}) => startProcess({ DATA_DIR: freshFolder(), ...common, ...more }),
    drop: async () => {
      await redis.stop()
      await database.database.close()
      await database.drop()
    },
  }
}

/** What a node says of itself. */
export async function standing(node: ServerProcess): Promise<{ status: string; role: string }> {
  const response = await fetch(`${await node.url}/readyz`)
  return (await response.json()) as { status: string; role: string }
}

/** Waits until a node has this role, and live prices. */
export const becomes = (node: ServerProcess, role: 'leader' | 'follower', timeout = 20_000): Promise<void> =>
  expect.poll(() => standing(node), { timeout, interval: 25 }).toEqual({ status: 'ok', role })
