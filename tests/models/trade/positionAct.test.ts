import { expect, it } from 'vitest'
import type { ForexOrder } from '../../../src/api/trade/forex.ts'
import type { LeverOrder } from '../../../src/api/trade/lever.ts'
import { canActOnLots, forexActMachine } from '../../../src/machines/trade/forexAct.ts'
import { canAct, type LeverActName, leverActMachine } from '../../../src/machines/trade/leverAct.ts'
import type { ActedOrder, positionActMachine } from '../../../src/machines/trade/positionAct.ts'
import { refused } from '../kit/answers.ts'
import { done, testMachine, type Walk } from '../kit/coverage.ts'
import { forexOrderOf } from '../kit/forexes.ts'
import { leverOrderOf } from '../kit/levers.ts'

type Subject = { order: ActedOrder; newer(change: object): { type: 'account.order'; order: never }; price: string }
const subjectOf = (kind: 'lever' | 'forex', order: ActedOrder, price: string): Subject => ({
  ...{ order, price },
  newer: (change) => ({ type: 'account.order', order: { kind, ...order, version: 3, ...change } as never }),
})
const contract = subjectOf('lever', leverOrderOf('order-0001'), '40100.00')
const lots = subjectOf('forex', forexOrderOf('order-0001'), '1.08100')
const change = (form: Record<string, string>) => ({ type: 'act.change', change: form }) as const
const confirm = { type: 'act.confirm' } as const
const close = { type: 'act.close' } as const
const checkNow = { type: 'act.checkNow' } as const
const wallet = (currency: string) =>
  ({
    type: 'account.wallet',
    wallet: { currency, balance: '50.000000', available: '50.000000', frozen: '0.000000', version: 3 },
  }) as const
const covered = {
  type: 'cover.known',
  cover: { id: 'loan-1', due: '30.000000', least: '0.000000', coins: '0.000000' },
} as const
const asked = done('submitOnce', { type: 'done', answer: leverOrderOf('order-0001', { version: 3 }) })
const no = done('submitOnce', { type: 'refused', error: refused('closeFailed') })
const untold = done('submitOnce', { type: 'unknown' })
const sending = (value: unknown) => ({ type: 'xstate.snapshot.submitOnce', snapshot: { value } })

/** An act with valid and invalid input. */
const walkOf = (
  { order, newer, price: at }: Subject,
  act: LeverActName,
  wrong: Record<string, string>,
  right: Record<string, string>,
): Walk<typeof positionActMachine> => {
  const [bad, good] = [change(wrong), change(right)]
  const closing = newer({ state: 'open.closing' })
  const older = newer({ version: 1, state: 'open.closing' })
  const ofAnother = newer({ id: 'order-0002' })
  const price = { type: 'price.changed', now: { market: 'live', price: at } } as const
  return {
    shows: `asks for "${act}" once, where it is right and the order takes it`,
    callbacks: ['watchPrice', 'watchAvailable', 'watchAccount'],
    input: () => {
      let made = 0
      return { act, order, newRequestId: () => `request-id-of-act-${++made}` }
    },
    events: [
      ...[
        price,
        bad,
        good,
        confirm,
        close,
        checkNow,
        closing,
        older,
        ofAnother,
        wallet('USDT'),
        wallet('BTC'),
        covered,
      ],
      ...[asked, no, untold, sending({ uncertain: 'waiting' }), sending('sending')],
    ],
    distinct: ({ form, order: known, now, available, failure }) => [
      Object.values(form).join(),
      known.version,
      now.market,
      available,
      failure?.refusal?.key,
    ],
    states: {
      '*': ({ snapshot, begun, can }) => {
        const { order: known } = snapshot().context
        expect(known.id).toBe(order.id)
        expect(known.version).toBeGreaterThanOrEqual(order.version)
        const ids = begun.flatMap(({ src, input }) =>
          src === 'submitOnce' ? [(input as { request: { requestId: string } }).request.requestId] : [],
        )
        expect(new Set(ids).size).toBe(ids.length)
        if (snapshot().hasTag('pending')) expect([can(confirm), can(close)]).toEqual([false, false])
      },
      editing: ({ snapshot, can, passed }) => {
        const last = passed.findLast((event) => event === bad || event === good)
        const { order: known, form } = snapshot().context
        if (last) expect(form).toMatchObject(last.change)
        if (last === bad || known.state === 'open.closing') expect(can(confirm)).toBe(false)
        else if (last === good) expect(can(confirm)).toBe(true)
      },
      submitting: ({ effects, snapshot }) => {
        const { form } = snapshot().context
        expect(effects.get('submitOnce')?.input).toMatchObject({ request: { act, id: order.id, ...form } })
      },
      'submitting.uncertain': ({ passed, effects }) => {
        if (passed.at(-1) === checkNow) expect(effects.get('submitOnce')?.heard.at(-1)?.type).toBe('once.checkNow')
      },
    },
  }
}

testMachine(leverActMachine, [
  walkOf(contract, 'close', { quantity: '0.2' }, { quantity: '0.05' }),
  walkOf(contract, 'stops', { stopLoss: '41000' }, { stopLoss: '39000', takeProfit: '42000' }),
  walkOf(contract, 'margin', { amount: '0' }, { amount: '10' }),
])

testMachine(forexActMachine, [
  walkOf(lots, 'close', { quantity: '0.11' }, { quantity: '0.03' }),
  walkOf(lots, 'stops', { stopLoss: '1.08050' }, { stopLoss: '1.07000', takeProfit: '1.09000' }),
])

it('position act: offers the acts of a contract’s machine, and no cancellation of a market order', () => {
  const acts = (state: LeverOrder['state'], type: LeverOrder['type'] = 'limit') =>
    (['close', 'stops', 'margin', 'cancel'] as const).filter((act) => canAct(act, { state, type }))
  expect(acts('open.standing')).toEqual(['close', 'stops', 'margin'])
  expect(acts('open.changing')).toEqual(['close'])
  expect(acts('open.closing')).toEqual([])
  expect(acts('pending')).toEqual(['cancel'])
  expect(acts('pending', 'market')).toEqual([])
  expect(acts('won')).toEqual([])
})

it('position act: offers new stops of lots without a pending request, and a close also while stops are changing', () => {
  const states = ['pending', 'open.standing', 'open.changing', 'open.closing', 'won'] as const
  const can = (act: 'stops' | 'close') =>
    states.map((state: ForexOrder['state']) => canActOnLots(act, { state, type: 'market' }))
  expect(can('stops')).toEqual([false, true, false, false, false])
  expect(can('close')).toEqual([false, true, true, false, false])
})

it('position act: cancels an order in lots that waits for its price, and no market order', () => {
  const can = (state: ForexOrder['state'], type: ForexOrder['type']) => canActOnLots('cancel', { state, type })
  expect([can('pending', 'limit'), can('pending', 'stop'), can('pending', 'market')]).toEqual([true, true, false])
  expect([can('cancelling', 'limit'), can('reached', 'limit'), can('open.standing', 'limit')]).toEqual([
    false,
    false,
    false,
  ])
})
