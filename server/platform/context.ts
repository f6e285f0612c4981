import type { Logger } from 'pino'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Database, Db } from './database/database.ts'
import type { Bus } from './nodes/bus.ts'
import type { Ids, Random } from './random.ts'
import type { Store } from './store/store.ts'
import type { Vault } from './store/vault.ts'
import type { Telemetry } from './telemetry/telemetry.ts'
import type { Throttle } from './throttle.ts'

/**
 * The dependencies of every part of the server. Nothing else is global: a test or a simulation creates its own. `server/module.ts` adds
 * `modules`, which themselves depend on the platform.
 */
export interface Platform {
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
  /** Absent unless OTEL_EXPORTER_OTLP_ENDPOINT is set. */
  telemetry?: Telemetry | undefined
}
