import { parentPort, workerData } from 'node:worker_threads'
import { modules } from '../modules.ts'
import { openPostgres, openSqlite } from '../platform/database/database.ts'
import { checkLedger } from './check.ts'

/** What `checkInThread` runs: it checks the ledger once, and answers with what is wrong. */

const place: { url: string } | { path: string } = workerData
const database = 'url' in place ? await openPostgres(place.url) : openSqlite(place.path)
try {
  parentPort?.postMessage(await checkLedger(database.db, modules))
} finally {
  await database.close()
}
