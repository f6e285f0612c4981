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
  'strategy/pause',
  (server) => {
    describe('as a call that moves money', () => {
      testMoneyCall(server, saboteur, {
        call: api.pause,
        input: async (_, token) => {
          const { id } = await started(server, token, grid())
          await settle(server, '40000.00')
          return { id }
        },
        other: { id: 'another-strategy' },
      })
    })

    it('cancels pending orders, also before their first tick, and keeps bought coins', async () => {
      const { token } = await server.person()
      const { id } = await started(server, token, grid())
      expect(await act(server, api.pause, token, id)).toMatchObject({ message: { state: 'pausing', reason: null } })
      expect(await act(server, api.pause, token, id)).toMatchObject({ key: 'strategyStatusAbnormal' })
      // The step above the price had bought at once.
      expect(await until(server, token, id, 'paused')).toMatchObject({ buys: 1, coins: '0.00590' })
      const orders = await ordersOf(server, token, id)
      expect(orders.map(({ state }) => state)).toEqual(['returned', 'returned', 'returned', 'filled'])
      expect(await server.ok(getInfo, { currency: 'USDT' }, token)).toMatchObject({ frozen: '0.000000' })
      expect(await server.ok(getInfo, { currency: 'BTC' }, token)).toMatchObject({ available: '0.00590000' })
      // No orders while it is paused, whatever the price.
      await settle(server, '36500.00')
      expect(await ordersOf(server, token, id)).toHaveLength(4)
      expect(await createInvariants().check(server.platform.db)).toEqual([])
    })
  },
  { plugins: [saboteur.plugin] },
)
