import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { actsOf, verifyChain } from '../../../server/audit/module.ts'
import { openSnapshot } from '../../../server/backup/snapshot.ts'
import { operate } from '../../../server/operator/operate.ts'
import { openSqlite } from '../../../server/platform/database/database.ts'
import { folderStore } from '../../../server/platform/store/store.ts'
import { lists, submit } from '../../../src/api/trade/microtrade.ts'
import { emptyDatabase, type TestDatabase } from '../databases.ts'
import { describeEach } from '../describe-each.ts'
import { dump } from '../dump.ts'
import { startServer, type TestServer } from '../harness.ts'
import { LEAST_STAKE, order, price } from '../microtrade/support.ts'
import { freshFolder } from '../platform/process.ts'

const PHOTOGRAPH = 'a-photograph-of-a-document'
const VAULT_KEY = '07'.repeat(32)

describeEach('backup', (kind) => {
  let server: TestServer
  let close: () => Promise<void>
  let settings: Record<string, string>
  const folder = join(freshFolder(), 'backup')
  beforeAll(async () => {
    ;({ server, close } = await startServer(kind))
    const { DATABASE_URL, DATA_DIR = freshFolder() } = server.place
    settings = { VAULT_KEY, DATA_DIR, ...(DATABASE_URL && { DATABASE_URL }) }
  })
  afterAll(() => close())

  const run = (words: readonly string[], where = settings) =>
    operate([...words, '--as', 'ann', '--json'], where).then(
      (out) => ({ rows: JSON.parse(out) as Record<string, unknown>[], error: '' }),
      (error: Error) => ({ rows: [], error: error.message }),
    )
  /** An empty place to restore into, with these settings in addition. */
  const target = async (more: Record<string, string> = { VAULT_KEY }) => {
    const DATA_DIR = freshFolder()
    const fresh = kind === 'postgres' ? await emptyDatabase(kind) : undefined
    return { fresh, where: { DATA_DIR, ...(fresh && { DATABASE_URL: fresh.url }), ...more } }
  }

  it('is consistent while people trade, has the photographs, and restores to a ledger that verifies', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => server.person()))
    const store = folderStore(join(settings.DATA_DIR ?? '', 'uploads'))
    await store.put(PHOTOGRAPH, Buffer.from('sealed bytes'))
    const [{ userId, token } = { userId: '', token: '' }] = people
    await server.platform.db
      .insertInto('uploads')
      .values({
        ...{ id: 'photo', user_id: userId, purpose: 'identityFront', name: PHOTOGRAPH, hash: 'h', likeness: null },
        ...{ bytes: 12n, created_at: 1n, used_at: 2n },
      })
      .execute()
    let placed = 0
    let done = false
    const trade = async () => {
      for (let at = 0; !done || placed < 40; at++) {
        await price(server, `${40_000 + (at % 7)}.00`)
        await Promise.all(
          people.map(async (person) => {
            await server.ok(submit, order({ amount: LEAST_STAKE }), person.token)
            placed += 1
          }),
        )
      }
    }
    const trading = trade()
    await expect.poll(() => placed).toBeGreaterThan(16)
    const before = placed
    const written = await run(['backup', folder])
    const after = placed
    done = true
    await trading
    expect(written.error).toBe('')
    expect(written.rows).toMatchObject([{ photographs: 1 }])
    expect(after).toBeGreaterThan(before)

    const { fresh, where } = await target()
    expect(await run(['restore', folder], where)).toMatchObject({
      error: '',
      rows: [{ ledger: 'holds', photographs: 1 }],
    })
    expect(readFileSync(join(where.DATA_DIR, 'uploads', PHOTOGRAPH), 'utf8')).toBe('sealed bytes')
    const restored = await startServer(kind, {
      database: async () => fresh ?? (await reopened(where.DATA_DIR)),
      start: server.clock.now(),
    })
    expect(await restored.server.ledger()).toEqual([])
    const orders = await restored.server.platform.db.selectFrom('microtrades').select('id').execute()
    expect(orders.length).toBeGreaterThanOrEqual(before)
    expect(orders.length).toBeLessThanOrEqual(after)
    expect((await actsOf(restored.server.platform.db, undefined, 2)).map(({ who, act }) => [who, act])).toEqual([
      ['ann', 'restore'],
      ['ann', 'backup'],
    ])
    expect((await verifyChain(restored.server.platform.db)).violation).toBeUndefined()
    for (let second = 0; second < 40; second++) await price(restored.server, '40010.00')
    expect(await restored.server.ok(lists, { list: 0 }, token)).toEqual([])
    expect(await restored.server.ledger()).toEqual([])
    await restored.close()
  })

  it('reads every table as of its beginning', async () => {
    const count = async () => (await server.platform.db.selectFrom('microtrades').select('id').execute()).length
    const { DATABASE_URL, DATA_DIR = '' } = settings
    const { token } = await server.person()
    const before = await count()
    const snapshot = await openSnapshot({ DATABASE_URL, DATA_DIR })
    await price(server, '40010.00')
    await server.ok(submit, order({ amount: LEAST_STAKE }), token)
    expect(await count()).toBe(before + 1)
    let read = 0
    for await (const { table, batches } of snapshot.tables()) {
      for await (const rows of batches) if (table === 'microtrades') read += rows.length
    }
    await snapshot.close()
    expect(read).toBe(before)
  })

  it('restores every row as it was', async () => {
    const quiet = join(freshFolder(), 'quiet')
    await run(['backup', quiet])
    const { fresh, where } = await target()
    expect((await run(['restore', quiet], where)).error).toBe('')
    const copy = await (fresh ?? (await reopened(where.DATA_DIR))).reopen()
    const [own, theirs] = [await dump(server.platform.database), await dump({ db: copy.db })]
    expect({ ...theirs, audit: theirs.audit.length }).toEqual({ ...own, audit: own.audit.length + 1 })
    await copy.close()
  })

  it('refuses to restore without the key, with another one, from a damaged backup, or over data, and changes nothing', async () => {
    const { where } = await target({})
    expect((await run(['restore', folder], where)).error).toMatch(
      /^there is no key: set VAULT_KEY, or copy the vault.key/,
    )
    const other = { ...where, VAULT_KEY: '08'.repeat(32) }
    expect((await run(['restore', folder], other)).error).toMatch(/is not the key of this backup/)
    writeFileSync(join(where.DATA_DIR, 'vault.key'), '09'.repeat(32))
    expect((await run(['restore', folder], where)).error).toMatch(/is not the key of this backup/)
    expect((await run(['restore', folder], settings)).error).toMatch(/is in use by another process|is not empty|exists/)
    expect((await run(['restore', join(folder, 'photographs')], { ...where, VAULT_KEY })).error).toMatch(
      /is no complete backup: it has no backup.json$/,
    )
    const rows = join(folder, 'database.jsonl.gz')
    const bytes = readFileSync(rows)
    writeFileSync(rows, bytes.subarray(0, bytes.length - 9))
    expect((await run(['restore', folder], { ...where, VAULT_KEY })).error).toMatch(/^database.jsonl.gz is damaged/)
    writeFileSync(rows, bytes)
    expect((await run(['backup', folder])).error).toBe(`${folder} is not empty: name a new folder`)
    expect((await run(['backup', rows])).error).toMatch(/^cannot use the folder: EEXIST/)
    expect((await run(['restore', folder], { ...where, VAULT_KEY })).error).toBe('')
    expect((await run(['restore', folder], { ...where, VAULT_KEY })).error).toMatch(
      /is not empty: create|exists: restore/,
    )
  })
})

/** A restored SQLite file, as a test's database. */
async function reopened(folder: string): Promise<TestDatabase> {
  const path = join(folder, 'quoin.db')
  const open = () => openSqlite(path)
  return { database: open(), url: path, reopen: async () => open(), drop: async () => {} }
}
