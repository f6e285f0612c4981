import { rmSync } from 'node:fs'
import { mkdir, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'

/** With less than this left on its disk, in bytes, no file is received: what is written for money comes first. */
const FREE_BYTES_MIN = 256 * 1024 * 1024

/** Where files lie while they are received and looked at. */
export type Spool = {
  /** Whether its disk has room for more. Asked before a path is lent. */
  hasRoom(): Promise<boolean>
  /** Lends a path, at which nothing is, until `use` is done; what lies there then is removed. */
  lend<T>(use: (path: string) => Promise<T>): Promise<T>
}

/**
 * A spool in a folder of this process alone, emptied at first of what a process before left there.
 *
 * @param freeOf how many bytes are free on the disk of a folder
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
