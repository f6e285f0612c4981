import { chmodSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isMainThread } from 'node:worker_threads'

/** The data folder cannot be used. Its message is one line. */
export class FolderError extends Error {}

/** The locks of this process. One that nothing refers to would be collected, and so released. */
const held = new Set<DatabaseSync>()

/**
 * Creates the data folder if it is missing, and locks it for this process. Its files, and all that this process creates from now on, are
 * readable by their owner only, whatever the folder's mode.
 *
 * The lock is an open exclusive transaction on a small separate database: the operating system releases it however the process ends, so
 * that there are no stale locks.
 *
 * @throws FolderError if another process holds it, or it cannot be written
 */
export function takeFolder(path: string): { release(): void } {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new FolderError(`cannot make the data folder ${path}: ${error instanceof Error ? error.message : error}`)
  }
  try {
    // Threads share the process's umask, and cannot set it.
    if (isMainThread) process.umask(0o077)
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      if (entry.isFile()) chmodSync(join(path, entry.name), 0o600)
    }
    const lock = new DatabaseSync(join(path, 'lock'))
    lock.exec('pragma busy_timeout = 0; pragma journal_mode = delete; begin exclusive')
    held.add(lock)
    return {
      release: () => {
        held.delete(lock)
        lock.close()
      },
    }
  } catch (error) {
    if (error instanceof Error && /locked|busy/.test(error.message)) {
      throw new FolderError(`the data folder ${path} is in use by another process`)
    }
    throw new FolderError(`cannot use the data folder ${path}: ${error instanceof Error ? error.message : error}`)
  }
}
