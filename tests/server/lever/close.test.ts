import { beforeEach, describe, expect, it } from 'vitest'
import * as api from '../../../src/api/trade/lever.ts'
import { describeServer } from '../harness.ts'
import { testMoneyCall } from '../kit/money-call.ts'
import { hold, price } from '../microtrade/support.ts'
import { createSaboteur } from '../sabotage.ts'
import { ask, halfUnit, oddQuantity, opened, ordered } from './support.ts'

const saboteur = createSaboteur()

describeServer.onSqlite(
  'lever/close',
  (server) => {
    const position = async (token: string) => (await opened(server, token)).id

    describe('as a call that moves money', () => {
      testMoneyCall(server, saboteur, {
        call: api.close,
        input: async (_, token) => ({ id: await position(token), quantity: '0.04' }),
        other: { quantity: '0.05' },
      })
    })

    let token: string
    beforeEach(async () => {
      token = (await server.person()).token
      await price(server, '40000.00')
    })
    const asked = (input: Record<string, unknown>) => ask(server, token, api.close, input)

    it('is refused with the reason, and done once of several concurrent requests', async () => {
      const limit = await ordered(server, token, { type: 'limit', price: '39000' })
      expect(await asked({ id: limit.id })).toMatchObject({ key: 'cannotClose' })
      const { id } = await opened(server, token)
      expect(await asked({ id, quantity: '0.10001' })).toMatchObject({ key: 'cannotClose' })
      expect(await asked({ id, quantity: oddQuantity })).toMatchObject({ key: 'notMultiple' })
      expect(await asked({ id, quantity: halfUnit })).toMatchObject({ key: 'belowMinimum' })
      expect(await asked({ id, quantity: '0.0000001' })).toMatchObject({ key: 'parameterError' })
      const answers = await Promise.all(Array.from({ length: 5 }, () => asked({ id })))
      expect(answers.filter(({ type }) => type === 'ok')).toHaveLength(1)
      const keys = answers.flatMap((answer) => ('key' in answer ? [answer.key] : []))
      expect(keys.every((key) => key === 'closeFailed' || key === 'cannotClose')).toBe(true)
      await hold(server, '40000.00', 2)
      expect(await asked({ id })).toMatchObject({ key: 'orderGone' })
    })
  },
  { plugins: [saboteur.plugin] },
)
