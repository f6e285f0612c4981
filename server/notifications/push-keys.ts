import { createECDH } from 'node:crypto'
import type { Platform } from '../platform/context.ts'
import type { Database } from '../platform/database/database.ts'

declare module '../platform/database/tables.ts' {
  interface Tables {
    push_keys: { only_row: 'only'; sealed: string }
  }
}

/** The key pair by which a push service knows this server (VAPID, RFC 8292): P-256, in base64url. */
export type PushKeys = { publicKey: string; privateKey: string }

const PRIVATE_BYTES = 32
const SEALED = 'push key'

const known = new WeakMap<Database, Promise<PushKeys>>()

/** The server's keys: configured, or generated once and stored encrypted in the database, so that all nodes share them. */
export function pushKeysOf(platform: Platform): Promise<PushKeys> {
  const found = known.get(platform.database)
  if (found) return found
  const taken = takePushKeys(platform)
  known.set(platform.database, taken)
  // A temporary error is not cached.
  taken.catch(() => known.delete(platform.database))
  return taken
}

async function takePushKeys({ config, db, random, vault }: Platform): Promise<PushKeys> {
  if (config.VAPID_PRIVATE_KEY) return pairOf(config.VAPID_PRIVATE_KEY)
  const read = () => db.selectFrom('push_keys').select('sealed').executeTakeFirst()
  const made = Buffer.from(random.bytes(PRIVATE_BYTES)).toString('base64url')
  if (!(await read())) {
    await db
      .insertInto('push_keys')
      .values({ only_row: 'only', sealed: vault.seal(SEALED, 'server', made) })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  const row = await read()
  if (!row) throw new Error('the key for push was not kept')
  return pairOf(vault.open(SEALED, 'server', row.sealed))
}

function pairOf(privateKey: string): PushKeys {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(privateKey, 'base64url')
  return { privateKey, publicKey: pair.getPublicKey('base64url') }
}
