import { join } from 'node:path'
import { pino } from 'pino'
import { type App, buildApp } from './app.ts'
import { simulatedSource } from './market/index.ts'
import { buildPages } from './platform/build.ts'
import { createMemoryBus } from './platform/bus.ts'
import { systemClock } from './platform/clock.ts'
import { ConfigError, readConfig } from './platform/config.ts'
import { openPostgres, openSqlite } from './platform/database.ts'
import { FolderError, takeFolder } from './platform/folder.ts'
import { MigrationError, migrate } from './platform/migrate.ts'
import { createIds, systemRandom } from './platform/random.ts'
import { createMemoryThrottle } from './platform/throttle.ts'
import { warnOfWalletHash } from './user/index.ts'

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const development = process.env.NODE_ENV === 'development'
  const log = pino({ level: config.LOG_LEVEL, base: null, redact: ['req.headers.authorization'] })
  const folder = takeFolder(config.DATA_DIR)
  const pages = development ? undefined : await buildPages(log)

  const database = config.DATABASE_URL
    ? await openPostgres(config.DATABASE_URL)
    : openSqlite(join(config.DATA_DIR, 'quoin.db'))
  await migrate(database, systemClock.now())

  const platform = {
    config,
    database,
    db: database.db,
    clock: systemClock,
    random: systemRandom,
    ids: createIds(systemClock, systemRandom),
    bus: createMemoryBus(log),
    throttle: createMemoryThrottle(systemClock),
    log,
  }
  warnOfWalletHash(platform)
  const app = await buildApp({
    platform,
    source: simulatedSource(config.MARKET_SEED),
    pages,
    checkAnswers: development,
  })
  const address = await app.http.listen({ port: config.PORT, host: config.HOST })
  process.stdout.write(`Quoin, on paper money: ${config.PUBLIC_URL ?? address}\n`)

  stopOnSignals(app, async () => {
    await database.close()
    folder.release()
    log.info('closed')
  })
}

function stopOnSignals(app: App, closed: () => Promise<void>): void {
  let stopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, async () => {
      if (stopping) return
      stopping = true
      await app.close()
      await closed()
      process.exit(0)
    })
  }
}

/** What a person can mend is told in one line; anything else is a fault of ours, and shows its stack. */
const told = (error: unknown) =>
  error instanceof ConfigError || error instanceof FolderError || error instanceof MigrationError
    ? error.message
    : error instanceof Error &&
        'code' in error &&
        (error.code === 'EADDRINUSE' || error.code === 'EACCES' || error.code === 'ECONNREFUSED')
      ? error.message
      : undefined

main().catch((error: unknown) => {
  const line = told(error)
  process.stderr.write(`${line ?? (error instanceof Error ? error.stack : error)}\n`)
  process.exit(1)
})
