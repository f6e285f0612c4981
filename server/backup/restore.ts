import { createReadStream, existsSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import * as v from 'valibot'
import { type Alone, OperatorError } from '../platform/command.ts'
import { openPostgres, openSqlite } from '../platform/database/database.ts'
import { codeVersion, foldersOf, migrate } from '../platform/database/migrate.ts'
import { systemRandom } from '../platform/random.ts'
import { takeFolder } from '../platform/store/folder.ts'
import { openStore } from '../platform/store/open.ts'
import { createVault, findVaultKey, keyPrint } from '../platform/store/vault.ts'
import { loadPostgres, loadSqlite, type Table } from './load.ts'
import { MANIFEST, type Manifest, manifest, PHOTOGRAPHS, ROWS, sha256Of } from './write.ts'

/**
 * Restores a backup into an empty database and migrates it to this version. Key and files are checked before anything is written. If
 * the rows cannot be loaded, the database is empty again; if photographs or the verification fail later, the rows remain.
 *
 * @throws OperatorError, in one line that says what to do
 */
export async function restoreBackup({ config, modules, tell }: Alone, folder: string): Promise<Manifest> {
  const backup = await readManifest(folder)
  requireKey(config, backup)
  if ((await sha256Of(join(folder, ROWS))) !== backup.sha256) {
    throw new OperatorError(`${ROWS} is damaged: its hash is not the one in ${MANIFEST}. Take another backup`)
  }
  const newest = await codeVersion(foldersOf(modules))
  if (backup.version > newest) {
    throw new OperatorError(
      `the backup is of version ${backup.version}, this code of ${newest}: restore it with the newer code`,
    )
  }
  const { DATABASE_URL, DATA_DIR } = config
  // A running server would hold it.
  const lock = takeFolder(DATA_DIR)
  try {
    const tables = () => tablesIn(join(folder, ROWS))
    const migrated = async (until: number) => {
      const database = DATABASE_URL ? await openPostgres(DATABASE_URL, 1) : openSqlite(join(DATA_DIR, 'quoin.db'))
      try {
        await migrate(database, Date.now(), foldersOf(modules), until)
      } finally {
        await database.close()
      }
    }
    const prepare = () => migrated(backup.version)
    const finish = () => migrated(Number.POSITIVE_INFINITY)
    if (DATABASE_URL) await loadPostgres(DATABASE_URL, { prepare, tables, finish, tell })
    else await intoFile(join(DATA_DIR, 'quoin.db'), { prepare, tables, finish, tell })
    const store = await openStore(config, Date.now())
    for (const name of await readdir(join(folder, PHOTOGRAPHS))) {
      await store.put(name, await readFile(join(folder, PHOTOGRAPHS, name)))
    }
    tell(`photographs: ${backup.photographs}`)
  } finally {
    lock.release()
  }
  return backup
}

async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => undefined)
  if (text === undefined) throw new OperatorError(`${folder} is no complete backup: it has no ${MANIFEST}`)
  try {
    return v.parse(manifest, JSON.parse(text))
  } catch {
    throw new OperatorError(`${join(folder, MANIFEST)} cannot be read by this version`)
  }
}

function requireKey(config: Alone['config'], { vaultKey }: Manifest): void {
  const key = findVaultKey(config)
  if (!key) {
    throw new OperatorError('there is no key: set VAULT_KEY, or copy the vault.key of the backed-up server to DATA_DIR')
  }
  if (keyPrint(createVault(key, systemRandom)) === vaultKey) return
  throw new OperatorError(
    'VAULT_KEY, or without it vault.key in DATA_DIR, is not the key of this backup: nothing in it could be decrypted. Use the key of the backed-up server',
  )
}

type Steps = Parameters<typeof loadPostgres>[1]

async function intoFile(path: string, { prepare, tables, finish, tell }: Steps): Promise<void> {
  if (existsSync(path))
    throw new OperatorError(`${path} exists: restore into an empty DATA_DIR that has only vault.key`)
  try {
    await prepare()
    await loadSqlite(path, tables(), tell)
    await finish()
  } catch (error) {
    for (const file of [path, `${path}-wal`, `${path}-shm`]) await rm(file, { force: true })
    throw error
  }
}

/** The tables of a file of rows, in its order. Each must be read to its end before the next. */
async function* tablesIn(path: string): AsyncGenerator<Table> {
  const lines = createInterface({
    input: createReadStream(path).pipe(createGunzip()),
    crlfDelay: Number.POSITIVE_INFINITY,
  })
  const read = lines[Symbol.asyncIterator]()
  let head: { table: string; columns: string[] } | undefined
  const next = async () => {
    const { value, done } = await read.next()
    return done ? undefined : (JSON.parse(value) as unknown[] | { table: string; columns: string[] })
  }
  async function* rows() {
    for (;;) {
      const row = await next()
      if (Array.isArray(row)) yield row
      else {
        head = row
        return
      }
    }
  }
  for await (const _ of rows()) throw new OperatorError(`${path} does not begin with a table`)
  while (head) {
    const { table, columns }: { table: string; columns: string[] } = head
    head = undefined
    yield { table, columns, rows: rows() }
  }
}
