import { assign, type EventObject } from 'xstate'
import type { Heard } from '../../api/wire/kept-answers.ts'
import type { Action } from './submission.ts'
import type { OnceOutcome } from './submitOnce.ts'
import { withEvent } from './with-event.ts'

type Versioned = { id: string; version: number }
type Context<Order> = {
  id: string
  order: Order | null
  /** Its age, if it is a cached answer: nothing is offered on it. */
  asOf: number | null
}
type Loaded<Order> = { output: Heard<Order | null> }
type Answered<Order> = { output: OnceOutcome<Order> }

const change = <Order, Params extends object>(
  next: (order: Order | null, params: Params) => Heard<Order> | undefined,
) =>
  assign<Context<Order>, EventObject, Params, EventObject, never>(({ context }, params) => {
    const heard = next(context.order, params)
    return heard ? { order: heard.value, asOf: heard.asOf } : {}
  }) as Action<Params>

/** The actions and guards of a machine about one order, which it keeps in its newest version, for its setup. */
export const oneOrderParts = <Order extends Versioned>() => ({
  actions: {
    keep: change<Order, Loaded<Order>>((order, { output: { value, asOf } }) =>
      value && (order === null || order.version <= value.version) ? { value, asOf } : undefined,
    ),
    forget: assign({ order: null, asOf: null }) as Action<undefined>,
    note: change<Order, { order: Order }>((_, { order }) => ({ value: order, asOf: null })),
    keepAnswer: change<Order, Answered<Order>>((order, { output }) =>
      output.type === 'done' && (order === null || order.version <= output.answer.version)
        ? { value: output.answer, asOf: null }
        : undefined,
    ),
  },
  guards: {
    isThere: (_: unknown, { output }: { output: Heard<unknown> }) => output.value !== null,
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
