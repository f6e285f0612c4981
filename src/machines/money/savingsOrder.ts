import { assign, fromCallback, fromPromise, setup } from 'xstate'
import type { Savings } from '../../api/money/savings.ts'
import { can } from '../orders/life.ts'
import { savingsMachine } from '../orders/savings.ts'
import { type Failed, type Failure, failureOf } from '../parts/form.ts'
import { mustProvide } from '../parts/must-provide.ts'
import { submission, submissionParts } from '../parts/submission.ts'
import { type OnceOutcome, type OnceRequest, submitOnceOf } from '../parts/submitOnce.ts'
import { withEvent } from '../parts/with-event.ts'

export type SavingsCancel = OnceRequest & { id: string }

type Context = {
  id: string
  order: Savings | null
  failure: Failure | null
  newRequestId: () => string
}

type Outcome = { output: OnceOutcome<Savings> }

/** One fixed-term deposit: its renewal, and its cancellation, which takes a confirmation. */
export const savingsOrderMachine = setup({
  types: {
    context: {} as Context,
    input: {} as { id: string; newRequestId: () => string },
    events: {} as
      | { type: 'savings.retry' }
      | { type: 'savings.turn' }
      | { type: 'savings.cancel' }
      | { type: 'savings.confirm' }
      | { type: 'savings.back' }
      | { type: 'savings.checkNow' }
      | { type: 'account.savings'; savings: Savings },
    tags: {} as 'failed' | 'none' | 'ready' | 'asking' | 'pending' | 'uncertain' | 'choosing',
    children: {} as { submitOnce: 'submitOnce' },
  },
  actors: {
    loadOrder: fromPromise<Savings | null, { id: string }>(mustProvide('loadOrder')),
    setRenewal: fromPromise<Savings, { id: string; renew: boolean }>(mustProvide('setRenewal')),
    submitOnce: submitOnceOf<SavingsCancel, Savings>(),
    watchAccount: fromCallback<{ type: 'none' }>(mustProvide('watchAccount')),
  },
  actions: {
    keep: assign(({ context: { order } }, { output }: { output: Savings | null }) => ({
      order: output && (order === null || order.version <= output.version) ? output : order,
    })),
    forget: assign({ order: null }),
    note: assign((_, { savings }: { savings: Savings }) => ({ order: savings })),
    keepCancelled: assign(({ context: { order } }, { output }: Outcome) => ({
      order: output.type === 'done' ? output.answer : order,
    })),
    noteFailure: assign((_, failed: Failed) => ({ failure: failureOf(failed) })),
  },
  guards: {
    isNewer: ({ context: { order, id } }, { savings }: { savings: Savings }) =>
      savings.id === id && (order === null || savings.version > order.version),
    canCancel: ({ context: { order } }) =>
      order !== null && can(savingsMachine, order.state, { type: 'savings.cancel' }),
    canChoose: ({ context: { order } }) =>
      order !== null && can(savingsMachine, order.state, { type: 'savings.choose' }),
    isThere: (_, { output }: { output: Savings | null }) => output !== null,
  },
})
  .extend(submissionParts())
  .createMachine({
    id: 'savingsOrder',
    description: 'One fixed-term deposit: its renewal, and its cancellation after the cost was shown.',
    context: ({ input }) => ({ ...input, order: null, failure: null }),
    invoke: { src: 'watchAccount', id: 'watchAccount' },
    initial: 'loading',
    on: {
      'account.savings': { guard: withEvent('isNewer'), actions: withEvent('note') },
    },
    states: {
      loading: {
        invoke: {
          src: 'loadOrder',
          id: 'loadOrder',
          input: ({ context: { id } }) => ({ id }),
          onDone: [
            { guard: withEvent('isThere'), target: 'shown', actions: withEvent('keep') },
            { target: 'none', actions: 'forget' },
          ],
          onError: 'failed',
        },
      },
      failed: { tags: 'failed', on: { 'savings.retry': 'loading' } },
      none: { description: 'Not found, or not the user’s own.', tags: 'none', type: 'final' },
      shown: {
        tags: 'ready',
        on: {
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
          onDone: { target: 'shown', actions: withEvent('keep') },
          onError: { target: 'shown', actions: withEvent('noteFailure') },
        },
      },
      asking: {
        description: 'Shows the cost of cancelling; nothing is cancelled yet.',
        tags: ['ready', 'asking'],
        on: { 'savings.confirm': { guard: 'canCancel', target: 'cancelling' }, 'savings.back': 'shown' },
      },
      cancelling: submission({
        request: ({ id, newRequestId }: Context) => ({ id, requestId: newRequestId() }),
        checkNow: 'savings.checkNow',
        tags: ['ready', 'asking', 'pending'],
        done: { target: 'shown', keep: 'keepCancelled' },
        refused: 'loading',
      }),
    },
  })
