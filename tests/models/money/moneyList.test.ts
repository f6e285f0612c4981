import { expect } from 'vitest'
import { type MoneyKind, moneyListMachine } from '../../../src/machines/money/moneyList.ts'
import { testMachine } from '../kit/coverage.ts'
import { depositOf } from '../kit/deposits.ts'
import { owedLoan } from '../kit/loans.ts'
import { planOrderOf } from '../kit/plans.ts'
import { savingsOf } from '../kit/savings.ts'
import { strategyOf } from '../kit/strategies.ts'
import { swapOf } from '../kit/swaps.ts'
import { withdrawalOf } from '../kit/withdrawals.ts'

/** Events of each kind for an order with this number: in its first state, and after a successful end. */
const told = {
  deposit: (number: number, isOver = false) => ({
    type: 'account.deposit' as const,
    deposit: depositOf(`order-${number}`, isOver ? { state: 'succeeded', status: 1, version: 2 } : {}),
  }),
  withdrawal: (number: number, isOver = false) => ({
    type: 'account.withdrawal' as const,
    withdrawal: withdrawalOf(`order-${number}`, isOver ? { state: 'confirmed', status: 1, version: 2 } : {}),
  }),
  swap: (number: number, isOver = false) => ({
    type: 'account.swap' as const,
    swap: swapOf(`order-${number}`, isOver ? {} : { state: 'quoted', status: 3, version: 1 }),
  }),
  loan: (number: number, isOver = false) => ({
    type: 'account.loan' as const,
    loan: owedLoan(`order-${number}`, isOver ? {} : { state: 'pendingReview', status: 0, version: 1 }),
  }),
  strategy: (number: number, isOver = false) => ({
    type: 'account.strategy' as const,
    strategy: strategyOf(`order-${number}`, isOver ? { state: 'ended', status: 1, version: 2 } : {}),
  }),
  savings: (number: number, isOver = false) => ({
    type: 'account.savings' as const,
    savings: savingsOf(`order-${number}`, isOver ? { state: 'matured', status: 1, version: 2 } : {}),
  }),
  plan: (number: number, isOver = false) => ({
    type: 'account.plan' as const,
    plan: planOrderOf(`order-${number}`, isOver ? { state: 'inProgress', status: 1, version: 2 } : {}),
  }),
}
const orderIn = (event: object): { id: string; version: number } => Object.values(event)[1]

const loaded = (orders: readonly object[], first: boolean) =>
  ({ type: 'list.loaded', page: { entries: orders.map(orderIn) }, first, complete: false }) as never
const passedOn = {
  'account.missed': 'list.refresh',
  'list.refresh': 'list.refresh',
}

const asks = Object.keys(passedOn).map((type) => ({ type })) as { type: keyof typeof passedOn }[]

const kinds: readonly MoneyKind[] = ['deposit', 'withdrawal', 'swap', 'savings', 'plan', 'loan', 'strategy']
const queries = [{}, { id: 'order-8' }]

testMachine(
  moneyListMachine,
  kinds.flatMap((kind) =>
    queries.map((query) => {
      const of = told[kind]
      // Requests are forwarded equally for every kind.
      const isWhole = kind === 'deposit' && !('id' in query)
      const ended = of(8, true)
      const newest = loaded([of(8), of(7)], true)
      const older = loaded([of(7), of(6)], false)
      const others = kinds.filter((each) => each !== kind).map((each) => told[each](9, true))
      return {
        shows: `shows each ${kind} once, as it was last told, the newest first: ${JSON.stringify(query)}`,
        input: () => ({ kind, query }),
        callbacks: ['watchAccount'],
        distinct: ({ orders, seen, succeeded }) => [
          orders.map(({ id, version }) => `${id} ${version}`),
          seen.length > 1,
          succeeded,
        ],
        events: [newest, of(9), ended, ...others, ...(isWhole ? [older, of(5), ...asks] : [])],
        states: {
          '*': ({ snapshot, passed, effects }) => {
            const { orders, succeeded } = snapshot().context
            const ids = orders.map(({ id }) => id)
            expect(new Set(ids).size).toBe(ids.length)
            expect(succeeded).toBe(passed.includes(ended) ? 'order-8' : null)
            if (passed.includes(newest)) {
              expect(ids).toContain('order-8')
              expect(ids).toEqual(ids.toSorted().reverse())
            }
            const at = passed.indexOf(ended)
            const known = orders.find(({ id }) => id === 'order-8')
            if (at >= 0 && known) expect(known.version).toBe(2)
            // Only for requested kinds, and no unaccepted quotes.
            const [last] = passed.slice(-1)
            if (last && orderIn(last)?.id === 'order-9') {
              const isListed = last.type === `account.${kind}` && kind !== 'swap' && !('id' in query)
              if (!passed.slice(0, -1).some(({ type }) => type === `account.${kind}`)) {
                expect(ids.includes('order-9')).toBe(isListed)
              }
            }
            expect(effects.get('pages')?.input).toEqual({ query })
            expect(effects.get('pages')?.heard.map(({ type }) => type)).toEqual(
              passed.flatMap(({ type }) => passedOn[type as keyof typeof passedOn] ?? []),
            )
          },
        },
      }
    }),
  ),
)
