import { setup } from 'xstate'

/**
 * The life of a strategy. The server runs it as the authority.
 *
 * It moves no money itself: what it buys and sells are spot orders of their own. `meta.status` is its code in a trade list (trading,
 * completed).
 */
export const strategyMachine = setup({
  types: {
    events: {} as
      | { type: 'strategy.go' }
      | { type: 'strategy.pause' }
      | { type: 'strategy.rest' }
      | { type: 'strategy.resume' }
      | { type: 'strategy.stop' }
      | { type: 'strategy.end' }
      | { type: 'strategy.fail' },
    meta: {} as { status: 0 | 1 },
  },
}).createMachine({
  id: 'strategy',
  description: 'A recurring buy, or a grid: it places spot orders for a person by settings that were agreed on.',
  initial: 'running',
  states: {
    running: {
      description: 'It places orders: at its turns, or where one of a grid was filled.',
      meta: { status: 0 },
      on: {
        'strategy.go': { target: 'running', description: 'A turn has come, or an order of it has ended.' },
        'strategy.pause': 'pausing',
        'strategy.stop': 'ending',
      },
    },
    pausing: {
      description: 'It places nothing any more, and its open orders are being taken back.',
      meta: { status: 0 },
      on: {
        'strategy.rest': 'paused',
        'strategy.stop': 'ending',
      },
    },
    paused: {
      description: 'It places nothing, and nothing of it is open. What was bought is the person’s.',
      meta: { status: 0 },
      on: {
        'strategy.resume': 'running',
        'strategy.stop': 'ending',
      },
    },
    ending: {
      description: 'It is over, and its open orders are being taken back.',
      meta: { status: 0 },
      on: {
        'strategy.end': 'ended',
        'strategy.fail': 'failed',
      },
    },
    ended: {
      description: 'The person ended it. What was bought stays theirs.',
      meta: { status: 1 },
      type: 'final',
    },
    failed: {
      description: 'It could not go on, for a reason that nobody mends. What was bought stays the person’s.',
      meta: { status: 1 },
      type: 'final',
    },
  },
})
