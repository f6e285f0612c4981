import { assign, type EventObject } from 'xstate'
import type { Action } from './submission.ts'
import type { OnceOutcome } from './submitOnce.ts'
import { withEvent } from './with-event.ts'

type Versioned = { id: string; version: number }
type Context<Order> = { id: string; order: Order | null }
type Loaded<Order> = { output: Order | null }
type Answered<Order> = { output: OnceOutcome<Order> }

const change = <Order, Params extends object>(next: (order: Order | null, params: Params) => Order | null) =>
  assign<Context<Order>, EventObject, Params, EventObject, never>(({ context }, params) => ({
    order: next(context.order, params),
  })) as Action<Params>

/** The actions and guards of a machine about one order, which it keeps in its newest version, for its setup. */
export const oneOrderParts = <Order extends Versioned>() => ({
  actions: {
    keep: change<Order, Loaded<Order>>((order, { output }) =>
      output && (order === null || order.version <= output.version) ? output : order,
    ),
    forget: assign({ order: null }) as Action<undefined>,
    note: change<Order, { order: Order }>((_, { order }) => order),
    keepAnswer: change<Order, Answered<Order>>((order, { output }) =>
      output.type === 'done' && (order === null || order.version <= output.answer.version) ? output.answer : order,
    ),
  },
  guards: {
    isThere: (_: unknown, { output }: { output: unknown }) => output !== null,
    isNewer: ({ context }: { context: Context<Order> }, { order }: { order: Order }) =>
      order.id === context.id && (context.order === null || order.version > context.order.version),
  },
})

/** The states until the order is `shown`. */
export const loadingOrder = {
  loading: {
    description: 'The last data stays while it reloads.',
    invoke: {
      src: 'loadOrder',
      id: 'loadOrder',
      input: ({ context: { id } }: { context: { id: string } }) => ({ id }),
      onDone: [
        { guard: withEvent('isThere'), target: 'shown', actions: withEvent('keep') },
        { target: 'none', actions: 'forget' },
      ],
      onError: 'failed',
    },
  },
  failed: { tags: 'failed', on: { 'order.retry': 'loading' } },
  none: { description: 'Not found, or not the user’s own.', tags: 'none', type: 'final' },
} as const
