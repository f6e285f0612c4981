import { join } from 'node:path'
import { pino } from 'pino'
import { modules } from './modules.ts'
import { systemClock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import type { Platform } from './platform/context.ts'
import { openPostgres, openSqlite } from './platform/database/database.ts'
import { foldersOf, requireCurrent } from './platform/database/migrate.ts'
import { createMemoryBus } from './platform/nodes/bus.ts'
import { createIds, systemRandom } from './platform/random.ts'
import { openStore } from './platform/store/open.ts'
import { sealedStore } from './platform/store/sealed.ts'
import { createVault, requireSameKey, takeVaultKey } from './platform/store/vault.ts'
import { createMemoryThrottle } from './platform/throttle.ts'

/**
 * A platform over the database of a running server: for operators' acts, and for large reads. Close its database at the end.
 *
 * @throws ConfigError, DatabaseError, FolderError, MigrationError, each of one line
 */
export async function openBeside(config: Config): Promise<Platform> {
  const log = pino({ level: 'silent' })
  const database = config.DATABASE_URL
    ? await openPostgres(config.DATABASE_URL, 2)
    : openSqlite(join(config.DATA_DIR, 'quoin.db'))
  try {
    await requireCurrent(database, foldersOf(modules))
    const vault = createVault(takeVaultKey(config, systemRandom), systemRandom)
    await requireSameKey(database.db, vault)
    return {
      modules,
      config,
      database,
      db: database.db,
      clock: systemClock,
      random: systemRandom,
      ids: createIds(systemClock, systemRandom),
      bus: createMemoryBus(log),
      throttle: createMemoryThrottle(systemClock),
      vault,
      store: sealedStore(await openStore(config, systemClock.now()), vault),
      log,
    }
  } catch (error) {
    await database.close()
    throw error
  }
}
