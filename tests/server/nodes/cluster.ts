import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import { systemClock } from '../../../server/platform/clock.ts'
import type { Platform } from '../../../server/platform/context.ts'
import { lists, submit } from '../../../src/api/trade/microtrade.ts'
import type { Input, Output } from '../../../src/api/wire/call.ts'
import { databaseKinds, freshDatabase } from '../databases.ts'
import type { Order } from '../faults/failpoints.ts'
import { createInvariants } from '../invariants.ts'
import { LEAST_STAKE } from '../microtrade/support.ts'
import { type Device, greeted } from '../platform/device.ts'
import { endProcesses, freshFolder, type ServerProcess, startProcess } from '../platform/process.ts'
import { makePlatform } from '../platform.ts'
import { hasRedis, startRedis } from './redis.ts'

const FAILPOINTS = join(import.meta.dirname, '../faults/failpoints.ts')

/** Whether tests can start one: where PostgreSQL answers, and a Redis can be started. */
export const hasCluster = databaseKinds.includes('postgres') && hasRedis

export type Cluster = Awaited<ReturnType<typeof startCluster>>

/**
 * Nodes on their own database and Redis, each in its own process.
 *
 * @param url of an existing database; by default a new one
 * @param own settings of the nodes, in addition to the common ones
 */
export async function startCluster(url?: string, own: Record<string, string> = {}) {
  const [redis, fresh] = await Promise.all([startRedis(), url === undefined ? freshDatabase('postgres') : undefined])
  const settings = {
    REAL_NAME: 'withdrawal',
    ADDRESS_WAIT_SECONDS: '0',
    DATABASE_URL: url ?? fresh?.url ?? '',
    REDIS_URL: redis.url,
    VAULT_KEY: randomBytes(32).toString('hex'),
    UPLOADS_DIR: freshFolder(),
    METRICS_TOKEN: 'the token of the metrics',
    ...own,
  }
  const invariants = createInvariants()
  const nodes: ServerProcess[] = []
  let ahead = 0
  let requests = 0
  return {
    redis,
    settings,
    url: settings.DATABASE_URL,
    start(): ServerProcess {
      const heard: Order[] = [{ kind: 'clock', by: ahead }]
      const node = startProcess({ DATA_DIR: freshFolder(), ...settings, FAULTS: JSON.stringify(heard) }, FAILPOINTS)
      node.child.on('error', () => {})
      nodes.push(node)
      return node
    },
    /** The nodes' time, in ms. */
    now: () => Date.now() + ahead,
    /** Sets the clocks of all nodes on, in ms: by less than a period, so that there are ticks when an option is due. */
    jump(by: number): void {
      ahead += by
      for (const { child } of nodes) if (child.connected) child.send({ kind: 'clock', by } satisfies Order, () => {})
    },
    /** Halts a node outside transactions: within one it would keep its rows locked. SIGCONT resumes it. */
    async halt({ child }: ServerProcess): Promise<void> {
      if (!fresh) throw new Error('the database is not of this cluster')
      for (;;) {
        child.kill('SIGSTOP')
        await sleep(300)
        const { rows } = await sql`select 1 from pg_stat_activity
          where application_name = current_setting('application_name') and state = 'idle in transaction'
          and state_change < clock_timestamp() - interval '200 ms'`.execute(fresh.database.db)
        if (rows.length === 0) return
        child.kill('SIGCONT')
        await sleep(50)
      }
    },
    /** Buys an option on a node, and records the acknowledgement. */
    async buy(node: ServerProcess, token: string, change: Partial<Input<typeof submit>> = {}) {
      const bought = await node.ok(submit, { ...option(++requests), ...change }, token)
      invariants.acknowledged(bought)
      return bought
    },
    /** A platform over their database, for data created without calls. */
    async beside(): Promise<Platform> {
      if (!fresh) throw new Error('the database is not of this cluster')
      return makePlatform(fresh.database, { clock: systemClock })
    },
    /** Violated invariants of the database, one per line. */
    check: async (): Promise<string[]> => (fresh ? invariants.check(fresh.database.db) : []),
    invariants,
    async end(): Promise<void> {
      await endProcesses()
      await redis.stop()
      await fresh?.database.close()
      await fresh?.drop()
    },
  }
}

const option = (number: number) => ({
  requestId: `request-of-nodes-${number}`,
  symbol: 'BTCUSDT',
  direction: number % 2 === 0 ? 'rise' : 'fall',
  currency: 'USDT',
  amount: LEAST_STAKE,
  seconds: 30,
})

/** A node's report about itself. */
export async function standing(node: ServerProcess): Promise<unknown> {
  return (await fetch(`${await node.url}/readyz`)).json()
}

/** Waits until a node has this role, and live prices. */
export const becomes = (node: ServerProcess, role: 'leader' | 'follower'): Promise<void> =>
  vi.waitFor(async () => expect(await standing(node)).toEqual({ status: 'ok', role }))

/** A figure of a node’s metrics. */
export async function figure(node: ServerProcess, name: string): Promise<number | undefined> {
  const headers = { authorization: 'Bearer the token of the metrics' }
  const text = await (await fetch(`${await node.url}/metrics`, { headers })).text()
  const line = text.split('\n').find((each) => each.startsWith(`${name} `))
  return line === undefined ? undefined : Number(line.slice(name.length + 1))
}

/** A device on a node, subscribed to all prices. */
export async function watching(node: ServerProcess, token: string | null = null): Promise<Device> {
  const device = await greeted(Number(new URL(await node.url).port), token)
  device.send({ type: 'subscribe', channel: 'quotes' })
  await device.next('snapshot')
  return device
}

const live = (node: ServerProcess, token: string): Promise<Output<typeof lists>> =>
  node.ok(lists, { list: 0, limit: 100 }, token)

/** Waits until a user's order has opened. */
export const opened = (node: ServerProcess, token: string): Promise<void> =>
  vi.waitFor(async () => {
    expect((await live(node, token)).filter(({ state }) => state !== 'open')).toEqual([])
  })

/** Waits until a user's orders have ended. */
export const ended = (node: ServerProcess, token: string): Promise<void> =>
  vi.waitFor(async () => expect(await live(node, token)).toEqual([]))
