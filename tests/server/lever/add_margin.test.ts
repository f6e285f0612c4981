import { beforeEach, describe, expect, it } from 'vitest'
import * as api from '../../../src/api/trade/lever.ts'
import { describeServer } from '../harness.ts'
import { testMoneyCall } from '../kit/money-call.ts'
import { price } from '../microtrade/support.ts'
import { createSaboteur } from '../sabotage.ts'
import { ask, opened, ordered } from './support.ts'

const saboteur = createSaboteur()

describeServer.onSqlite(
  'lever/add_margin',
  (server) => {
    const position = async (token: string) => (await opened(server, token)).id

    describe('as a call that moves money', () => {
      testMoneyCall(server, saboteur, {
        call: api.addMargin,
        input: async (_, token) => ({ id: await position(token), amount: '50' }),
        other: { amount: '51' },
      })
    })

    let token: string
    beforeEach(async () => {
      token = (await server.person()).token
      await price(server, '40000.00')
    })
    const asked = (input: Record<string, unknown>) => ask(server, token, api.addMargin, input)

    it('is refused with the reason', async () => {
      const limit = await ordered(server, token, { type: 'limit', price: '39000' })
      expect(await asked({ id: limit.id, amount: '1' })).toMatchObject({ key: 'tradeStatusAbnormal' })
      const { id } = await opened(server, token)
      expect(await asked({ id, amount: '0' })).toMatchObject({ key: 'parameterError' })
      expect(await asked({ id, amount: '10000' })).toMatchObject({ key: 'insufficientBalance' })
    })
  },
  { plugins: [saboteur.plugin] },
)
