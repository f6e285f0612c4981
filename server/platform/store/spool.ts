import { rmSync } from 'node:fs'
import { mkdir, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'

/** Below this much free disk space, in bytes, no file is accepted: the database has priority. */
const FREE_BYTES_MIN = 256 * 1024 * 1024

/** Temporary storage for files while they are received and examined. */
export type Spool = {
  /** Whether its disk has room; to be checked before lending a path. */
  hasRoom(): Promise<boolean>
  /** Lends an unused path for the duration of `use`, and then removes the file. */
  lend<T>(use: (path: string) => Promise<T>): Promise<T>
}

/**
 * A spool in a folder of this process only, emptied at the start.
 *
 * @param freeOf free bytes on a folder's disk
 */
export function createSpool(folder: string, freeOf = freeBytes): Spool {
  rmSync(folder, { recursive: true, force: true })
  let lent = 0
  return {
    async hasRoom() {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      return (await freeOf(folder)) >= FREE_BYTES_MIN
    },
    async lend(use) {
      const path = join(folder, `${++lent}.part`)
      try {
        return await use(path)
      } finally {
        await rm(path, { force: true })
      }
    },
  }
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
