import { setup } from 'xstate'

/**
 * The life of a strategy. The server runs it as the authority.
 *
 * It moves no money itself: it buys and sells by separate spot orders. `meta.status` is its code in a trade list (trading,
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
  description: 'A recurring buy or a grid: places spot orders for the user by fixed settings.',
  initial: 'running',
  states: {
    running: {
      description: 'Active: places orders on schedule, or after a grid order was filled.',
      meta: { status: 0 },
      on: {
        'strategy.go': { target: 'running', description: 'A scheduled buy is due, or one of its orders ended.' },
        'strategy.pause': 'pausing',
        'strategy.stop': 'ending',
      },
    },
    pausing: {
      description: 'Pausing: places no orders, and cancels its open ones.',
      meta: { status: 0 },
      on: {
        'strategy.rest': 'paused',
        'strategy.stop': 'ending',
      },
    },
    paused: {
      description: 'Paused: no open orders. The user keeps what was bought.',
      meta: { status: 0 },
      on: {
        'strategy.resume': 'running',
        'strategy.stop': 'ending',
      },
    },
    ending: {
      description: 'Ending: its open orders are being cancelled.',
      meta: { status: 0 },
      on: {
        'strategy.end': 'ended',
        'strategy.fail': 'failed',
      },
    },
    ended: {
      description: 'Ended by the user, who keeps what was bought.',
      meta: { status: 1 },
      type: 'final',
    },
    failed: {
      description: 'Failed for a permanent reason. The user keeps what was bought.',
      meta: { status: 1 },
      type: 'final',
    },
  },
})
