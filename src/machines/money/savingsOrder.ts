import { assign, setup } from 'xstate'
import { cancel, order, renew, type Savings } from '../../api/money/savings.ts'
import { call } from '../actors/call.ts'
import { once, oneOrKept } from '../actors/calls.ts'
import { watchAccount } from '../actors/watch-account.ts'
import { can } from '../orders/life.ts'
import { savingsMachine } from '../orders/savings.ts'
import { type Failed, type Failure, failureOf } from '../parts/form.ts'
import { loadingOrder, oneOrderParts } from '../parts/oneOrder.ts'
import { submission, submissionParts } from '../parts/submission.ts'
import { submitOnceBy } from '../parts/submitOnce.ts'
import { withEvent } from '../parts/with-event.ts'

type Context = {
  id: string
  order: Savings | null
  /** Its age, if it is a cached answer: nothing is offered on it. */
  asOf: number | null
  failure: Failure | null
  newRequestId: () => string
}

/** One fixed-term deposit: its renewal, and its cancellation, which takes a confirmation. */
export const savingsOrderMachine = setup({
  types: {
    context: {} as Context,
    input: {} as { id: string; newRequestId: () => string },
    events: {} as
      | { type: 'order.retry' }
      | { type: 'savings.turn' }
      | { type: 'savings.cancel' }
      | { type: 'act.confirm' }
      | { type: 'act.back' }
      | { type: 'account.savings'; savings: Savings },
    tags: {} as 'failed' | 'none' | 'ready' | 'asking' | 'pending' | 'uncertain' | 'choosing',
    children: {} as { submitOnce: 'submitOnce' },
  },
  actors: {
    loadOrder: oneOrKept(order),
    setRenewal: call(renew, { quiet: true }),
    submitOnce: submitOnceBy(once(cancel)),
    watchAccount,
  },
  actions: {
    noteFailure: assign((_, failed: Failed) => ({ failure: failureOf(failed) })),
  },
  guards: {
    canCancel: ({ context: { order, asOf } }) =>
      order !== null && asOf === null && can(savingsMachine, order.state, { type: 'savings.cancel' }),
    canChoose: ({ context: { order, asOf } }) =>
      order !== null && asOf === null && can(savingsMachine, order.state, { type: 'savings.choose' }),
  },
})
  .extend(oneOrderParts<Savings>())
  .extend(submissionParts())
  .createMachine({
    id: 'savingsOrder',
    description: 'One fixed-term deposit: its renewal, and its cancellation after the cost was shown.',
    context: ({ input }) => ({ ...input, order: null, asOf: null, failure: null }),
    invoke: { src: 'watchAccount', id: 'watchAccount' },
    initial: 'loading',
    on: {
      'account.savings': {
        guard: { type: 'isNewer', params: ({ event }) => ({ order: event.savings }) },
        actions: { type: 'note', params: ({ event }) => ({ order: event.savings }) },
      },
    },
    states: {
      ...loadingOrder,
      shown: {
        tags: 'ready',
        on: {
          'order.retry': 'loading',
          'savings.turn': { guard: 'canChoose', target: 'choosing' },
          'savings.cancel': { guard: 'canCancel', target: 'asking', actions: 'forgetFailure' },
        },
      },
      choosing: {
        tags: ['ready', 'choosing'],
        entry: 'forgetFailure',
        invoke: {
          src: 'setRenewal',
          id: 'setRenewal',
          input: ({ context: { id, order } }) => ({ id, renew: !order?.renew }),
          onDone: {
            target: 'shown',
            actions: { type: 'keep', params: ({ event }) => ({ output: { value: event.output, asOf: null } }) },
          },
          onError: { target: 'shown', actions: withEvent('noteFailure') },
        },
      },
      asking: {
        description: 'Shows the cost of cancelling; nothing is cancelled yet.',
        tags: ['ready', 'asking'],
        on: { 'act.confirm': { guard: 'canCancel', target: 'cancelling' }, 'act.back': 'shown' },
      },
      cancelling: submission({
        request: ({ id, newRequestId }: Context) => ({ id, requestId: newRequestId() }),
        tags: ['ready', 'asking', 'pending'],
        done: { target: 'shown', keep: 'keepAnswer' },
        refused: 'loading',
      }),
    },
  })
