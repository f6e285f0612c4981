import { beforeEach, describe, expect, it } from 'vitest'
import * as api from '../../../src/api/trade/spot.ts'
import { describeServer } from '../harness.ts'
import { testMoneyCall } from '../kit/money-call.ts'
import { hold, price } from '../microtrade/support.ts'
import { createSaboteur } from '../sabotage.ts'
import { after, byId, cancelled, limit, ordered } from './support.ts'

const saboteur = createSaboteur()

describeServer.onSqlite(
  'coin/cancel',
  (server) => {
    describe('as a call that moves money', () => {
      testMoneyCall(server, saboteur, {
        call: api.cancel,
        input: async (_, token) => {
          await price(server, '40000.00')
          const { id } = await ordered(server, token, limit('39000'))
          await hold(server, '40000.00', 2)
          return { id }
        },
        other: { id: 'another-order' },
      })
    })

    let token: string
    let resting: string
    beforeEach(async () => {
      token = (await server.person()).token
      await price(server, '40000.00')
      resting = (await ordered(server, token, { quantity: '0.2', ...limit('39000') })).id
    })

    it('is refused with the reason, and refunds everything at the next time on the record', async () => {
      // Its first tick is yet to come, and people may see it coming.
      expect(await cancelled(server, token, resting)).toMatchObject({ key: 'orderNotCancellable' })
      await hold(server, '40000.00', 2)
      expect(await cancelled(server, token, resting)).toMatchObject({ message: { state: 'resting.cancelling' } })
      expect(await cancelled(server, token, resting)).toMatchObject({ key: 'tradeStatusAbnormal' })
      expect(await after(server, token, resting, '40000.00')).toMatchObject({ state: 'returned', cause: 'user' })
      expect(await cancelled(server, token, resting)).toMatchObject({ key: 'orderGone' })
    })

    it('does not prevent a fill by an earlier tick, and prevents one by a later tick', async () => {
      await hold(server, '40000.00', 2)
      server.tick('BTCUSDT', '38999.00')
      await server.clock.advance(100)
      expect(await cancelled(server, token, resting)).toMatchObject({ message: { state: 'resting.cancelling' } })
      await server.clock.advance(900)
      await price(server, '38000.00')
      const order = await after(server, token, resting, '38000.00')
      expect(order).toMatchObject({ state: 'partly', cause: 'user' })
      expect(order.fills.map(({ tick }) => tick.price)).toEqual(['38999.00'])
      expect(await byId(server, token, resting)).toEqual(order)
    })
  },
  { plugins: [saboteur.plugin] },
)
