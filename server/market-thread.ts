import { parentPort, workerData } from 'node:worker_threads'
import { pino } from 'pino'
import { createLeader, openSource, type SourceFacts, type Standing, standAlone } from './market/module.ts'
import { startMarketSide } from './market-side.ts'
import { modules } from './modules.ts'
import { systemClock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import type { Platform } from './platform/context.ts'
import { type Database, openPostgres, openSqlite } from './platform/database/database.ts'
import { createMemoryBus } from './platform/nodes/bus.ts'
import { joinNodes } from './platform/nodes/nodes.ts'
import { type Crossing, createPortBus, deliverCrossing } from './platform/nodes/port-bus.ts'
import { createIds, systemRandom } from './platform/random.ts'
import { openStore } from './platform/store/open.ts'
import { sealedStore } from './platform/store/sealed.ts'
import { createVault } from './platform/store/vault.ts'
import { openTelemetry } from './platform/telemetry/open.ts'
import type { Telemetry } from './platform/telemetry/telemetry.ts'
import { createMemoryThrottle } from './platform/throttle.ts'
import type { Gap } from './platform/unit/job.ts'

/** What `startMarketThread` runs: the source, the gate, the record, and the work that decides by it. */

/** The thread's input. `memory`: shared by the two threads that write one SQLite file; `node`: this node's name. */
export type Handed = { config: Config; file: string; memory: SharedArrayBuffer; node: string }

/** Messages to the thread. It starts once the database is migrated. */
export type ToThread =
  | { kind: 'begin'; vaultKey: Uint8Array }
  | { kind: 'stop' }
  | { kind: 'heard'; crossing: Crossing }

/** Messages from the thread. `failed`: it cannot start; the name is that of the error’s class. */
export type FromThread =
  | { kind: 'source'; facts: SourceFacts }
  | { kind: 'failed'; name: string; message: string; stack: string | undefined }
  | { kind: 'begun' }
  | { kind: 'standing'; standing: Standing }
  | { kind: 'ran'; work: string; held: boolean; ms: number }
  | { kind: 'did'; work: string; lateMs: number; gap: Gap | undefined }
  | { kind: 'heard'; crossing: Crossing }
  | { kind: 'stopped' }

const STANDING_EVERY_MS = 200
// Beside the pool of the thread that speaks with people: the record, and a few groups of orders.
const CONNECTIONS_MAX = 8

const { config, file, memory, node }: Handed = workerData
const say = (message: FromThread) => parentPort?.postMessage(message)
const log = pino({ level: config.LOG_LEVEL, base: null }, pino.destination({ fd: 2, sync: true }))

const received = {
  begin: Promise.withResolvers<Uint8Array>(),
  stop: Promise.withResolvers<void>(),
}
let hear = (_: Crossing) => {}
parentPort?.on('message', (message: ToThread) => {
  if (message.kind === 'begin') received.begin.resolve(message.vaultKey)
  if (message.kind === 'stop') received.stop.resolve()
  if (message.kind === 'heard') hear(message.crossing)
})

const openDatabase = ({ DATABASE_URL }: Config, telemetry?: Telemetry): Database | Promise<Database> =>
  DATABASE_URL
    ? openPostgres(DATABASE_URL, CONNECTIONS_MAX, telemetry)
    : openSqlite(file, { share: { memory, place: 1 }, telemetry })

async function run(): Promise<void> {
  const source = await openSource({ config, clock: systemClock, log })
  const { id, name, symbols, trades, hearing } = source
  const facts = { id, name, ...(symbols && { symbols }), ...(trades && { trades }), ...(hearing && { hearing }) }
  say({ kind: 'source', facts })
  const key = await received.begin.promise

  await using open = new AsyncDisposableStack()
  const telemetry = await openTelemetry(config, 'market', { clock: systemClock, log, node })
  open.defer(() => telemetry?.close())
  const database = await openDatabase(config, telemetry)
  open.defer(() => database.close())
  const vault = createVault(key, systemRandom)
  const alone: Platform = {
    modules,
    config,
    database,
    db: database.db,
    clock: systemClock,
    random: systemRandom,
    ids: createIds(systemClock, systemRandom),
    bus: createMemoryBus(log),
    // Nobody's attempts are counted here.
    throttle: createMemoryThrottle(systemClock),
    store: sealedStore(await openStore(config, systemClock.now()), vault),
    vault,
    log,
    telemetry,
  }
  const { DATABASE_URL, REDIS_URL } = config
  const shared = DATABASE_URL && REDIS_URL ? await joinNodes({ DATABASE_URL, REDIS_URL, node }, alone) : undefined
  open.defer(() => shared?.close())
  const here = shared?.bus ?? alone.bus
  hear = (crossing) => deliverCrossing(here, crossing, alone)
  const post = (crossing: Crossing) => say({ kind: 'heard', crossing })
  const bus = createPortBus(here, post, ['account', 'signedOut', 'recorded', 'feed', 'base'], alone)
  const platform: Platform = { ...alone, bus }
  const leader = createLeader(platform, source, shared?.nodes.stand ?? standAlone)
  const side = await startMarketSide(platform, leader, {
    ran: (work, held, ms) => say({ kind: 'ran', work, held, ms }),
    did: (work, lateMs, gap) => say({ kind: 'did', work, lateMs, gap }),
  })
  const tellStanding = () => say({ kind: 'standing', standing: { role: leader.role, counters: leader.counters } })
  tellStanding()
  const standing = setInterval(tellStanding, STANDING_EVERY_MS)
  say({ kind: 'begun' })
  await received.stop.promise
  await side.stop()
  clearInterval(standing)
}

try {
  await run()
  say({ kind: 'stopped' })
} catch (error) {
  const fault = error instanceof Error ? error : new Error(String(error))
  say({ kind: 'failed', name: fault.constructor.name, message: fault.message, stack: fault.stack })
} finally {
  parentPort?.close()
}
