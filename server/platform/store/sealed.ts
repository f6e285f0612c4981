import type { Store } from './store.ts'
import type { Vault } from './vault.ts'

const USE = 'stored file'
/** The prefix of an encrypted file; no photograph starts with it. Older unencrypted files have another prefix. */
const MARK = Buffer.from('sealed 1\n')

/** A store whose files are encrypted, each bound to its name: the folder or bucket alone reveals nothing. */
export const sealedStore = (store: Store, vault: Vault): Store => ({
  put: (name, bytes) => store.put(name, Buffer.concat([MARK, vault.sealBytes(USE, name, bytes)])),
  async get(name) {
    const found = await store.get(name)
    const isSealed = found && MARK.equals(found.subarray(0, MARK.length))
    return isSealed ? vault.openBytes(USE, name, found.subarray(MARK.length)) : found
  },
  remove: (name) => store.remove(name),
})
