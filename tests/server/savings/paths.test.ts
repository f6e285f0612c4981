import { describe, expect } from 'vitest'
import * as api from '../../../src/api/money/savings.ts'
import { savingsMachine } from '../../../src/machines/orders/savings.ts'
import { describeServer } from '../harness.ts'
import { walkOrder } from '../kit/walk-order.ts'
import { bears, cancel, MINUTE_DAYS, pass, place, usdtAnd } from './support.ts'

describeServer(
  'the life of a fixed-term deposit, along each path of its machine',
  (server) => {
    describe('of 1,000 USDT for a week', () => {
      walkOrder(server, {
        kind: 'savings',
        machine: savingsMachine,
        events: [
          { type: 'savings.choose' },
          { type: 'savings.renew' },
          { type: 'savings.mature' },
          { type: 'savings.cancel' },
        ],
        list: api.order,
        place: async (_, token) => (await place(server, token)).id,
        happen: async (_, { id, token }, { type }) => {
          if (type === 'savings.cancel') await cancel(server, token, id)
          if (type === 'savings.choose') await server.ok(api.renew, { id, renew: false }, token)
          if (type === 'savings.mature') await pass(server, 7)
          if (type === 'savings.renew') {
            // A wish that the walk does not count: it is written into the order as it is.
            await server.platform.db.updateTable('savings').set({ renew: 1n }).where('id', '=', id).execute()
            await pass(server, 7)
          }
        },
        wallet: (states, events) => {
          const paid = events.includes('savings.renew') || events.includes('savings.mature')
          const free = states.at(-1) === 'running' ? 9_000 : 10_000
          return [usdtAnd(free, paid ? bears() : 0n), states.at(-1) === 'running' ? '1000.000000' : '0.000000']
        },
        expectSeen: async (_, { token }, state) => {
          const [sum] = await server.ok(api.orderSum, {}, token)
          expect(sum?.running).toBe(state === 'running' ? 1 : 0)
        },
      })
    })
  },
  { env: MINUTE_DAYS },
)
