import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { ledgerChecks } from '../../../server/ledger/check.ts'
import { modules } from '../../../server/modules.ts'
import { commands } from '../../../server/operator/operate.ts'
import type { Db } from '../../../server/platform/database/database.ts'
import * as microtrade from '../../../src/api/trade/microtrade.ts'
import { describeServer } from '../harness.ts'
import { order, price } from '../microtrade/support.ts'

const verify = commands.find(({ name }) => name === 'ledger verify')

describeServer('`ledger verify`', (server) => {
  /** The findings for a damaged ledger, which is repaired afterwards. */
  async function saidOf(breaks: (db: Db) => Promise<unknown>) {
    const told: string[] = []
    const undo = new Error('undo')
    let said = ''
    const done = server.platform.db.transaction().execute(async (db) => {
      await breaks(db)
      const platform = { ...server.platform, db }
      const run = verify?.run({ platform, args: [], options: {}, who: 'a test', tell: (line) => told.push(line) })
      said = await Promise.resolve(run).then(
        () => 'it holds',
        (error: Error) => error.message,
      )
      throw undo
    })
    await expect(done).rejects.toBe(undo)
    return { said: said.split('\n'), found: told.filter((line) => /\d+ found$/.test(line)) }
  }

  it('names each check with findings, and the figures of a changed balance and order', async () => {
    const { userId, token } = await server.person()
    await price(server, '43000.00')
    await server.ok(microtrade.submit, order({ amount: '100' }), token)
    const { id } = (await server.ok(microtrade.lists, {}, token))[0] ?? {}
    const available = `${userId}:USDT:available`
    const { balance } = await server.platform.db
      .selectFrom('accounts')
      .select('balance')
      .where('id', '=', available)
      .executeTakeFirstOrThrow()

    const { said, found } = await saidOf(async (db) => {
      const accounts = db.updateTable('accounts').set((eb) => ({ balance: eb('balance', '+', 7n) }))
      await accounts.where('id', '=', available).execute()
      await db.updateTable('microtrades').set({ amount: 100_000_001n }).where('id', '=', String(id)).execute()
    })

    expect(said[0]).toBe('the ledger check failed:')
    expect(said).toContain(
      `account ${available} does not equal its entries (balance ${balance + 7n}, entries ${balance})`,
    )
    expect(said).toContain(
      `account ${userId}:USDT:held does not equal the holds of its live orders (held 100000000, orders 100000001)`,
    )
    expect(found).toContainEqual(
      expect.stringMatching(/^check \d+ of \d+, account … does not equal its entries: 1 found$/),
    )
    expect(found).toContainEqual(
      expect.stringMatching(/^check \d+ of \d+, account … does not equal the holds of its live orders: 1 found$/),
    )
  })

  it('reports no figures for a consistent ledger', async () => {
    expect(await saidOf(async () => {})).toEqual({ said: ['it holds'], found: [] })
  })
})

describeServer.onSqlite('each check of `ledger verify`', (server) => {
  it('has a name of its own, and figures to tell of a violation', () => {
    const { db, database } = server.platform
    const file = new DatabaseSync('path' in database.place ? database.place.path : ':memory:', { readOnly: true })
    const checks = ledgerChecks(modules).map(({ rows, describe }) => ({
      name: describe('…'),
      columns: file
        .prepare(rows.compile(db).sql)
        .columns()
        .map(({ name }) => name),
    }))
    file.close()
    expect(checks.length).toBeGreaterThan(50)
    expect(new Set(checks.map(({ name }) => name)).size).toBe(checks.length)
    expect(checks.filter(({ columns: [what, ...figures] }) => what !== 'what' || figures.length === 0)).toEqual([])
  })
})
