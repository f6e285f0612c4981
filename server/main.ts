import { createServer } from 'node:net'
import { join } from 'node:path'
import { type Logger, pino } from 'pino'
import { buildApp } from './app.ts'
import { checkInThread } from './ledger/index.ts'
import { openSource, SourceError } from './market/index.ts'
import { buildPages } from './platform/build.ts'
import { createMemoryBus } from './platform/bus.ts'
import { systemClock } from './platform/clock.ts'
import { type Config, ConfigError, readConfig } from './platform/config.ts'
import { DatabaseError, isDiskFull, openPostgres, openSqlite } from './platform/database.ts'
import { takeDatabase } from './platform/database-lock.ts'
import { FolderError, takeFolder } from './platform/folder.ts'
import { createProcessMetrics } from './platform/metrics.ts'
import { MigrationError, migrate } from './platform/migrate.ts'
import { joinNodes } from './platform/nodes.ts'
import { createIds, systemRandom } from './platform/random.ts'
import { openStore } from './platform/store.ts'
import { createMemoryThrottle } from './platform/throttle.ts'
import { createVault, takeVaultKey } from './platform/vault.ts'
import { warnOfWalletHash } from './user/index.ts'

const CLOSE_MS_MAX = 10_000

async function main(): Promise<void> {
  const config = readConfig(process.env)
  // What a person wants to know goes to the standard output, and that is one URL; the log goes beside it.
  const log = pino({ level: config.LOG_LEVEL, base: null }, pino.destination({ fd: 2, sync: true }))
  // A promise that nobody waited for comes here, too.
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'a fault that nobody expected')
    process.exit(1)
  })
  const open = new AsyncDisposableStack()
  const address = await start(config, log, open).catch(async (error: unknown) => {
    await open.disposeAsync()
    throw error
  })
  const signal = stopSignal()
  process.stdout.write(`Quoin, on paper money: ${config.PUBLIC_URL ?? address}\n`)
  log.info({ signal: await signal }, 'closing')
  setTimeout(() => {
    log.error('the work in hand was not finished in time')
    process.exit(1)
  }, CLOSE_MS_MAX)
  await open.disposeAsync()
  log.info('closed')
  process.exit(0)
}

/**
 * Takes everything that the server needs, what may be refused first, and serves.
 *
 * @param open what is to be closed at the end, in the opposite order
 * @returns the URL that it listens on
 */
async function start(config: Config, log: Logger, open: AsyncDisposableStack): Promise<string> {
  const development = process.env.NODE_ENV === 'development'
  const source = await openSource({ config, clock: systemClock, log })
  const folder = takeFolder(config.DATA_DIR)
  open.defer(() => folder.release())
  await requireFreePort(config)
  const database = config.DATABASE_URL
    ? await openPostgres(config.DATABASE_URL)
    : openSqlite(join(config.DATA_DIR, 'quoin.db'))
  open.defer(() => database.close())
  const { DATABASE_URL, REDIS_URL } = config
  if (DATABASE_URL && !REDIS_URL) {
    const lock = await takeDatabase(DATABASE_URL, systemClock, (error) => {
      // Someone else may run the market from now on. What is on the record is safe with them; what is not was never decided.
      log.fatal({ err: error }, 'the database is no longer ours')
      process.exit(1)
    })
    open.defer(() => lock.release())
  }
  await migrate(database, systemClock.now())
  const pages = development ? undefined : await buildPages(log)

  const alone = {
    config,
    database,
    db: database.db,
    clock: systemClock,
    random: systemRandom,
    ids: createIds(systemClock, systemRandom),
    bus: createMemoryBus(log),
    throttle: createMemoryThrottle(systemClock),
    store: await openStore(config),
    vault: createVault(takeVaultKey(config, systemRandom), systemRandom),
    log,
  }
  const shared = DATABASE_URL && REDIS_URL ? await joinNodes({ DATABASE_URL, REDIS_URL }, alone) : undefined
  open.defer(() => shared?.close())
  const platform = shared ? { ...alone, bus: shared.bus, throttle: shared.throttle } : alone
  warnOfWalletHash(platform)
  const app = await buildApp({
    platform,
    source,
    pages,
    nodes: shared?.nodes,
    checkAnswers: development,
    ledgerCheck: checkInThread(
      config.DATABASE_URL ? { url: config.DATABASE_URL } : { path: join(config.DATA_DIR, 'quoin.db') },
    ),
    processMetrics: createProcessMetrics(),
  })
  open.defer(() => app.close())
  return await app.http.listen({ port: config.PORT, host: config.HOST })
}

/** Listening comes last, after what takes long: a port that is taken is found out first. */
async function requireFreePort({ PORT, HOST }: Config): Promise<void> {
  const probe = createServer()
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (error: NodeJS.ErrnoException) => reject(cannotListen(error, HOST, PORT)))
    probe.listen(PORT, HOST, resolve)
  })
  await new Promise((resolve) => probe.close(resolve))
}

function cannotListen(error: NodeJS.ErrnoException, host: string, port: number): ConfigError {
  if (error.code === 'EADDRINUSE') return new ConfigError(`PORT: ${port} is in use on ${host}`)
  if (error.code === 'EACCES') return new ConfigError(`PORT: ${port} may not be used by this user`)
  return new ConfigError(`HOST: cannot listen on ${host}: ${error.message}`)
}

/** Resolves upon the first signal to stop. A second one ends the process at once. */
const stopSignal = () =>
  new Promise<NodeJS.Signals>((resolve) => {
    let asked = false
    const onSignal = (signal: NodeJS.Signals) => {
      if (asked) process.exit(1)
      asked = true
      resolve(signal)
    }
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, onSignal)
  })

const kinds = [ConfigError, FolderError, DatabaseError, MigrationError, SourceError]

main().catch((error: unknown) => {
  process.stderr.write(`${lineOf(error)}\n`)
  process.exit(1)
})

/** What a person can mend is told in one line; anything else is a fault of ours, and shows its stack. */
function lineOf(error: unknown): string {
  if (isDiskFull(error)) return 'the disk of the database is full'
  if (!(error instanceof Error)) return String(error)
  return kinds.some((kind) => error instanceof kind) ? error.message : (error.stack ?? error.message)
}
