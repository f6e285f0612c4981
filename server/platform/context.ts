import type { Logger } from 'pino'
import type { Bus } from './bus.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Database, Db } from './database.ts'
import type { Ids, Random } from './random.ts'
import type { Store } from './store.ts'
import type { Throttle } from './throttle.ts'
import type { Vault } from './vault.ts'

/** What every part of the server is handed. Nothing else is global: a test or a simulation makes its own. */
export type Platform = {
  config: Config
  database: Database
  db: Db
  clock: Clock
  random: Random
  ids: Ids
  bus: Bus
  throttle: Throttle
  vault: Vault
  store: Store
  log: Logger
}
