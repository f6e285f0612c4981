import { beforeEach, describe, expect, it } from 'vitest'
import * as api from '../../../src/api/trade/forex.ts'
import { describeServer } from '../harness.ts'
import { createInvariants } from '../invariants.ts'
import { testMoneyCall } from '../kit/money-call.ts'
import { hold, price, requestId } from '../microtrade/support.ts'
import { createSaboteur } from '../sabotage.ts'
import { byId, mayTrade, ordered, trader } from './support.ts'

const saboteur = createSaboteur()
const LIMIT = { type: 'limit', price: '1.07000' }

describeServer(
  'forex/cancel',
  (server) => {
    describe('as a call that moves money', () => {
      testMoneyCall(server, saboteur, {
        call: api.cancel,
        input: async (_, token) => {
          await mayTrade(server, token)
          await price(server, '1.08000', 'EURUSD')
          return { id: (await ordered(server, token, LIMIT)).id }
        },
        other: { id: 'another-order' },
      })
    })

    let token: string
    beforeEach(async () => {
      ;({ token } = await trader(server))
      await price(server, '1.08000', 'EURUSD')
    })
    const cancels = (id: string) => server.call(api.cancel, { requestId: requestId(), id }, token)
    const expectSound = async () =>
      expect([...(await server.ledger()), ...(await createInvariants().check(server.platform.db))]).toEqual([])

    it('is refused with the reason, and refunds everything at the next time on the record', async () => {
      const market = await ordered(server, token)
      // A user who knows its price before it opens must not be able to cancel it.
      expect(await cancels(market.id)).toMatchObject({ key: 'orderNotCancellable' })
      await hold(server, '1.08000', 2, 'EURUSD')
      const { id } = await ordered(server, token, LIMIT)
      expect(await cancels(id)).toMatchObject({ message: { state: 'cancelling', list: 0 } })
      expect(await cancels(id)).toMatchObject({ key: 'orderNotCancellable' })
      await hold(server, '1.08000', 2, 'EURUSD')
      expect(await byId(server, token, id)).toMatchObject({
        state: 'cancelled',
        list: 1,
        status: 2,
        margin: '0.000000',
      })
      expect(await cancels(id)).toMatchObject({ key: 'orderGone' })
      await expectSound()
    })

    it('takes effect no earlier than its order, even if the clock is set back', async () => {
      await server.clock.advance(500)
      const { id } = await ordered(server, token, LIMIT)
      server.clock.set(-20_000)
      expect(await cancels(id)).toMatchObject({ message: { state: 'cancelling' } })
      await server.clock.advance(18_000)
      await hold(server, '1.08000', 5, 'EURUSD')
      const { state, acceptedAt, settledAt } = await byId(server, token, id)
      expect(state).toBe('cancelled')
      expect(settledAt).toBeGreaterThanOrEqual(acceptedAt)
      await expectSound()
    })

    it.each([
      ['limit', '1.07000', '1.06900'],
      ['stop', '1.09000', '1.09100'],
    ])('does not prevent a fill by an earlier tick: %s', async (type, at, reached) => {
      const { id } = await ordered(server, token, { type, price: at })
      server.tick('EURUSD', reached)
      await server.clock.advance(100)
      // Its owner has seen that tick, which the server has yet to record.
      expect(await cancels(id)).toMatchObject({ message: { state: 'cancelling' } })
      await server.clock.advance(900)
      await hold(server, '1.08000', 2, 'EURUSD')
      expect(await byId(server, token, id)).toMatchObject({ state: 'open.standing', openTick: { price: reached } })
      await expectSound()
    })

    it('is free of a tick after it took effect', async () => {
      const { id } = await ordered(server, token, LIMIT)
      await cancels(id)
      await hold(server, '1.08000', 2, 'EURUSD')
      await hold(server, '1.06000', 2, 'EURUSD')
      expect(await byId(server, token, id)).toMatchObject({ state: 'cancelled', openTick: null })
      await expectSound()
    })
  },
  { plugins: [saboteur.plugin] },
)
