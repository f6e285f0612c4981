import { expect } from 'vitest'
import type { Order, OrderTotals } from '../../../src/api/trade/orders.ts'
import { resultOf } from '../../../src/machines/orders/life.ts'
import { microtradeMachine } from '../../../src/machines/orders/microtrade.ts'
import { changesThemBy, orderTotalsMachine } from '../../../src/machines/trade/orderTotals.ts'
import { unanswered } from '../kit/answers.ts'
import { done, failed, testMachine } from '../kit/coverage.ts'

type Begun = readonly { id: string; input: unknown }[]

const sums = (won: number): OrderTotals => ({
  ...{ won, lost: 0, returned: 0, traded: 0 },
  ...{ winRateBps: 10_000, amounts: [], turnover: null },
})
const told = (state: Order['state'], symbol = 'BTCUSDT') =>
  ({
    type: 'account.order',
    order: { kind: 'microtrade', id: 'order-0001', state, list: Number(state !== 'open'), symbol } as Order,
  }) as const
const retry = { type: 'totals.retry' } as const
const won = told('won')
const asked = (begun: Begun) => begun.filter(({ id }) => id === 'loadTotals')
const others = [told('open'), told('lost'), told('won', 'EURUSD')]

const machine = orderTotalsMachine.provide({
  guards: { changesThem: changesThemBy(({ state }) => resultOf(microtradeMachine, state)) },
})

testMachine(machine, [
  {
    shows: 'asks again whenever one of these orders ends, keeps what it knows meanwhile, and adds nothing up itself',
    input: () => ({ market: 'crypto', result: 'won' }) as const,
    callbacks: ['watchAccount'],
    distinct: ({ totals }) => totals?.won,
    events: [
      retry,
      won,
      ...others,
      { type: 'account.missed' },
      done('loadTotals', sums(1)),
      done('loadTotals', sums(2)),
      failed('loadTotals', unanswered),
    ],
    states: {
      '*': ({ snapshot, passed, effects, begun }) => {
        const known = passed.findLast(({ output }) => output)?.output ?? null
        expect(snapshot().context.totals).toEqual(known)
        for (const { input } of asked(begun)) expect(input).toEqual({ market: 'crypto', result: 'won' })
        if (effects.has('loadTotals')) expect(snapshot().matches('loading')).toBe(true)
      },
      loading: ({ passed, begun }) => {
        const asks = passed.filter((event) => [won.type, 'account.missed', retry.type].includes(event.type))
        expect(asked(begun).length).toBeLessThanOrEqual(1 + asks.length)
        if (passed.at(-1) === won) expect(asked(begun).length).toBeGreaterThan(1)
      },
      ready: ({ passed, snapshot }) => {
        expect(passed.at(-1)).not.toBe(won)
        expect(snapshot().hasTag('failed')).toBe(false)
      },
      failed: ({ snapshot, can }) => {
        expect([snapshot().hasTag('failed'), can(retry)]).toEqual([true, true])
      },
    },
  },
])
