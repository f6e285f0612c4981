import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { requireName } from './name.ts'

/** Keeps the files that people sent in, under names that the server makes. Outside of everything that is served. */
export type Store = {
  put(name: string, bytes: Uint8Array): Promise<void>
  /** @returns `undefined` where there is none of this name */
  get(name: string): Promise<Uint8Array | undefined>
  /** Nothing happens where there is none of this name. */
  remove(name: string): Promise<void>
}

/** A store in a folder of this machine. */
export function folderStore(folder: string): Store {
  const pathOf = (name: string) => join(folder, requireName(name))
  return {
    async put(name, bytes) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const path = pathOf(name)
      // Whole or not at all, also where the power fails.
      const file = await open(`${path}.part`, 'w', 0o600)
      try {
        await file.writeFile(bytes)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(`${path}.part`, path)
    },
    async get(name) {
      try {
        return await readFile(pathOf(name))
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
        throw error
      }
    },
    remove: (name) => rm(pathOf(name), { force: true }),
  }
}
