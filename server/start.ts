import { createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { type Logger, pino } from 'pino'
import { createAdmin } from './admin/module.ts'
import { buildApp } from './app.ts'
import { collectInThread } from './export/module.ts'
import { checkInThread, primeFigures } from './ledger/module.ts'
import { SourceError } from './market/module.ts'
import { type MarketThread, startMarketThread } from './market-client.ts'
import type { Handed } from './market-thread.ts'
import { modules } from './modules.ts'
import { ContentError, openLibrary } from './news/module.ts'
import { forPhone } from './platform/at-home.ts'
import { systemClock } from './platform/clock.ts'
import { type Config, ConfigError, readConfig, warnOfFormerNames } from './platform/config.ts'
import { DatabaseError, isDamaged, isDiskFull, openPostgres, openSqlite } from './platform/database/database.ts'
import { takeDatabase } from './platform/database/lock.ts'
import { foldersOf, MigrationError, migrate } from './platform/database/migrate.ts'
import { makeShared } from './platform/database/writing-turns.ts'
import { buildPages } from './platform/http/build.ts'
import { createTimeSlice } from './platform/http/time-slice.ts'
import { contactOf } from './platform/http/well-known.ts'
import { createProcessMetrics } from './platform/metrics.ts'
import { createMemoryBus } from './platform/nodes/bus.ts'
import { joinNodes } from './platform/nodes/nodes.ts'
import { createIds, secret, systemRandom } from './platform/random.ts'
import { FolderError, takeFolder } from './platform/store/folder.ts'
import { openStore } from './platform/store/open.ts'
import { sealedStore } from './platform/store/sealed.ts'
import { createSpool } from './platform/store/spool.ts'
import { createVault, requireSameKey, takeVaultKey } from './platform/store/vault.ts'
import { openTelemetry } from './platform/telemetry/open.ts'
import { createMemoryThrottle } from './platform/throttle.ts'
import { createPasswords, warnOfWalletHash } from './security/module.ts'

const CLOSE_MS_MAX = 10_000
/** Maximum time that calls may keep the thread: prices are sent ten times a second. */
const SLICE_MS_MAX = 10

async function main(): Promise<void> {
  const config = readConfig(process.env)
  // Standard output has only the URL; the log goes to standard error.
  const log = pino({ level: config.LOG_LEVEL, base: null }, pino.destination({ fd: 2, sync: true }))
  warnOfFormerNames(process.env, log)
  if (config.PUBLIC_URL && contactOf(config) === undefined) {
    log.warn(
      'SECURITY_CONTACT is not set: there is no security.txt, and some push services refuse a server without a contact',
    )
  }
  // Also catches unhandled rejections.
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'unexpected error')
    process.exit(1)
  })
  const open = new AsyncDisposableStack()
  const address = await start(config, log, open).catch(async (error: unknown) => {
    await open.disposeAsync()
    throw error
  })
  const signal = stopSignal()
  const phone = forPhone(config, address, networkInterfaces(), process.stdout.isTTY)
  process.stdout.write(`Quoin, on paper money: ${config.PUBLIC_URL ?? address}\n${phone}`)
  log.info({ signal: await signal }, 'closing')
  setTimeout(() => {
    log.error('work in progress did not finish in time')
    process.exit(1)
  }, CLOSE_MS_MAX)
  await open.disposeAsync()
  log.info('closed')
  process.exit(0)
}

/**
 * Acquires everything that the server needs, first what may be refused, and serves.
 *
 * @param open resources to close at the end, in reverse order
 * @returns the URL that it listens on
 */
async function start(config: Config, log: Logger, open: AsyncDisposableStack): Promise<string> {
  const handed = {
    config,
    file: join(config.DATA_DIR, 'quoin.db'),
    memory: makeShared(),
    node: secret(systemRandom),
  }
  const thread = startMarketThread(handed, (error) => {
    // All decisions are in the database, and the next start continues from there.
    log.fatal({ err: error }, 'the market thread ended unexpectedly')
    process.exit(1)
  })
  open.defer(() => thread.end())
  try {
    return await serve(handed, thread, log, open)
  } catch (error) {
    // A market that cannot start is reported before any other error.
    await thread.source
    throw error
  }
}

