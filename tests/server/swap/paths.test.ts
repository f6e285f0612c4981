import { describe, expect } from 'vitest'
import * as api from '../../../src/api/money/swap.ts'
import { swapMachine } from '../../../src/machines/orders/swap.ts'
import { swapTerms } from '../../../src/rules/swap/swap.ts'
import { describeServer } from '../harness.ts'
import { walkOrder } from '../kit/walk-order.ts'
import { comesTo, execute, prices, quote } from './support.ts'

describeServer('the life of a flash swap, along each path of its machine', (server) => {
  describe('of USDT for bitcoin', () => {
    walkOrder(server, {
      kind: 'swap',
      machine: swapMachine,
      events: [{ type: 'swap.execute' }, { type: 'swap.expire' }],
      list: api.myFlashAgainstList,
      place: async (_, token) => {
        await prices(server)
        return (await quote(server, token)).id
      },
      happen: async (_, { id, token }, { type }) => {
        if (type === 'swap.execute') await execute(server, token, id)
        // On the record its last second is over with the tick after it.
        else for (let second = 0; second <= swapTerms.seconds; second++) await prices(server)
      },
      wallet: {
        quoted: ['10000.000000', '0.000000'],
        executed: ['9600.000000', '0.000000'],
        expired: ['10000.000000', '0.000000'],
      },
      expectSeen: async (_, { token }, state) => {
        const [listed] = await server.ok(api.myFlashAgainstList, { state }, token)
        expect(listed).toMatchObject({ amount: '400.000000', ...comesTo(), state })
        const others = (['quoted', 'executed', 'expired'] as const).filter((other) => other !== state)
        for (const other of others) expect(await server.ok(api.myFlashAgainstList, { state: other }, token)).toEqual([])
      },
    })
  })
})
