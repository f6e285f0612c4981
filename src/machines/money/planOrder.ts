import { assign, fromCallback, fromPromise, setup } from 'xstate'
import type { PlanDay, PlanOrder } from '../../api/money/plan.ts'
import { can } from '../orders/life.ts'
import { planMachine } from '../orders/plan.ts'
import type { Failure } from '../parts/form.ts'
import { mustProvide } from '../parts/must-provide.ts'
import { submission, submissionParts } from '../parts/submission.ts'
import { type OnceOutcome, type OnceRequest, submitOnceOf } from '../parts/submitOnce.ts'
import { withEvent } from '../parts/with-event.ts'

export type PlanTermination = OnceRequest & { id: string }

type Context = {
  id: string
  order: PlanOrder | null
  /** Its days so far, newest first. */
  days: readonly PlanDay[]
  failure: Failure | null
  newRequestId: () => string
}

type Outcome = { output: OnceOutcome<PlanOrder> }

/** One order of a plan with its days, and its early withdrawal, which takes a confirmation. */
export const planOrderMachine = setup({
  types: {
    context: {} as Context,
    input: {} as { id: string; newRequestId: () => string },
    events: {} as
      | { type: 'plan.retry' }
      | { type: 'plan.leave' }
      | { type: 'plan.confirm' }
      | { type: 'plan.back' }
      | { type: 'plan.checkNow' }
      | { type: 'account.missed' }
      | { type: 'account.plan'; plan: PlanOrder },
    tags: {} as 'failed' | 'none' | 'asking' | 'pending' | 'uncertain',
    children: {} as { submitOnce: 'submitOnce' },
  },
  actors: {
    loadOrder: fromPromise<PlanOrder | null, { id: string }>(mustProvide('loadOrder')),
    loadDays: fromPromise<readonly PlanDay[], { order: PlanOrder | null }>(mustProvide('loadDays')),
    submitOnce: submitOnceOf<PlanTermination, PlanOrder>(),
    watchAccount: fromCallback<{ type: 'none' }>(mustProvide('watchAccount')),
  },
  actions: {
    keep: assign(({ context: { order } }, { output }: { output: PlanOrder | null }) => ({
      order: output && (order === null || order.version <= output.version) ? output : order,
    })),
    forget: assign({ order: null }),
    note: assign((_, { plan }: { plan: PlanOrder }) => ({ order: plan })),
    keepDays: assign((_, { output }: { output: readonly PlanDay[] }) => ({ days: output })),
    keepLeft: assign(({ context: { order } }, { output }: Outcome) => ({
      order: output.type === 'done' ? output.answer : order,
    })),
  },
  guards: {
    isNewer: ({ context: { order, id } }, { plan }: { plan: PlanOrder }) =>
      plan.id === id && (order === null || plan.version > order.version),
    canLeave: ({ context: { order } }) => order !== null && can(planMachine, order.state, { type: 'plan.terminate' }),
    isThere: (_, { output }: { output: PlanOrder | null }) => output !== null,
  },
})
  .extend(submissionParts())
  .createMachine({
    id: 'planOrder',
    description: 'One order of a hosting plan: its days, and early withdrawal after its cost was shown.',
    context: ({ input }) => ({ ...input, order: null, days: [], failure: null }),
    invoke: { src: 'watchAccount', id: 'watchAccount' },
    initial: 'loading',
    on: {
      'account.plan': { guard: withEvent('isNewer'), actions: withEvent('note') },
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
      failed: { tags: 'failed', on: { 'plan.retry': 'loading' } },
      none: { description: 'Not found, or not the user’s own.', tags: 'none', type: 'final' },
      shown: {
        initial: 'counting',
        on: {
          'plan.retry': 'loading',
          'account.missed': 'loading',
          'plan.leave': { guard: 'canLeave', target: 'asking', actions: 'forgetFailure' },
          'account.plan': { guard: withEvent('isNewer'), target: '.counting', actions: withEvent('note') },
        },
        states: {
          counting: {
            description: 'Loads its days so far; the known ones stay meanwhile.',
            invoke: {
              src: 'loadDays',
              id: 'loadDays',
              input: ({ context: { order } }) => ({ order }),
              onDone: { target: 'resting', actions: withEvent('keepDays') },
              onError: 'resting',
            },
          },
          resting: {},
        },
      },
      asking: {
        description: 'Shows the cost of early withdrawal; nothing is withdrawn yet.',
        tags: 'asking',
        on: { 'plan.confirm': { guard: 'canLeave', target: 'leaving' }, 'plan.back': 'shown' },
      },
      leaving: submission({
        request: ({ id, newRequestId }: Context) => ({ id, requestId: newRequestId() }),
        checkNow: 'plan.checkNow',
        tags: ['asking', 'pending'],
        done: { target: 'shown', keep: 'keepLeft' },
        refused: 'loading',
      }),
    },
  })
