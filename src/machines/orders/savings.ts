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
  description: 'A fixed-term deposit: pays interest at the end of its term, or is cancelled early without any.',
  initial: 'running',
  states: {
    running: {
      description: 'The principal is locked until the end of the term.',
      meta: { status: 0 },
      entry: 'holdPrincipal',
      on: {
        'savings.choose': { target: 'running', description: 'The user turns automatic renewal on or off.' },
        'savings.renew': {
          target: 'running',
          actions: 'payInterest',
          description: 'A term ended, and the next begins.',
        },
        'savings.mature': { target: 'matured', actions: ['payInterest', 'returnPrincipal'] },
        'savings.cancel': { target: 'cancelled', actions: 'returnPrincipal' },
      },
    },
    matured: {
      description: 'Matured: principal and interest are available.',
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
