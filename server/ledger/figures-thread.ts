import { parentPort, workerData } from 'node:worker_threads'
import { openSqlite } from '../platform/database/database.ts'
import { type FigureName, figureScans } from './figure-scans.ts'

/** The thread of `figuresOf`: counts once, and posts the rows. */

const { path, name }: { path: string; name: FigureName } = workerData
const database = openSqlite(path)
try {
  parentPort?.postMessage(await figureScans[name](database.db))
} finally {
  await database.close()
}