async function serve(
  { config, file, memory, node }: Handed,
  thread: MarketThread,
  log: Logger,
  open: AsyncDisposableStack,
): Promise<string> {
  const development = process.env.NODE_ENV === 'development'
  const slice = createTimeSlice(SLICE_MS_MAX)
  const folder = takeFolder(config.DATA_DIR)
  open.defer(() => folder.release())
  await requireFreePort('', config.HOST, config.PORT)
  if (config.ADMIN_PORT !== undefined) await requireFreePort('ADMIN_', config.ADMIN_HOST, config.ADMIN_PORT)
  const { DATABASE_URL, REDIS_URL } = config
  const telemetry = await openTelemetry(config, 'calls', { clock: systemClock, log, node })
  const database = DATABASE_URL
    ? await openPostgres(DATABASE_URL, undefined, telemetry)
    : openSqlite(file, { share: { memory, place: 0 }, pause: slice.pause, telemetry })
  open.defer(() => database.close())
  if (DATABASE_URL && !REDIS_URL) {
    const lock = await takeDatabase(DATABASE_URL, systemClock, (error) => {
      // Another process may run the market from now on. Everything recorded is safe, and the rest was never decided.
      log.fatal({ err: error }, 'another server has taken over the database')
      process.exit(1)
    })
    open.defer(() => lock.release())
  }
  await migrate(database, systemClock.now(), foldersOf(modules))
  const vaultKey = takeVaultKey(config, systemRandom)
  const vault = createVault(vaultKey, systemRandom)
  await requireSameKey(database.db, vault)
  const pages = development ? undefined : await buildPages(log)

  const alone = {
    modules,
    config,
    database,
    db: database.db,
    clock: systemClock,
    random: systemRandom,
    ids: createIds(systemClock, systemRandom),
    bus: createMemoryBus(log),
    throttle: createMemoryThrottle(systemClock),
    store: sealedStore(await openStore(config, systemClock.now()), vault),
    vault,
    log,
    telemetry,
  }
  const shared = DATABASE_URL && REDIS_URL ? await joinNodes({ DATABASE_URL, REDIS_URL, node }, alone) : undefined
  open.defer(() => shared?.close())
  const bus = thread.join(shared?.bus ?? alone.bus, alone)
  const platform = { ...alone, bus, ...(shared && { throttle: shared.throttle }) }
  warnOfWalletHash(platform)
  await openLibrary(platform)
  const passwords = createPasswords(systemRandom)
  const app = await buildApp({
    platform,
    passwords,
    startSide: (watch) => thread.begin(platform, vaultKey, watch),
    pages,
    nodes: shared?.nodes,
    checkAnswers: development,
    collect: collectInThread(config),
    ledgerCheck: checkInThread(DATABASE_URL ? { url: DATABASE_URL } : { path: file }),
    slice,
    spool: createSpool(join(config.DATA_DIR, 'spool')),
    processMetrics: createProcessMetrics(),
  })
  open.defer(() => app.close())
  if (config.ADMIN_PORT !== undefined) {
    const folder = await buildPages(log, undefined, 'admin')
    const admin = await createAdmin(platform, { passwords, pages: folder })
    open.defer(() => admin.close())
    const address = await admin.listen({ port: config.ADMIN_PORT, host: config.ADMIN_HOST })
    log.info({ address: config.ADMIN_URL ?? address }, 'the admin console')
    primeFigures(platform)
  }
  return await app.http.listen({ port: config.PORT, host: config.HOST })
}

/** Checked before slow steps, because listening comes last. */
async function requireFreePort(of: '' | 'ADMIN_', host: string, port: number): Promise<void> {
  const probe = createServer()
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (error: NodeJS.ErrnoException) => reject(cannotListen(error, of, host, port)))
    probe.listen(port, host, resolve)
  })
  await new Promise((resolve) => probe.close(resolve))
}

function cannotListen(error: NodeJS.ErrnoException, of: string, host: string, port: number): ConfigError {
  if (error.code === 'EADDRINUSE') return new ConfigError(`${of}PORT: ${port} is in use on ${host}`)
  if (error.code === 'EACCES') return new ConfigError(`${of}PORT: ${port} may not be used by this user`)
  return new ConfigError(`${of}HOST: cannot listen on ${host}: ${error.message}`)
}

const PARENT_LOOK_MS = 500

/** Resolves on the first stop signal, or when the npm that started it is gone. A second signal exits at once. */
const stopSignal = () =>
  new Promise<NodeJS.Signals>((resolve) => {
    const parent = process.ppid
    if (process.env.npm_lifecycle_event === 'start') {
      // npm forwards signals, but not its own kill.
      const look = () => process.ppid !== parent && resolve('SIGHUP')
      setInterval(look, PARENT_LOOK_MS).unref()
    }
    let asked = false
    const onSignal = (signal: NodeJS.Signals) => {
      if (asked) process.exit(1)
      asked = true
      resolve(signal)
    }
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, onSignal)
  })

const kinds = [ConfigError, FolderError, DatabaseError, MigrationError, ContentError, SourceError]

main().catch((error: unknown) => {
  process.stderr.write(`${lineOf(error)}\n`)
  process.exit(1)
})

/** An error that the operator can fix is printed in one line; any other is a bug, and shows its stack. */
function lineOf(error: unknown): string {
  if (isDiskFull(error)) return 'the disk of the database is full'
  if (isDamaged(error)) return 'the database is damaged: restore a backup'
  if (!(error instanceof Error)) return String(error)
  return kinds.some((kind) => error instanceof kind) ? error.message : (error.stack ?? error.message)
}
