import { expect } from 'vitest'
import type { Savings } from '../../../src/api/money/savings.ts'
import { savingsListMachine } from '../../../src/machines/money/savingsList.ts'
import { unanswered } from '../kit/answers.ts'
import { done, failed, testMachine } from '../kit/coverage.ts'
import { savingsOf } from '../kit/savings.ts'

const page = (entries: readonly Savings[], first: boolean) =>
  ({ type: 'list.loaded', page: { entries }, first, complete: false }) as const
const newest = page([savingsOf('deposit-9'), savingsOf('deposit-8')], true)
const older = page([savingsOf('deposit-8'), savingsOf('deposit-7')], false)
const made = { type: 'account.savings', savings: savingsOf('deposit-10') } as const
const cancelled = {
  type: 'account.savings',
  savings: savingsOf('deposit-9', { state: 'cancelled', version: 2 }),
} as const
const sums = done('loadSums', [
  { currency: 'USDT', running: 1, principal: '1000.000000', interest: '0.383562', earned: '0.000000' },
])

testMachine(savingsListMachine, [
  {
    shows: 'lists deposits each once, as they are now, and reckons their sums anew when one changes',
    callbacks: ['watchAccount'],
    distinct: ({ orders, sums: known }) => [orders.map(({ id, version }) => `${id} ${version}`).join(), known.length],
    events: [
      newest,
      older,
      made,
      cancelled,
      sums,
      failed('loadSums', unanswered),
      { type: 'account.missed' } as const,
      { type: 'savings.more' } as const,
      { type: 'savings.retry' } as const,
    ],
    states: {
      '*': ({ snapshot, effects, passed }) => {
        const { orders } = snapshot().context
        expect(new Set(orders.map(({ id }) => id)).size).toBe(orders.length)
        if (passed.at(-1) === cancelled) {
          expect(orders.find(({ id }) => id === 'deposit-9')?.state).toBe('cancelled')
          expect(snapshot().matches('summing')).toBe(true)
        }
        if (passed.at(-1) === made) expect(orders.some(({ id }) => id === 'deposit-10')).toBe(true)
        const asked = { 'savings.more': 'list.more', 'savings.retry': 'list.retry', 'account.missed': 'list.refresh' }
        expect(effects.get('pages')?.heard.map(({ type }) => type)).toEqual(
          passed.flatMap(({ type }) => asked[type as keyof typeof asked] ?? []),
        )
      },
    },
  },
])
