import { assign, fromPromise, setup } from 'xstate'
import { days, orders, type PlanDay, type PlanOrder, terminate } from '../../api/money/plan.ts'
import { once, oneOrKept, orKept } from '../actors/calls.ts'
import { watchAccount } from '../actors/watch-account.ts'
import { can } from '../orders/life.ts'
import { planMachine } from '../orders/plan.ts'
import type { Failure } from '../parts/form.ts'
import { loadingOrder, oneOrderParts } from '../parts/oneOrder.ts'
import { submission, submissionParts } from '../parts/submission.ts'
import { submitOnceBy } from '../parts/submitOnce.ts'
import { withEvent } from '../parts/with-event.ts'

type Context = {
  id: string
  order: PlanOrder | null
  /** Its age, if it is a cached answer: nothing is offered on it. */
  asOf: number | null
  /** Its days so far, newest first. */
  days: readonly PlanDay[]
  failure: Failure | null
  newRequestId: () => string
}

/** One order of a plan with its days, and its early withdrawal, which takes a confirmation. */
export const planOrderMachine = setup({
  types: {
    context: {} as Context,
    input: {} as { id: string; newRequestId: () => string },
    events: {} as
      | { type: 'order.retry' }
      | { type: 'plan.leave' }
      | { type: 'act.confirm' }
      | { type: 'act.back' }
      | { type: 'account.missed' }
      | { type: 'account.plan'; plan: PlanOrder },
    tags: {} as 'failed' | 'none' | 'asking' | 'pending' | 'uncertain',
    children: {} as { submitOnce: 'submitOnce' },
  },
  actors: {
    loadOrder: oneOrKept(orders),
    loadDays: fromPromise<readonly PlanDay[], { order: PlanOrder | null }>(async ({ input: { order }, signal }) => {
      if (!order || order.firstDay === null || order.daysAccrued === 0) return []
      const { plan: pid, firstDay, daysAccrued } = order
      const asked = { pid, before: firstDay + daysAccrued, limit: daysAccrued }
      return (await orKept(days, asked, { signal, quiet: true })).value
    }),
    submitOnce: submitOnceBy(once(terminate)),
    watchAccount,
  },
  actions: {
    keepDays: assign((_, { output }: { output: readonly PlanDay[] }) => ({ days: output })),
  },
  guards: {
    canLeave: ({ context: { order, asOf } }) =>
      order !== null && asOf === null && can(planMachine, order.state, { type: 'plan.terminate' }),
  },
})
  .extend(oneOrderParts<PlanOrder>())
  .extend(submissionParts())
  .createMachine({
    id: 'planOrder',
    description: 'One order of a hosting plan: its days, and early withdrawal after its cost was shown.',
    context: ({ input }) => ({ ...input, order: null, asOf: null, days: [], failure: null }),
    invoke: { src: 'watchAccount', id: 'watchAccount' },
    initial: 'loading',
    on: {
      'account.plan': {
        guard: { type: 'isNewer', params: ({ event }) => ({ order: event.plan }) },
        actions: { type: 'note', params: ({ event }) => ({ order: event.plan }) },
      },
    },
    states: {
      ...loadingOrder,
      shown: {
        initial: 'counting',
        on: {
          'order.retry': 'loading',
          'account.missed': 'loading',
          'plan.leave': { guard: 'canLeave', target: 'asking', actions: 'forgetFailure' },
          'account.plan': {
            guard: { type: 'isNewer', params: ({ event }) => ({ order: event.plan }) },
            target: '.counting',
            actions: { type: 'note', params: ({ event }) => ({ order: event.plan }) },
          },
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
        on: { 'act.confirm': { guard: 'canLeave', target: 'leaving' }, 'act.back': 'shown' },
      },
      leaving: submission({
        request: ({ id, newRequestId }: Context) => ({ id, requestId: newRequestId() }),
        tags: ['asking', 'pending'],
        done: { target: 'shown', keep: 'keepAnswer' },
        refused: 'loading',
      }),
    },
  })
