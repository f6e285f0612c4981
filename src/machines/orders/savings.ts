import { setup } from 'xstate'

/**
 * The life of a fixed-term deposit. The server runs it as the authority.
 *
 * Actions name the ledger's postings and have no body here. `meta.status` is its code in a trade list (trading, completed).
 */
export const savingsMachine = setup({
  types: {
    events: {} as
      | { type: 'savings.choose' }
      | { type: 'savings.renew' }
      | { type: 'savings.mature' }
      | { type: 'savings.cancel' },
    meta: {} as { status: 0 | 1 },
  },
  actions: {
    holdPrincipal: () => {},
    payInterest: () => {},
    returnPrincipal: () => {},
  },
}).createMachine({
  id: 'savings',
  description: 'A fixed-term deposit: held for some days, with interest at their end, or cancelled before without any.',
  initial: 'running',
  states: {
    running: {
      description: 'The principal is held until the term is over.',
      meta: { status: 0 },
      entry: 'holdPrincipal',
      on: {
        'savings.choose': { target: 'running', description: 'The person chooses whether it is renewed.' },
        'savings.renew': {
          target: 'running',
          actions: 'payInterest',
          description: 'A term is over, and another begins.',
        },
        'savings.mature': { target: 'matured', actions: ['payInterest', 'returnPrincipal'] },
        'savings.cancel': { target: 'cancelled', actions: 'returnPrincipal' },
      },
    },
    matured: {
      description: 'Its term was over: principal and interest are available.',
      meta: { status: 1 },
      type: 'final',
    },
    cancelled: {
      description:
        'Cancelled before its term was over: the principal is available, the interest of the term is forfeited.',
      meta: { status: 1 },
      type: 'final',
    },
  },
})
