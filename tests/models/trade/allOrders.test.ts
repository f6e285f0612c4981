import { expect } from 'vitest'
import { allOrdersMachine } from '../../../src/machines/trade/allOrders.ts'
import { unanswered } from '../kit/answers.ts'
import { done, failed, testMachine } from '../kit/coverage.ts'
import { leverOrderOf } from '../kit/levers.ts'

const ended = { kind: 'lever', ...leverOrderOf('01ARZ3NDEKTSV4RRFFQ69G5FAV', { list: 1 }) }
const retry = { type: 'orders.retry' } as const

testMachine(allOrdersMachine, [
  {
    shows: 'loads all ended orders once, and again after a failure',
    events: [retry, done('loadOrders', [ended]), failed('loadOrders', unanswered)],
    states: {
      loading: ({ can, snapshot }) => expect([can(retry), snapshot().context.orders]).toEqual([false, []]),
      ready: ({ can, snapshot }) => expect([can(retry), snapshot().context.orders]).toEqual([false, [ended]]),
      failed: ({ can, snapshot }) => expect([can(retry), snapshot().hasTag('failed')]).toEqual([true, true]),
    },
  },
])
