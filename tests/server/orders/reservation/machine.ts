import { setup } from 'xstate'
import type { Result } from '../../../../src/rules/orders/order-list.ts'

/** The life of a reservation, a kind of order that only the tests have: an amount is held, and released or consumed. */
export const reservationMachine = setup({
  types: {
    meta: {} as { result: Result },
    events: {} as { type: 'reservation.consume' } | { type: 'reservation.expire' } | { type: 'reservation.cancel' },
  },
  actions: { holdAmount: () => {}, consumeHold: () => {}, releaseHold: () => {} },
}).createMachine({
  id: 'reservation',
  initial: 'held',
  states: {
    held: {
      entry: 'holdAmount',
      on: {
        'reservation.consume': { target: 'consumed', actions: 'consumeHold' },
        'reservation.expire': { target: 'released', actions: 'releaseHold' },
        'reservation.cancel': { target: 'released', actions: 'releaseHold' },
      },
    },
    consumed: { meta: { result: 'lost' }, type: 'final' },
    released: { meta: { result: 'returned' }, type: 'final' },
  },
})
