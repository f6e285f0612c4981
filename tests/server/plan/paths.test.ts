import { describe, expect } from 'vitest'
import { moveOrder } from '../../../server/orders/module.ts'
import { planKind } from '../../../server/plan/kind.ts'
import { commit } from '../../../server/platform/unit/unit.ts'
import * as api from '../../../src/api/money/plan.ts'
import { planMachine } from '../../../src/machines/orders/plan.ts'
import { formatMoney } from '../../../src/rules/money/money.ts'
import { describeServer } from '../harness.ts'
import { createInvariants } from '../invariants.ts'
import { walkOrder } from '../kit/walk-order.ts'
import { minorOf } from './judge.ts'
import { FEE, join, MINUTE_DAYS, now, rowOf, terminate } from './support.ts'

describeServer(
  'the life of an order of a hosting plan, along each path of its machine',
  (server) => {
    describe('of 1,000 USDT in the first tier', () => {
      const totals = new Map<string, bigint>()
      walkOrder(server, {
        kind: 'plan',
        machine: planMachine,
        events: [
          { type: 'plan.approve' },
          { type: 'plan.refuse' },
          { type: 'plan.accrue' },
          { type: 'plan.terminate' },
          { type: 'plan.end' },
        ],
        list: api.orders,
        place: async (_, token) => (await join(server, token)).id,
        happen: async (_, { id, token }, { type }) => {
          const { db } = server.platform
          const row = await rowOf(server, id)
          const next = row.next_day ?? 0n
          const ofLastDay = (last_day: bigint, due_ms: bigint) =>
            db.updateTable('plan_orders').set({ last_day, due_ms }).where('id', '=', id).execute()
          if (type === 'plan.approve') await server.clock.advance(2_000)
          if (type === 'plan.refuse') {
            await commit(server.platform, (unit) => moveOrder(unit, planKind, row, { event: { type } }))
          }
          if (type === 'plan.terminate') await terminate(server, token, id)
          // The machine does not count days: an order lasts as long as its walk.
          if (type === 'plan.accrue') {
            const end = row.opened_ms + next * row.day_ms
            await ofLastDay(next + 9n, end)
            server.clock.jump(Number(end) - server.clock.now())
            await server.clock.advance(4_000)
          }
          if (type === 'plan.end') {
            await ofLastDay(next - 1n, BigInt(server.clock.now()))
            await server.clock.advance(4_000)
          }
          totals.set(id, minorOf((await now(server, token, id)).total))
        },
        wallet: (states, events, { id }) => {
          const total = totals.get(id) ?? 0n
          const fee = events.includes('plan.terminate') ? FEE : 0n
          const purse = (free: bigint, held: bigint) => [formatMoney(free, 6), formatMoney(held, 6)] as const
          if (states.at(-1) === 'failed') return purse(10_000_000_000n, 0n)
          if (states.at(-1) === 'ended') return purse(10_000_000_000n + total - fee, 0n)
          return purse(9_000_000_000n, 1_000_000_000n + total)
        },
        expectSeen: async () => {
          expect(await createInvariants().check(server.platform.db)).toEqual([])
        },
      })
    })
  },
  { env: MINUTE_DAYS },
)
