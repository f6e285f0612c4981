import { parentPort, workerData } from 'node:worker_threads'
import { modules } from '../modules.ts'
import { openPostgres, openSqlite } from '../platform/database/database.ts'
import { checkLedger } from './check.ts'

/** The thread of `checkInThread`: checks the ledger once, and posts the violations. */

const place: { url: string } | { path: string } = workerData
const database = 'url' in place ? await openPostgres(place.url) : openSqlite(place.path)
try {
  parentPort?.postMessage(await checkLedger(database.db, modules))
} finally {
  await database.close()
}
