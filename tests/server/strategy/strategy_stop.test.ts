import { describe, expect, it } from 'vitest'
import { getInfo } from '../../../src/api/money/wallet.ts'
import * as api from '../../../src/api/trade/strategy.ts'
import { describeServer } from '../harness.ts'
import { createInvariants } from '../invariants.ts'
import { testMoneyCall } from '../kit/money-call.ts'
import { createSaboteur } from '../sabotage.ts'
import { act, grid, ordersOf, settle, started, until } from './support.ts'

const saboteur = createSaboteur()

describeServer.onSqlite(
  'strategy/stop',
  (server) => {
    describe('as a call that moves money', () => {
      testMoneyCall(server, saboteur, {
        call: api.stop,
        input: async (_, token) => {
          const { id } = await started(server, token, grid())
          await settle(server, '40000.00')
          return { id }
        },
        other: { id: 'another-strategy' },
      })
    })

    it('cancels pending orders, and leaves bought coins to the user', async () => {
      const { token } = await server.person()
      const { id } = await started(server, token, grid())
      await settle(server, '37000.00')
      await act(server, api.stop, token, id)
      const ended = await until(server, token, id, 'ended', '37000.00')
      expect(ended).toMatchObject({ status: 1, buys: 3, sells: 0, reason: null, coins: '0.01860' })
      expect(await server.ok(getInfo, { currency: 'BTC' }, token)).toMatchObject({ available: '0.01860000' })
      expect(await server.ok(getInfo, { currency: 'USDT' }, token)).toMatchObject({
        ...{ frozen: '0.000000', available: (10_000 - Number(ended.spent)).toFixed(6) },
      })
      expect(ended.costs).toBe(ended.spent)
      expect((await ordersOf(server, token, id)).filter(({ list }) => list === 0)).toEqual([])
      expect(await act(server, api.stop, token, id)).toMatchObject({ key: 'strategyStatusAbnormal' })
      expect(await createInvariants().check(server.platform.db)).toEqual([])
    })
  },
  { plugins: [saboteur.plugin] },
)
