import { chmodSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isMainThread } from 'node:worker_threads'

/** The data folder cannot be used. Its message is one line. */
export class FolderError extends Error {}

/**
 * Makes the data folder where there is none, and takes it for this process. Its files are for their owner alone, those that this process
 * makes from now on too, whatever the mode of the folder.
 *
 * The lock is an open exclusive transaction on a small database of its own: the operating system lets go of it however
 * the process ends, so that no stale lock is ever left behind.
 *
 * @throws FolderError where another process has it, or it cannot be written
 */
export function takeFolder(path: string): { release(): void } {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new FolderError(`cannot make the data folder ${path}: ${error instanceof Error ? error.message : error}`)
  }
  try {
    // Threads share the mask of their process, and cannot set it.
    if (isMainThread) process.umask(0o077)
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      if (entry.isFile()) chmodSync(join(path, entry.name), 0o600)
    }
    const lock = new DatabaseSync(join(path, 'lock'))
    lock.exec('pragma busy_timeout = 0; pragma journal_mode = delete; begin exclusive')
    return { release: () => lock.close() }
  } catch (error) {
    if (error instanceof Error && /locked|busy/.test(error.message)) {
      throw new FolderError(`the data folder ${path} is in use by another process`)
    }
    throw new FolderError(`cannot use the data folder ${path}: ${error instanceof Error ? error.message : error}`)
  }
}
