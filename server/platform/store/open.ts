import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Config, ConfigError } from '../config.ts'
import { reasonOf } from '../database/database.ts'
import { folderStore, type Store } from './store.ts'

/**
 * The configured store: a bucket, or else a folder, from which incomplete files are removed first.
 *
 * @param now ms since the epoch
 * @throws ConfigError
 */
export async function openStore(config: Config, now: number): Promise<Store> {
  const { S3_URL, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_REGION, UPLOADS_DIR, DATA_DIR } = config
  if (!S3_URL || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) {
    const folder = UPLOADS_DIR ?? join(DATA_DIR, 'uploads')
    await sweepParts(folder, now)
    return folderStore(folder)
  }
  const { bucketStore } = await import('./bucket.ts')
  const bucket = bucketStore({
    url: S3_URL,
    region: S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  })
  const isThere = await bucket.isThere().catch((error: unknown) => {
    throw new ConfigError(`S3_URL: the store does not answer: ${reasonOf(error)}`)
  })
  if (!isThere) throw new ConfigError('S3_URL: there is no such bucket, or these keys do not open it')
  return bucket
}

/** Writing a file takes a moment. Newer partial files, in ms, may belong to another node on the same folder. */
const WRITING_MS_MAX = 60_000

/** Removes partial files of a process that ended during a write. */
async function sweepParts(folder: string, now: number): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter((name) => name.endsWith('.part'))) {
    const path = join(folder, name)
    const written = await stat(path).catch(() => undefined)
    if (written && written.mtimeMs < now - WRITING_MS_MAX) await rm(path, { force: true })
  }
}
