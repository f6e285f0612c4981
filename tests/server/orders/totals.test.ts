import { CompiledQuery, type KyselyPlugin, type RootOperationNode, sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { checkLedger } from '../../../server/ledger/module.ts'
import { modules } from '../../../server/modules.ts'
import * as microtrade from '../../../src/api/trade/microtrade.ts'
import * as api from '../../../src/api/trade/orders.ts'
import { describeServer, type TestServer } from '../harness.ts'
import { ordered } from '../lever/support.ts'
import { order, price, requestId, SILENCE_MS, withProfit } from '../microtrade/support.ts'
import { cancel, reserve } from './reservation/api.ts'
import { reservation } from './reservation/module.ts'
import { ended } from './support.ts'

const none = { won: 0, lost: 0, returned: 0, traded: 0, winRateBps: null, amounts: [], turnover: null }
const usdt = (staked: string, gained: string, lost: string, net: string) => [
  { currency: 'USDT', staked, gained, lost, net },
]

describeServer(
  'orders/totals',
  (server) => {
    it('counts ended orders, and excludes draws and void orders from the win rate', async () => {
      const { token } = await server.person()
      expect(await server.ok(api.totals, {}, token)).toEqual(none)
      await ended(server, token, '43001.00')
      await ended(server, token, '43001.00', { amount: '40' })
      const won = withProfit(0, 100, 40)
      await ended(server, token, '42999.00', { amount: '20' })
      await ended(server, token, '43000.00')
      await ended(server, token, '1.07000', { symbol: 'EURUSD' })
      const totals = (input: object) => server.ok(api.totals, { ...input }, token)
      expect(await totals({})).toEqual({
        won: 2,
        lost: 2,
        returned: 1,
        traded: 0,
        winRateBps: 5_000,
        turnover: null,
        amounts: usdt('360.000000', won, '120.000000', withProfit(-120, 100, 40)),
      })
      expect(await totals({ market: 'crypto' })).toEqual({
        won: 2,
        lost: 1,
        returned: 1,
        traded: 0,
        winRateBps: 6_666,
        turnover: null,
        amounts: usdt('260.000000', won, '20.000000', withProfit(-20, 100, 40)),
      })
      expect(await totals({ market: 'forex' })).toMatchObject({ won: 0, lost: 1, winRateBps: 0 })
      expect(await totals({ result: 'returned' })).toEqual({
        ...none,
        returned: 1,
        amounts: usdt('100.000000', '0.000000', '0.000000', '0.000000'),
      })
      expect(await totals({ symbol: 'ETHUSDT' })).toEqual(none)
    })

    it('counts a listed kind of order, and no live orders', async () => {
      const { token } = await server.person()
      const input = () => ({
        requestId: requestId(),
        symbol: 'BTCUSDT',
        amount: '10',
        level: '99000.00',
        seconds: 3_600,
      })
      const { id } = await server.ok(reserve, input(), token)
      await server.ok(reserve, input(), token)
      await server.ok(cancel, { id, requestId: requestId() }, token)
      await ended(server, token, '42999.00')
      expect(await server.ok(api.totals, {}, token)).toMatchObject({
        lost: 1,
        returned: 1,
        amounts: usdt('100.000000', '0.000000', '100.000000', '-100.000000'),
      })
      expect(await server.ok(api.totals, { result: 'won' }, token)).toEqual(none)
    })

    it('excludes the stakes of void options and contracts', async () => {
      const { token } = await server.person()
      await price(server, '43000.00')
      const option = await server.ok(microtrade.submit, order(), token)
      const contract = await ordered(server, token)
      await server.clock.advance(SILENCE_MS + 2_000)
      const ended = await server.ok(api.list, { list: 1 }, token)
      expect(ended.map(({ id, state }) => [id, state])).toEqual([
        [contract.id, 'unexpected'],
        [option.id, 'unexpected'],
      ])
      expect(await server.ok(api.totals, {}, token)).toEqual({ ...none, returned: 2 })
    })

    it('sums large integers exactly', async () => {
      const { userId, token } = await server.person()
      await ended(server, token, '42999.00')
      // As a float the one would be even, and the sum of both too.
      const odd = 9_007_199_254_740_993n
      await server.platform.db.updateTable('order_sums').set({ staked: odd }).where('user_id', '=', userId).execute()
      await ended(server, token, '42999.00', { amount: '20' })
      expect((await server.ok(api.totals, {}, token)).amounts).toEqual(
        usdt('9007199274.740993', '0.000000', '9007199274.740993', '-9007199274.740993'),
      )
    })

    it('are updated as orders end, and the ledger check finds differences', async () => {
      const { userId, token } = await server.person()
      await ended(server, token, '43001.00')
      const { db } = server.platform
      const found = async () => (await checkLedger(db, server.platform.modules)).filter((line) => line.includes(userId))
      expect(await found()).toEqual([])
      const ofUser = `the sums kept of microtrade orders of user ${userId} do not equal them`
      const own = db.updateTable('order_sums').where('user_id', '=', userId)
      for (const column of ['orders', 'staked', 'returned', 'bought', 'sold', 'fees', 'turnover'] as const) {
        await own.set((eb) => ({ [column]: eb(column, '+', 1n) })).execute()
        expect(await found()).toEqual([expect.stringMatching(new RegExp(`${ofUser}.*\\b${column} -1\\b`))])
        await own.set((eb) => ({ [column]: eb(column, '-', 1n) })).execute()
      }
      await db.deleteFrom('order_sums').where('user_id', '=', userId).execute()
      expect(await found()).toEqual([expect.stringContaining(ofUser)])
    })

    it('counts only the user’s own orders', async () => {
      const [mine, theirs] = [await server.person(), await server.person()]
      await ended(server, theirs.token, '43001.00')
      expect(await server.ok(api.totals, {}, mine.token)).toEqual(none)
    })

    it.each([{ market: 'wh' }, { result: 'drawn' }, { symbol: "'; drop table users" }])('refuses %j', async (input) => {
      const { token } = await server.person()
      expect(await server.call(api.totals, input, token)).toMatchObject({ http: 422, key: 'parameterError' })
    })

    it('refuses without a token', async () => {
      expect(await server.call(api.totals)).toMatchObject({ type: 999, http: 401 })
    })
  },
  { modules: [...modules, reservation] },
)

describe('orders totals: the index', () => {
  const asked: RootOperationNode[] = []
  const listener: KyselyPlugin = {
    transformQuery: ({ node }) => {
      asked.push(node)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  describeServer(
    'of a user’s orders',
    (server) => {
      let token: string
      beforeAll(async () => {
        token = (await server.person()).token
        await ended(server, token, '42999.00')
      })

      it.each([
        ['totals', () => api.totals, {}, []],
        ['totals of a market', () => api.totals, { market: 'crypto', result: 'won' }, []],
        ['all', () => api.list, {}, [/microtrades_by_id/]],
        ['the history', () => api.list, { list: 1 }, [/microtrades_by_end/]],
        ['what is open', () => api.list, { list: 0 }, [/microtrades_live/]],
        ['what was lost', () => api.list, { result: 'lost' }, [/microtrades_by_state/]],
        ['all of a symbol', () => api.list, { symbol: 'BTCUSDT' }, [/microtrades_symbol_live/, /microtrades_by_state/]],
        ['all of a market', () => api.list, { market: 'crypto' }, [/microtrades_live/, /microtrades_by_state/]],
      ])('serves %s, and no row of others is read, nor sorted', async (_, call, input, indexes) => {
        // Due work that the market's start woke asks too.
        await server.clock.advance(0)
        asked.length = 0
        await server.ok(call(), input, token)
        const plans = await Promise.all(asked.map((node) => planOf(server, node)))
        expect(plans.filter((plan) => plan.includes('microtrades'))).toEqual(
          // Of a few rows PostgreSQL may take any index.
          indexes.map((index) =>
            server.platform.database.kind === 'sqlite' ? expect.stringMatching(index) : expect.any(String),
          ),
        )
        expect(plans.filter((plan) => /Seq Scan on microtrades|SCAN microtrades/.test(plan))).toEqual([])
      })
    },
    { plugins: [listener] },
  )
})

/** How the database would go about a statement, if its tables were large. */
async function planOf({ platform: { db, database } }: TestServer, node: RootOperationNode): Promise<string> {
  const { sql: text, parameters } = db.getExecutor().compileQuery(node as never, { queryId: 'plan' })
  return db.transaction().execute(async (tx) => {
    if (database.kind === 'postgres') await sql`set local enable_seqscan = off`.execute(tx)
    const how = database.kind === 'postgres' ? 'explain' : 'explain query plan'
    const { rows } = await tx.executeQuery(CompiledQuery.raw(`${how} ${text}`, [...parameters]))
    return JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value))
  })
}
