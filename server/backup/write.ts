import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import * as v from 'valibot'
import { OperatorError } from '../platform/command.ts'
import type { Platform } from '../platform/context.ts'
import { openStore } from '../platform/store/open.ts'
import { keyPrint } from '../platform/store/vault.ts'
import { openSnapshot, type Snapshot } from './snapshot.ts'

/** The files of a backup. The manifest is written last: without it, a backup is incomplete. */
export const MANIFEST = 'backup.json'
export const ROWS = 'database.jsonl.gz'
export const PHOTOGRAPHS = 'photographs'

/**
 * What a backup has. `at`: seconds since the epoch; `version`: that of the schema; `vaultKey`: the fingerprint of the key that decrypts it;
 * `sha256`: of the file of rows.
 */
export const manifest = v.object({
  format: v.literal(1),
  at: v.number(),
  version: v.number(),
  vaultKey: v.string(),
  sha256: v.string(),
  tables: v.number(),
  rows: v.number(),
  photographs: v.number(),
})
export type Manifest = v.InferOutput<typeof manifest>

/**
 * Writes database and photographs to a new folder while the server runs. Photographs stay encrypted, and the key is not in it.
 *
 * @throws OperatorError if the folder has files, or cannot be made
 */
export async function writeBackup(platform: Platform, folder: string, tell: (line: string) => void): Promise<Manifest> {
  const { config, clock, vault } = platform
  const found = await mkdir(folder, { recursive: true, mode: 0o700 })
    .then(() => readdir(folder))
    .catch((error: Error) => {
      throw new OperatorError(`cannot use the folder: ${error.message}`)
    })
  if (found.length > 0) throw new OperatorError(`${folder} is not empty: name a new folder`)
  const at = clock.now()
  const snapshot = await openSnapshot(config)
  const count = { tables: 0, rows: 0, version: 0 }
  const names: string[] = []
  try {
    const file = createWriteStream(join(folder, ROWS), { mode: 0o600 })
    await pipeline(Readable.from(linesOf(snapshot, count, names, tell)), createGzip(), file)
  } finally {
    await snapshot.close()
  }
  const photographs = await copyPhotographs(platform, folder, names, tell)
  const written: Manifest = {
    ...{ format: 1, at: Math.floor(at / 1000), version: count.version, vaultKey: keyPrint(vault) },
    ...{ sha256: await sha256Of(join(folder, ROWS)), tables: count.tables, rows: count.rows, photographs },
  }
  await writeFile(join(folder, MANIFEST), `${JSON.stringify(written, null, 2)}\n`, { mode: 0o600 })
  return written
}

/** For each table a line with its name and columns, then one for each row. */
async function* linesOf(
  snapshot: Snapshot,
  count: { tables: number; rows: number; version: number },
  photographs: string[],
  tell: (line: string) => void,
) {
  for await (const { table, columns, batches } of snapshot.tables()) {
    count.tables += 1
    yield `${JSON.stringify({ table, columns })}\n`
    let rows = 0
    for await (const batch of batches) {
      rows += batch.length
      const valuesOf = (column: string) => batch.map((row) => String(row[columns.indexOf(column)]))
      if (table === 'migrations') count.version = Math.max(count.version, ...valuesOf('version').map(Number))
      if (table === 'uploads') photographs.push(...valuesOf('name'))
      yield batch.map((row) => `${JSON.stringify(row)}\n`).join('')
    }
    count.rows += rows
    tell(`${table}: ${rows}`)
  }
}

/** After the rows: a photograph is stored before its row is. @returns how many were copied; one that was removed meanwhile is not */
async function copyPhotographs(
  { config, clock }: Platform,
  folder: string,
  names: readonly string[],
  tell: (line: string) => void,
): Promise<number> {
  const store = await openStore(config, clock.now())
  await mkdir(join(folder, PHOTOGRAPHS), { mode: 0o700 })
  let copied = 0
  for (const name of names) {
    const bytes = await store.get(name)
    if (!bytes) continue
    await writeFile(join(folder, PHOTOGRAPHS, name), bytes, { mode: 0o600 })
    copied += 1
  }
  tell(`photographs: ${copied}`)
  return copied
}

export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
