import { beforeEach, describe, expect, it } from 'vitest'
import * as api from '../../../src/api/trade/lever.ts'
import { describeServer } from '../harness.ts'
import { testMoneyCall } from '../kit/money-call.ts'
import { hold, price } from '../microtrade/support.ts'
import { createSaboteur } from '../sabotage.ts'
import { ask, byId, ordered } from './support.ts'

const saboteur = createSaboteur()
const LIMIT = { type: 'limit', price: '39000.00' }

describeServer.onSqlite(
  'lever/cancel',
  (server) => {
    describe('as a call that moves money', () => {
      testMoneyCall(server, saboteur, {
        call: api.cancel,
        input: async (_, token) => {
          await price(server, '40000.00')
          return { id: (await ordered(server, token, LIMIT)).id }
        },
        other: { id: 'another-order' },
      })
    })

    let token: string
    beforeEach(async () => {
      token = (await server.person()).token
      await price(server, '40000.00')
    })
    const asked = (input: Record<string, unknown>) => ask(server, token, api.cancel, input)

    it('is refused with the reason, and refunds everything at the next time on the record', async () => {
      const market = await ordered(server, token)
      // A user who knows its price before it opens must not be able to cancel it.
      expect(await asked({ id: market.id })).toMatchObject({ key: 'orderNotCancellable' })
      await hold(server, '40000.00', 2)
      expect(await asked({ id: market.id })).toMatchObject({ key: 'orderNotCancellable' })
      const { id } = await ordered(server, token, LIMIT)
      expect(await asked({ id })).toMatchObject({ message: { state: 'cancelling' } })
      await hold(server, '40000.00', 2)
      expect(await asked({ id })).toMatchObject({ key: 'orderGone' })
    })

    it('does not prevent a fill by an earlier tick', async () => {
      const { id } = await ordered(server, token, LIMIT)
      server.tick('BTCUSDT', '38900.00')
      await server.clock.advance(100)
      expect(await asked({ id })).toMatchObject({ message: { state: 'cancelling' } })
      await server.clock.advance(900)
      await hold(server, '40000.00', 2)
      expect(await byId(server, token, id)).toMatchObject({ state: 'open.standing', dealPrice: '38900.00' })
    })
  },
  { plugins: [saboteur.plugin] },
)
