import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { openSqlite } from '../../../server/platform/database/database.ts'
import { lists, submit } from '../../../src/api/trade/microtrade.ts'
import { STALE_AFTER_MS } from '../../../src/rules/market/prices.ts'
import { freshDatabase, sqliteFirst } from '../databases.ts'
import { describeOn } from '../describe-each.ts'
import { LEAST_STAKE } from '../microtrade/support.ts'
import { endProcesses, freshFolder, ready, register, startProcess } from '../platform/process.ts'
import type { Order } from './failpoints.ts'

afterAll(endProcesses)

const FAILPOINTS = join(import.meta.dirname, 'failpoints.ts')
/** How long before the due time the calls stall, in ms: longer than a price stays fresh. */
const BEFORE_MS = STALE_AFTER_MS + 2_000

describeOn({ on: sqliteFirst, concurrent: true }, 'calls that stop the thread of the people', (kind) => {
  it('stop neither the record nor settlement', async () => {
    const fresh = kind === 'postgres' ? await freshDatabase('postgres') : undefined
    await fresh?.database.close()
    const folder = freshFolder()
    const server = startProcess(
      { DATA_DIR: folder, REAL_NAME: 'withdrawal', ...(fresh && { DATABASE_URL: fresh.url }) },
      FAILPOINTS,
    )
    await ready(server)
    const token = await register(server)
    for (const direction of ['rise', 'fall']) {
      const order = { symbol: 'BTCUSDT', direction, currency: 'USDT', amount: LEAST_STAKE, seconds: 30 }
      await server.ok(submit, { ...order, requestId: `request-of-a-stall-${direction}` }, token)
    }
    const orders = () => server.ok(lists, { limit: 10 }, token)
    await vi.waitFor(async () => expect((await orders()).map(({ state }) => state)).toEqual(['open', 'open']))

    const due = Math.min(...(await orders()).map(({ closeTime }) => closeTime ?? 0))
    const ahead = due - BEFORE_MS - Date.now()
    const tell = (order: Order) => new Promise<unknown>((resolve) => server.child.send(order, resolve))
    await tell({ kind: 'clock', by: ahead })
    const until = join(folder, 'settled')
    await tell({ kind: 'stall', until })
    let isAnswered = false
    const answer = orders().finally(() => {
      isAnswered = true
    })
    const database = (await fresh?.reopen()) ?? openSqlite(join(folder, 'quoin.db'))
    const live = () => database.db.selectFrom('microtrades').select('id').where('settled_ms', 'is', null).execute()
    await vi.waitFor(async () => expect(await live()).toEqual([]))
    await database.close()
    // No call is answered before it is over.
    expect(isAnswered).toBe(false)
    writeFileSync(until, '')
    const ended = await answer
    const now = Date.now() + ahead
    expect(ended.map(({ state }) => state).toSorted()).not.toContain('unexpected')
    for (const { state, closeTime, closeTick, settledAt } of ended) {
      expect(['won', 'lost', 'drawn']).toContain(state)
      // The deciding tick was made and recorded during the stall, and so was the settlement.
      expect(closeTick?.time).toBeGreaterThan((closeTime ?? 0) - STALE_AFTER_MS)
      expect(settledAt).toBeLessThan(now)
    }
    expect(await server.kill('SIGTERM')).toBe(0)
    await fresh?.drop()
  })
})
