import { expect, it } from 'vitest'
import type { Module } from '../../../server/module.ts'
import { modules } from '../../../server/modules.ts'
import { turnover } from '../../../src/api/money/worth.ts'
import { submit } from '../../../src/api/trade/microtrade.ts'
import { describeServer } from '../harness.ts'
import { hold, order, price } from '../microtrade/support.ts'

/** Sets a person's required turnover; deposits have their own tests. */
const asked = new Map<string, bigint>()
const deposited: Module = { name: 'deposited', turnover: { asks: async (_, userId) => asked.get(userId) ?? 0n } }

describeServer.onSqlite(
  'wallet/turnover',
  (server) => {
    it('returns the rule before a deposit, and then the traded and required volume', async () => {
      asked.clear()
      const { token, userId } = await server.person()
      expect(await server.ok(turnover, {}, token)).toEqual({
        bps: 10_000,
        asked: '0.000000',
        counted: '0.000000',
        missing: '0.000000',
      })
      asked.set(userId, 150_000_000n)
      await price(server, '43000.00')
      await server.ok(submit, order({ amount: '100' }), token)
      expect(await server.ok(turnover, {}, token)).toMatchObject({ counted: '0.000000', missing: '150.000000' })
      await hold(server, '43000.00', 10)
      await hold(server, '44000.00', 23)
      const mine = { asked: '150.000000', counted: '100.000000', missing: '50.000000' }
      expect(await server.ok(turnover, {}, token)).toMatchObject(mine)
      const other = await server.person()
      expect(await server.ok(turnover, { userId }, other.token)).toMatchObject({ asked: '0.000000' })
      expect(await server.call(turnover)).toMatchObject({ type: 999, http: 401 })
    })
  },
  { modules: [...modules, deposited] },
)
