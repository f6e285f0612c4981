import { Worker } from 'node:worker_threads'
import type { Collect } from '../module.ts'
import type { Config } from '../platform/config.ts'
import type { Platform } from '../platform/context.ts'
import type { Session } from '../platform/http/route.ts'
import { resultOf } from '../platform/thread.ts'
import { collectData } from './collect.ts'

/** What a thread is started with. */
export type Handed = { config: Config; session: Session }

const MEMORY_MB_MAX = 512

/** In the thread that asks, over the platform that it has. */
export const collectHere =
  (platform: Platform): Collect =>
  async (session) =>
    JSON.stringify(await collectData(platform, session))

/**
 * In a separate thread with its own connections, so that reading tens of thousands of rows, decrypting and serialising them delays no one.
 * It ends with the process.
 */
export const collectInThread =
  (config: Config): Collect =>
  (session) => {
    const worker = new Worker(new URL('./collect-entry.ts', import.meta.url), {
      workerData: { config, session } satisfies Handed,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB_MAX },
    })
    worker.unref()
    return resultOf(worker, 'the export')
  }
