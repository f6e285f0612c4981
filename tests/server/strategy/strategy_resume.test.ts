import { describe, expect, it } from 'vitest'
import * as api from '../../../src/api/trade/strategy.ts'
import { describeServer } from '../harness.ts'
import { createInvariants } from '../invariants.ts'
import { testMoneyCall } from '../kit/money-call.ts'
import { drain } from '../loan/support.ts'
import { createSaboteur } from '../sabotage.ts'
import { ordered } from '../spot/support.ts'
import { act, grid, MINUTE_DAYS, now, ordersOf, price, recurring, settle, started, until } from './support.ts'

const saboteur = createSaboteur()

describeServer.onSqlite(
  'strategy/resume',
  (server) => {
    const paused = async (token: string, sent = grid()) => {
      const { id } = await started(server, token, sent)
      await settle(server, '40000.00')
      await act(server, api.pause, token, id)
      await until(server, token, id, 'paused')
      return id
    }

    describe('as a call that moves money', () => {
      testMoneyCall(server, saboteur, {
        call: api.resume,
        input: async (_, token) => ({ id: await paused(token) }),
        other: { id: 'another-strategy' },
      })
    })

    it('replaces the orders of a grid: sells its holdings, and buys the rest', async () => {
      const { token } = await server.person()
      const id = await paused(token)
      expect(await act(server, api.resume, token, id)).toMatchObject({ message: { state: 'running' } })
      const live = (await ordersOf(server, token, id)).filter(({ list }) => list === 0)
      expect(live.map(({ side, price: at }) => [side, at])).toEqual([
        ['buy', '36000.00'],
        ['buy', '37852.10'],
        ['buy', '39799.49'],
        ['sell', '44000.00'],
      ])
      expect(await act(server, api.resume, token, id)).toMatchObject({ key: 'strategyStatusAbnormal' })
      expect(await createInvariants().check(server.platform.db)).toEqual([])
    })

    it('is refused if its coins are no longer there, and stays paused', async () => {
      const { token } = await server.person()
      const id = await paused(token)
      await ordered(server, token, { side: 'sell', quantity: '0.005' })
      await settle(server, '40000.00')
      expect(await act(server, api.resume, token, id)).toMatchObject({ key: 'insufficientBalance' })
      expect(await now(server, token, id)).toMatchObject({ state: 'paused' })
      expect((await ordersOf(server, token, id)).filter(({ list }) => list === 0)).toEqual([])
    })

    it('makes a recurring buy wait for its next interval, on its original schedule', async () => {
      const { token, userId } = await server.person()
      const { id, nextAt } = await started(server, token, recurring())
      await settle(server, '40000.00')
      await drain(server, token, userId, '50')
      server.clock.jump((nextAt ?? 0) - server.clock.now())
      // It holds no money until its next buy, and reports insufficient funds then.
      expect(await until(server, token, id, 'paused')).toMatchObject({
        ...{ reason: 'insufficientBalance', missed: 1, buys: 1, nextAt: null },
      })
      server.clock.jump(200_000)
      await price(server, '40000.00')
      expect(await act(server, api.resume, token, id)).toMatchObject({ message: { reason: null } })
      const resumed = await now(server, token, id)
      expect((Number(resumed.nextAt) - Number(nextAt)) % 60_000).toBe(0)
      expect(Number(resumed.nextAt)).toBeGreaterThan(server.clock.now())
      expect(await ordersOf(server, token, id)).toHaveLength(1)
    })
  },
  { plugins: [saboteur.plugin], env: MINUTE_DAYS },
)
