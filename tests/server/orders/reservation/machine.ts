import { setup } from 'xstate'

/** The life of a reservation, a kind of order that only the tests have: an amount is held, and released or consumed. */
export const reservationMachine = setup({
  types: {
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
    consumed: { type: 'final' },
    released: { type: 'final' },
  },
})
