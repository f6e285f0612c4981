import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { verifyChain } from '../../../server/audit/module.ts'
import { modules } from '../../../server/modules.ts'
import { kindsOf } from '../../../server/order-kind.ts'
import { commit } from '../../../server/platform/unit/unit.ts'
import { startSession } from '../../../server/user/module.ts'
import * as loans from '../../../src/api/money/loan.ts'
import * as forex from '../../../src/api/trade/forex.ts'
import * as lever from '../../../src/api/trade/lever.ts'
import * as spot from '../../../src/api/trade/spot.ts'
import * as strategy from '../../../src/api/trade/strategy.ts'
import type { Call } from '../../../src/api/wire/call.ts'
import { type DatabaseKind, emptyDatabase } from '../databases.ts'
import { SECRET } from '../deposit/support.ts'
import { describeServer, type TestServer } from '../harness.ts'
import { requestId } from '../microtrade/support.ts'
import { listen } from '../platform/device.ts'
import { DEVICE } from '../platform.ts'

/** The server's clock when the data was written: by the code of e2d13ef, through its calls, with a day of a minute. */
const WRITTEN_MS = 1_767_614_493_000
const DAY_MS = 60_000
const ENV = { PAPER_DAY_SECONDS: '60', REVIEW_SECONDS: '30', PROVIDER_SECRET: SECRET }

/** A database as that code has left it. */
async function written(kind: DatabaseKind) {
  const fresh = await emptyDatabase(kind)
  const dump = readFileSync(join(import.meta.dirname, `e2d13ef.${kind}.sql.gz`))
  await fresh.database.script(gunzipSync(dump).toString())
  return fresh
}

type Live = { id: string; user_id: string; state: string }

const liveOf = async ({ platform: { db } }: TestServer, table: string): Promise<Live[]> =>
  (await sql<Live>`select id, user_id, state from ${sql.table(table)} where settled_ms is null order by id`.execute(db))
    .rows

describeServer(
  'upgrade of data written at e2d13ef',
  (server) => {
    const statesOf = async () => {
      const states: Record<string, string[]> = {}
      for (const { name, table } of kindsOf(modules)) {
        const live = (await liveOf(server, table)).map(({ state }) => state)
        if (live.length > 0) states[name] = [...new Set(live)].sort()
      }
      return states
    }
    const prices = async (btc: string, seconds = 1) => {
      for (let second = 0; second < seconds; second++) {
        server.tick('ETHUSDT', '2000.00')
        server.tick('EURUSD', '1.08000')
        server.tick('BTCUSDT', btc)
        await server.clock.advance(1_000)
      }
    }
    /** Its owner, signed in again, does something about each live order of a kind in this state. */
    const each = async (table: string, of: string, call: Call) => {
      for (const { id, user_id } of (await liveOf(server, table)).filter(({ state }) => state.startsWith(of))) {
        const token = await commit(server.platform, (unit) => startSession(unit, user_id, 'password', DEVICE))
        expect(await server.call(call, { requestId: requestId(), id }, token), `${table} ${of}`).toMatchObject({
          type: 'ok',
        })
      }
    }

    it('keeps the open orders of every kind, and a ledger that verifies', async () => {
      expect(await statesOf()).toEqual({
        priceAlert: ['waiting'],
        microtrade: ['accepted', 'open'],
        lever: ['open.standing', 'pending'],
        spot: ['pending', 'resting.waiting'],
        forex: ['open.standing', 'pending'],
        strategy: ['running'],
        deposit: ['underReview'],
        withdrawal: ['underReview'],
        swap: ['quoted'],
        savings: ['running'],
        plan: ['inProgress', 'pendingReview'],
        loan: ['paidOut', 'pendingReview'],
      })
      expect(await server.ledger()).toEqual([])
    })

    it('begins the chain of the audit log over its lines', async () => {
      await server.app.idle()
      expect(await verifyChain(server.platform.db)).toEqual({
        head: { seq: 2, hash: expect.stringMatching(/^\w{64}$/) },
      })
    })

    it('settles each of the open orders, and the ledger verifies after each step', async () => {
      const open: Record<string, string[]> = {}
      for (const { name, table } of kindsOf(modules)) open[name] = (await liveOf(server, table)).map(({ id }) => id)
      await listen(server.app.http)
      await prices('40050.00', 5)
      expect(await server.ledger()).toEqual([])
      await each('levers', 'open', lever.close)
      await each('levers', 'pending', lever.cancel)
      await each('forex_positions', 'open', forex.close)
      await each('strategies', 'running', strategy.stop)
      await prices('40060.00', 5)
      expect(await server.ledger()).toEqual([])
      // Their orders are cancelled with them.
      while ((await liveOf(server, 'strategies')).length > 0) await prices('40060.00')
      await each('spots', 'resting.waiting', spot.cancel)
      await prices('41000.00', 90)
      expect(await server.ledger()).toEqual([])
      await each('loans', 'paidOut', loans.repayment)
      for (let week = 0; week < 10; week++) {
        server.clock.jump(7 * DAY_MS)
        await prices('41000.00', 4)
      }
      expect(await statesOf()).toEqual({})
      const ended: Record<string, string> = {}
      for (const { name, table } of kindsOf(modules)) {
        const { rows } = await sql<Live>`select * from ${sql.table(table)} order by id`.execute(server.platform.db)
        const those = rows.filter(({ id }) => open[name]?.includes(id))
        // A kind that is newer than the data has none.
        if (those.length > 0) ended[name] = those.map(({ state }) => state).join(', ')
      }
      expect(ended).toEqual({
        priceAlert: 'fired',
        microtrade: 'won, lost',
        lever: 'won, cancelled, lost',
        spot: 'returned, returned, returned, returned, returned, returned, filled',
        forex: 'lost, lost',
        strategy: 'ended, ended',
        deposit: 'succeeded, succeeded',
        withdrawal: 'confirmed',
        swap: 'expired',
        savings: 'matured',
        plan: 'ended, ended',
        loan: 'settled, settled',
      })
      expect(await server.ledger()).toEqual([])
    })
  },
  { database: written, start: WRITTEN_MS + 2_000, env: ENV },
)
