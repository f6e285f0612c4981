import { describe, expect } from 'vitest'
import { info } from '../../../src/api/account/user.ts'
import * as api from '../../../src/api/money/withdrawal.ts'
import { withdrawalMachine } from '../../../src/machines/orders/withdrawal.ts'
import { describeServer } from '../harness.ts'
import { walkOrder } from '../kit/walk-order.ts'
import { hold, price } from '../microtrade/support.ts'
import { address, costOf, mayLeave, operate, withdrawal } from './support.ts'

const REVIEW_SECONDS = 30
const PAYOUT_SECONDS = 10

/** Its code among the transaction statuses, and which of its times have been. */
const seen: Record<api.Withdrawal['state'], [status: number, approved: boolean, sent: boolean, settled: boolean]> = {
  underReview: [0, false, false, false],
  approved: [3, true, false, false],
  sent: [3, true, true, false],
  confirmed: [1, true, true, true],
  refused: [2, false, false, true],
  cancelled: [2, false, false, true],
  bounced: [2, true, false, true],
}

describeServer('the life of a withdrawal, along each path of its machine', (server) => {
  const requests = { count: 0 }
  describe.each(['by the paper reviewer and the paper network', 'by an operator'] as const)('%s', (by) => {
    const wait = (seconds: number) => hold(server, '43000.00', seconds)
    walkOrder(server, {
      kind: 'withdrawal',
      machine: withdrawalMachine,
      events: [
        { type: 'withdrawal.approve' },
        { type: 'withdrawal.refuse' },
        { type: 'withdrawal.cancel' },
        { type: 'withdrawal.send' },
        { type: 'withdrawal.confirm' },
        { type: 'withdrawal.bounce' },
      ],
      list: api.log,
      place: async (_, token) => {
        const { id: userId } = await server.ok(info, {}, token)
        await mayLeave(server, userId)
        await price(server, '43000.00')
        return (await server.ok(api.out, withdrawal(await address(server, token)), token)).id
      },
      happen: async (_, { id, token }, { type }) => {
        const name = type.split('.')[1] ?? ''
        if (type === 'withdrawal.cancel') {
          requests.count += 1
          await server.ok(api.cancel, { id, requestId: `cancel-of-the-walk-${requests.count}` }, token)
        } else if (by === 'by an operator' || ['refuse', 'bounce'].includes(name)) {
          await operate(server, `withdrawal ${name}`, id, 'The address is another person’s')
        } else {
          // The record is complete a little behind the clock.
          await wait(name === 'approve' ? REVIEW_SECONDS + 2 : PAYOUT_SECONDS)
        }
      },
      wallet: {
        underReview: ['9000.000000', '1000.000000'],
        approved: ['9000.000000', '0.000000'],
        sent: ['9000.000000', '0.000000'],
        confirmed: ['9000.000000', '0.000000'],
        refused: ['10000.000000', '0.000000'],
        cancelled: ['10000.000000', '0.000000'],
        bounced: ['10000.000000', '0.000000'],
      },
      expectSeen: async (_, { id, token }, state) => {
        const [order] = await server.ok(api.log, {}, token)
        const [status, approved, sent, settled] = seen[state as api.Withdrawal['state']]
        expect(order).toMatchObject({ id, status, amount: '1000.000000', ...costOf('1000') })
        expect(order?.reason).toBe(['refused', 'bounced'].includes(state) ? 'The address is another person’s' : null)
        const times = [order?.approvedAt, order?.sentAt, order?.settledAt].map((at) => at !== null)
        // It may bounce before it was sent, and after.
        expect(times).toEqual([approved, state === 'bounced' ? times[1] : sent, settled])
      },
    })
  })
})
