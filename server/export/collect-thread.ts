import { parentPort, workerData } from 'node:worker_threads'
import { openBeside } from '../beside.ts'
import { collectHere, type Handed } from './collecting.ts'

/** What `collectInThread` runs: it collects once, and answers with the text. */

const { config, session }: Handed = workerData
const platform = await openBeside(config)
try {
  parentPort?.postMessage(await collectHere(platform)(session))
} finally {
  await platform.database.close()
}
