import { describe, expect } from 'vitest'
import * as api from '../../../src/api/money/loan.ts'
import { loanMachine } from '../../../src/machines/orders/loan.ts'
import { loanLateness, loanReminders } from '../../../src/rules/loan/loan.ts'
import { formatMoney } from '../../../src/rules/money/money.ts'
import { describeServer } from '../harness.ts'
import { createInvariants } from '../invariants.ts'
import { walkOrder } from '../kit/walk-order.ts'
import {
  drain,
  interestOf,
  lateFeeOf,
  MINUTE_DAYS,
  now,
  operate,
  repay,
  review,
  rowOf,
  submit,
  untilDay,
  usdt,
} from './support.ts'

/** The day at whose start the platform collects the debt; the eighth is the first late day. */
const COLLECTED = 8 + loanLateness.collectAfterDays
const BORROWED = usdt('1000')
/** The debt at the start of a day. */
const owedOn = (day: number) =>
  BORROWED + interestOf(BORROWED, Math.min(day, 7)) + lateFeeOf(BORROWED, Math.max(0, day - 7))

describeServer(
  'the life of a loan, along each path of its machine',
  (server) => {
    describe('of 1,000 USDT for a week', () => {
      walkOrder(server, {
        kind: 'loan',
        machine: loanMachine,
        leadsBack: true,
        events: [
          { type: 'loan.approve' },
          { type: 'loan.refuse' },
          { type: 'loan.accrue' },
          { type: 'loan.remind' },
          { type: 'loan.lapse' },
          { type: 'loan.pay' },
          { type: 'loan.settle' },
          { type: 'loan.collect' },
          { type: 'loan.collectAll' },
        ],
        list: api.order,
        place: async (_, token) => (await submit(server, token)).id,
        happen: async (_, { id, token }, { type }) => {
          const loan = await now(server, token, id)
          switch (type) {
            case 'loan.approve':
              return review(server)
            case 'loan.refuse':
              await operate(server, 'loan refuse', [id], { why: 'No income' })
              return
            case 'loan.accrue':
              return untilDay(server, loan, loan.daysCounted + 1)
            case 'loan.remind':
              return untilDay(server, loan, 8 - loanReminders[0])
            case 'loan.lapse':
              return untilDay(server, loan, 8)
            case 'loan.pay':
              expect(await repay(server, token, id, '50')).toMatchObject({ type: 'ok' })
              return
            case 'loan.settle':
              expect(await repay(server, token, id)).toMatchObject({ type: 'ok' })
              return
            case 'loan.collect':
              await drain(server, token, (await rowOf(server, id)).user_id)
              return untilDay(server, loan, COLLECTED)
            default:
              return untilDay(server, loan, COLLECTED)
          }
        },
        wallet: (_, events) => {
          let [free, day] = [usdt('10000'), 0]
          for (const event of events) {
            if (event === 'loan.approve') [free, day] = [free + usdt('1000'), 1]
            if (event === 'loan.accrue') day += 1
            if (event === 'loan.lapse') day = 8
            if (event === 'loan.pay') free -= usdt('50')
            if (event === 'loan.collectAll') day = COLLECTED
            if (event === 'loan.settle' || event === 'loan.collectAll') free -= owedOn(day)
            if (event === 'loan.collect') free = 0n
          }
          return [formatMoney(free, 6), '0.000000']
        },
        expectSeen: async () => {
          expect(await createInvariants().check(server.platform.db)).toEqual([])
        },
      })
    })
  },
  { env: MINUTE_DAYS },
)
