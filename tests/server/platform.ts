import { createHash } from 'node:crypto'
import type { KyselyPlugin } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll } from 'vitest'
import type { Module } from '../../server/module.ts'
import { modules as shipped } from '../../server/modules.ts'
import type { Clock } from '../../server/platform/clock.ts'
import { type Config, readConfig } from '../../server/platform/config.ts'
import type { Platform } from '../../server/platform/context.ts'
import type { Database } from '../../server/platform/database/database.ts'
import { foldersOf, migrate } from '../../server/platform/database/migrate.ts'
import { createMemoryBus } from '../../server/platform/nodes/bus.ts'
import { createIds, type Random } from '../../server/platform/random.ts'
import { sealedStore } from '../../server/platform/store/sealed.ts'
import { folderStore, type Store } from '../../server/platform/store/store.ts'
import { createVault } from '../../server/platform/store/vault.ts'
import { createMemoryThrottle } from '../../server/platform/throttle.ts'
import type { Unit } from '../../server/platform/unit/unit.ts'
import { newFolder } from '../runner/own-folder.ts'
import { type DatabaseKind, freshDatabase } from './databases.ts'
import { describeOn } from './describe-each.ts'
import { createManualClock, type ManualClock } from './manual-clock.ts'

/** A Monday, 12:00 UTC: every market is open. */
export const MONDAY_NOON = Date.UTC(2026, 0, 5, 12)

/** Start of a test session. */
export const DEVICE = { agent: 'a test', address: '127.0.0.1' }

/** A repeatable random source: SHA-256 in counter mode. */
export function createTestRandom(): Random {
  let counter = 0
  return {
    bytes: (length) => {
      const blocks = Array.from({ length: Math.ceil(length / 32) }, () =>
        createHash('sha256').update(`test ${counter++}`).digest(),
      )
      return new Uint8Array(Buffer.concat(blocks).subarray(0, length))
    },
  }
}

/** A test's settings, independent of the environment. Trading requires no identity verification by default. */
export const testConfig = (env: Record<string, string> = {}): Config =>
  readConfig({ LOG_LEVEL: 'silent', REAL_NAME: 'withdrawal', ADDRESS_WAIT_SECONDS: '0', ...env })

/** A platform over this database, migrated. `generosity` multiplies every limit. */
export async function makePlatform(
  database: Database,
  {
    clock,
    random = createTestRandom(),
    config = testConfig(),
    log = pino({ level: config.LOG_LEVEL }),
    generosity = 1_000,
    store = freshStore(),
    plugins = [],
    modules = shipped,
  }: {
    clock: Clock
    store?: Store
    random?: Random
    config?: Config
    log?: Platform['log']
    generosity?: number
    plugins?: readonly KyselyPlugin[]
    /** The server's modules; by default the shipped ones. */
    modules?: readonly Module[]
  },
): Promise<Platform> {
  await migrate(database, clock.now(), foldersOf(modules))
  const vault = createVault(new Uint8Array(32).fill(7), random)
  return {
    modules,
    config,
    database,
    db: plugins.reduce((db, plugin) => db.withPlugin(plugin), database.db),
    clock,
    random,
    ids: createIds(clock, random),
    bus: createMemoryBus(log),
    throttle: createMemoryThrottle(clock, { generosity }),
    store: sealedStore(store, vault),
    vault,
    log,
  }
}

export const freshStore = (): Store => folderStore(newFolder())

export type TestPlatform = { kind: DatabaseKind; platform: Platform; clock: ManualClock }

/** Runs a suite on each database, or on these, each time on a separate platform without calls, market or due work. */
export function describePlatform(
  name: string,
  suite: (test: TestPlatform) => void,
  databases?: readonly DatabaseKind[],
): void {
  describeOn({ on: databases }, name, (kind) => {
    const test = { kind } as TestPlatform
    let close = async () => {}
    beforeAll(async () => {
      const fresh = await freshDatabase(kind)
      test.clock = createManualClock(MONDAY_NOON, async () => {})
      test.platform = await makePlatform(fresh.database, { clock: test.clock })
      close = async () => {
        await fresh.database.close()
        await fresh.drop()
      }
    })
    afterAll(() => close())
    suite(test)
  })
}

/** A user created without calls, quickly: no password to hash, no code to send, no money. */
export async function insertUser({ platform, tx }: Unit, username: string): Promise<string> {
  const userId = platform.ids()
  await tx
    .insertInto('users')
    .values({
      id: userId,
      username,
      username_key: username.toLowerCase(),
      address: null,
      password_hash: null,
      email: null,
      phone: null,
      lang: 'en',
      status: 'active',
      invite_code: userId.slice(-8),
      inviter_id: null,
      time_zone: 'UTC',
      event_seq: 0n,
      created_at: BigInt(Math.floor(platform.clock.now() / 1000)),
    })
    .execute()
  return userId
}
