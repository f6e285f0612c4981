import { beforeEach, describe, expect, it } from 'vitest'
import * as api from '../../../src/api/trade/lever.ts'
import { describeServer } from '../harness.ts'
import { testMoneyCall } from '../kit/money-call.ts'
import { price } from '../microtrade/support.ts'
import { createSaboteur } from '../sabotage.ts'
import { ask, opened, ordered } from './support.ts'

const saboteur = createSaboteur()

describeServer.onSqlite(
  'lever/setstop',
  (server) => {
    const position = async (token: string) => (await opened(server, token)).id

    describe('as a call that moves money', () => {
      testMoneyCall(server, saboteur, {
        call: api.setStop,
        input: async (_, token) => ({ id: await position(token), takeProfit: '41000', stopLoss: '39500' }),
        other: { takeProfit: '42000' },
      })
    })

    let token: string
    beforeEach(async () => {
      token = (await server.person()).token
      await price(server, '40000.00')
    })
    const asked = (input: Record<string, unknown>) => ask(server, token, api.setStop, input)

    it('is refused with the reason', async () => {
      const limit = await ordered(server, token, { type: 'limit', price: '39000' })
      expect(await asked({ id: limit.id, stopLoss: '30000' })).toMatchObject({ key: 'orderStatusError' })
      const { id } = await opened(server, token)
      expect(await asked({ id, takeProfit: '0' })).toMatchObject({ key: 'stopZero' })
      expect(await asked({ id, takeProfit: '39999' })).toMatchObject({ key: 'takeProfitTooLow' })
      expect(await asked({ id, stopLoss: '40000.01' })).toMatchObject({ key: 'stopLossTooHigh' })
      expect(await asked({ id, takeProfit: '41000' })).toMatchObject({ type: 'ok' })
      expect(await asked({ id, takeProfit: '42000' })).toMatchObject({ key: 'tradeStatusAbnormal' })
    })
  },
  { plugins: [saboteur.plugin] },
)
