import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, ConfigError } from '../config.ts'
import type { Db } from '../database/database.ts'
import type { Random } from '../random.ts'
import { FolderError } from './folder.ts'

/** Encrypts what a database leak must not reveal. `use` separates keys: a text encrypted for one use does not decrypt for another. */
export type Vault = {
  /** Encrypts a text for one owner: it decrypts for no other. */
  seal(use: string, owner: string, text: string): string
  /** @throws Error if it was encrypted with another key, for another use or owner, or was changed */
  open(use: string, owner: string, sealed: string): string
  /** The same for bytes. */
  sealBytes(use: string, owner: string, bytes: Uint8Array): Uint8Array
  /** @throws Error as `open` */
  openBytes(use: string, owner: string, sealed: Uint8Array): Uint8Array
  /** A keyed hash, in 64 hex digits: it finds equal texts, and cannot be brute-forced without the key. */
  fingerprint(use: string, text: string): string
}

const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16

/**
 * AES-256-GCM and HMAC-SHA-256, with a separate key per use (HKDF, RFC 5869).
 *
 * @param key 32 bytes
 */
export function createVault(key: Uint8Array, random: Random): Vault {
  const keys = new Map<string, Buffer>()
  const keyFor = (use: string) => {
    const known = keys.get(use)
    if (known) return known
    const made = Buffer.from(hkdfSync('sha256', key, '', `quoin ${use}`, KEY_BYTES))
    keys.set(use, made)
    return made
  }
  const sealBytes = (use: string, owner: string, bytes: Uint8Array) => {
    const iv = random.bytes(IV_BYTES)
    const cipher = createCipheriv('aes-256-gcm', keyFor(`seal ${use}`), iv).setAAD(Buffer.from(owner))
    const body = Buffer.concat([cipher.update(bytes), cipher.final()])
    return Buffer.concat([iv, cipher.getAuthTag(), body])
  }
  const openBytes = (use: string, owner: string, sealed: Uint8Array) => {
    const decipher = createDecipheriv('aes-256-gcm', keyFor(`seal ${use}`), sealed.subarray(0, IV_BYTES), {
      authTagLength: TAG_BYTES,
    })
      .setAAD(Buffer.from(owner))
      .setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
  }
  return {
    sealBytes,
    openBytes,
    seal: (use, owner, text) => sealBytes(use, owner, Buffer.from(text)).toString('base64url'),
    open: (use, owner, sealed) => openBytes(use, owner, Buffer.from(sealed, 'base64url')).toString('utf8'),
    fingerprint: (use, text) =>
      createHmac('sha256', keyFor(`fingerprint ${use}`))
        .update(text)
        .digest('hex'),
  }
}

/**
 * The platform's key: `VAULT_KEY` if set; otherwise one that the first start creates in the data folder, outside the database.
 *
 * @throws FolderError if it cannot be read or written
 */
export function takeVaultKey({ VAULT_KEY, DATA_DIR }: Pick<Config, 'VAULT_KEY' | 'DATA_DIR'>, random: Random): Buffer {
  if (VAULT_KEY !== undefined) return Buffer.from(VAULT_KEY, 'hex')
  const path = join(DATA_DIR, 'vault.key')
  try {
    try {
      writeFileSync(path, Buffer.from(random.bytes(KEY_BYTES)).toString('hex'), {
        mode: 0o600,
        flag: 'wx',
        flush: true,
      })
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }
    const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'hex')
    if (key.length === KEY_BYTES) return key
  } catch (error) {
    throw new FolderError(`cannot use the key ${path}: ${error instanceof Error ? error.message : error}`)
  }
  throw new FolderError(`the key ${path} is not 64 hex digits`)
}

/** The key of `takeVaultKey`, if there is one: none is created. */
export function findVaultKey({ VAULT_KEY, DATA_DIR }: Pick<Config, 'VAULT_KEY' | 'DATA_DIR'>): Buffer | undefined {
  if (VAULT_KEY !== undefined) return Buffer.from(VAULT_KEY, 'hex')
  const path = join(DATA_DIR, 'vault.key')
  return existsSync(path) ? Buffer.from(readFileSync(path, 'utf8').trim(), 'hex') : undefined
}

/** Identifies a key without revealing it: databases and backups store it. */
export const keyPrint = (vault: Pick<Vault, 'fingerprint'>): string =>
  vault.fingerprint('vault key', 'of this database')

/**
 * Refuses a key other than the one this database was encrypted with from its first start: existing data would not decrypt, and new data
 * would decrypt with no other key.
 *
 * @throws ConfigError
 */
export async function requireSameKey(db: Db, vault: Vault): Promise<void> {
  const fingerprint = keyPrint(vault)
  const read = () => db.selectFrom('vault_key').select('fingerprint').executeTakeFirst()
  let known = await read()
  if (!known) {
    await db
      .insertInto('vault_key')
      .values({ only_row: 'only', fingerprint })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    known = await read()
  }
  if (known?.fingerprint === fingerprint) return
  throw new ConfigError(
    'VAULT_KEY: is not the key by which this database was sealed; without the setting that is vault.key in DATA_DIR',
  )
}
