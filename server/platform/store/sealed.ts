import type { Store } from './store.ts'
import type { Vault } from './vault.ts'

const USE = 'stored file'
/** What a sealed file begins with, and no photograph does. One that was stored before files were sealed begins otherwise. */
const MARK = Buffer.from('sealed 1\n')

/** A store whose files are encrypted, each for its own name: whoever has the folder or the bucket alone sees nothing. */
export const sealedStore = (store: Store, vault: Vault): Store => ({
  put: (name, bytes) => store.put(name, Buffer.concat([MARK, vault.sealBytes(USE, name, bytes)])),
  async get(name) {
    const found = await store.get(name)
    const isSealed = found && MARK.equals(found.subarray(0, MARK.length))
    return isSealed ? vault.openBytes(USE, name, found.subarray(MARK.length)) : found
  },
  remove: (name) => store.remove(name),
})
