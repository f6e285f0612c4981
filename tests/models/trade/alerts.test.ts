import { expect, it } from 'vitest'
import { createActor, fromCallback } from 'xstate'
import type { PriceAlert } from '../../../src/api/market/price-alerts.ts'
import { UNREAD } from '../../../src/machines/parts/typed-amount.ts'
import { alertsMachine } from '../../../src/machines/trade/alerts.ts'
import { refused, unanswered } from '../kit/answers.ts'
import { done, failed, testMachine } from '../kit/coverage.ts'

const alert = (id: string, more: Partial<PriceAlert> = {}): PriceAlert => ({
  ...{ id, state: 'waiting', version: 1, symbol: 'BTCUSDT', side: 'above', price: '50000.00', setAt: 1, fired: null },
  ...more,
})
const first = alert('alert-1')
const fired = alert('alert-1', { state: 'fired', version: 2, fired: { seq: 9, time: 2, price: '50001.00' } })
const told = (one: PriceAlert) => ({ type: 'account.alert', alert: one }) as const
const typed = (price: string) => ({ type: 'alert.change', change: { price } }) as const
const set = { type: 'alert.set' } as const
const remove = { type: 'alert.remove', id: first.id } as const

testMachine(alertsMachine, [
  {
    shows: 'what waits and what came of one market: set and removed one at a time, and each told of once',
    callbacks: ['watchAccount'],
    input: () => ({ symbol: 'BTCUSDT' }),
    events: [
      typed('50000'),
      typed(UNREAD),
      set,
      remove,
      told(fired),
      told(first),
      told(alert('alert-9', { symbol: 'ETHUSDT' })),
      { type: 'account.missed' },
      done('load', [first, alert('alert-0', { symbol: 'ETHUSDT' })]),
      done('setAlert', alert('alert-2')),
      failed('setAlert', refused('alertReached')),
      failed('setAlert', unanswered),
      done('removeAlert', alert('alert-1', { state: 'removed', version: 2 })),
      failed('removeAlert', unanswered),
    ],
    distinct: ({ alerts, form, failure }) => [
      alerts.map(({ id, version }) => [id, version]),
      form.price,
      failure?.field,
    ],
    states: {
      '*': ({ snapshot, passed }) => {
        const { alerts, failure, form } = snapshot().context
        const ids = alerts.map(({ id }) => id)
        expect(ids).toEqual([...new Set(ids)].toSorted().toReversed())
        expect(alerts.filter(({ symbol, state }) => symbol !== 'BTCUSDT' || state === 'removed')).toEqual([])
        const last = passed.at(-1)
        if (last?.type === 'alert.change') expect(failure).toBeNull()
        if (last?.type === 'xstate.done.actor.setAlert') expect(form.price).toBe('')
      },
      setting: ({ snapshot, effects }) => {
        const { symbol, form } = snapshot().context
        expect(effects.get('setAlert')?.input).toEqual({ symbol, ...form })
        expect([UNREAD, '']).not.toContain(form.price)
      },
      removing: ({ effects }) => {
        expect(effects.get('removeAlert')?.input).toEqual({ id: first.id })
      },
    },
  },
])

it('alerts: keeps the newer of two copies in any order', () => {
  const watchAccount = fromCallback<{ type: 'none' }>(() => {})
  const actor = createActor(alertsMachine.provide({ actors: { watchAccount } }), { input: { symbol: 'BTCUSDT' } })
  actor.start()
  for (const one of [first, fired, first]) actor.send(told(one))
  expect(actor.getSnapshot().context.alerts).toEqual([fired])
  actor.stop()
})
