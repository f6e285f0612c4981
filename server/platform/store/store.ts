import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { requireName } from './name.ts'

/** Stores uploaded files under generated names. Nothing in it is served directly. */
export type Store = {
  put(name: string, bytes: Uint8Array): Promise<void>
  /** @returns `undefined` if there is no such file */
  get(name: string): Promise<Uint8Array | undefined>
  /** A missing file is ignored. */
  remove(name: string): Promise<void>
}

/** A store in a local folder. */
export function folderStore(folder: string): Store {
  const pathOf = (name: string) => join(folder, requireName(name))
  return {
    async put(name, bytes) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const path = pathOf(name)
      // Atomic, also at a power cut.
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
