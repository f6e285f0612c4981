import {
  type ActorLogic,
  assign,
  type EventFromLogic,
  fromPromise,
  type PromiseActorLogic,
  type SnapshotFrom,
  setup,
} from 'xstate'
import type { Call, Input, Output, Schema } from '../../api/wire/call.ts'
import type { Heard } from '../../api/wire/kept-answers.ts'
import { send } from '../actors/call.ts'
import { watchAccount } from '../actors/watch-account.ts'
import { mustProvide } from '../parts/must-provide.ts'
import { withEvent } from '../parts/with-event.ts'

/** The pause before a failed reload is repeated, in ms. */
export const RETRY_MS = 10_000

/**
 * A figure that the server calculates from the user's balances: loaded when a page opens, and again after they
 * change. `asOf`: age of cached data, in ms since the epoch; null if current.
 */
export const moneyViewMachine = setup({
  types: {
    context: {} as { query: object; value: unknown; asOf: number | null; outdated: boolean },
    input: {} as object,
    events: {} as
      | { type: 'money.retry' }
      | { type: 'account.wallet' }
      | { type: 'account.loan' }
      | { type: 'account.missed' },
    tags: {} as 'loading' | 'failed' | 'ready',
  },
  actors: {
    loadView: fromPromise<Heard<unknown>, object>(mustProvide('loadView')),
    watchAccount,
  },
  actions: {
    keep: assign((_, { output: { value, asOf } }: { output: Heard<unknown> }) => ({ value, asOf })),
    noteMove: assign({ outdated: true }),
    beginLoading: assign({ outdated: false }),
  },
  guards: {
    isOutdated: ({ context }) => context.outdated,
    isOld: (_, { output: { asOf } }: { output: Heard<unknown> }) => asOf !== null,
  },
  delays: { pause: 300, retry: RETRY_MS },
}).createMachine({
  id: 'moneyView',
  description: 'A figure that the server calculates from the user’s balances, reloaded after they change.',
  context: ({ input }) => ({ query: input, value: null, asOf: null, outdated: false }),
  invoke: { src: 'watchAccount', id: 'watchAccount' },
  initial: 'loading',
  on: {
    'account.wallet': { actions: 'noteMove' },
    'account.loan': { actions: 'noteMove', description: 'Debt accrues daily, without any wallet event.' },
    'account.missed': { actions: 'noteMove' },
  },
  states: {
    loading: {
      tags: 'loading',
      entry: 'beginLoading',
      invoke: {
        src: 'loadView',
        id: 'loadView',
        input: ({ context }) => context.query,
        onDone: { target: 'ready', actions: withEvent('keep') },
        onError: 'failed',
      },
    },
    failed: { tags: 'failed', on: { 'money.retry': 'loading' } },
    ready: {
      tags: 'ready',
      initial: 'resting',
      on: { 'money.retry': '.loading' },
      states: {
        resting: { always: { guard: 'isOutdated', target: 'pausing' } },
        pausing: {
          description: 'One movement sends several events: they are debounced into one request.',
          after: { pause: 'loading' },
        },
        loading: {
          description: 'The last data is shown meanwhile, and stays if the request fails.',
          entry: 'beginLoading',
          invoke: {
            src: 'loadView',
            id: 'refresh',
            input: ({ context }) => context.query,
            onDone: [
              { guard: withEvent('isOld'), target: 'late', actions: [withEvent('keep'), 'noteMove'] },
              { target: 'resting', actions: withEvent('keep') },
            ],
            onError: { target: 'late', actions: 'noteMove' },
          },
        },
        late: {
          description: 'The last request failed. It is repeated after a pause, even if the connection was never lost.',
          after: { retry: 'resting' },
        },
      },
    },
  },
})

type View = typeof moneyViewMachine

/** The machine, typed for one kind of answer. */
export type MoneyView<Value, Query extends object> = ActorLogic<
  Omit<SnapshotFrom<View>, 'context'> & { context: { value: Value | null; asOf: number | null } } & SnapshotFrom<View>,
  EventFromLogic<View>,
  Query
>

/** The machine that loads by an effect. */
export const moneyViewBy = <Value, Query extends object>(loadView: PromiseActorLogic<Heard<Value>, Query>) =>
  moneyViewMachine.provide({
    actors: { loadView: loadView as unknown as PromiseActorLogic<Heard<unknown>, object> },
  }) as unknown as MoneyView<Value, Query>

/** The machine that loads by a call, whose answers are not cached. */
export const moneyViewOf = <C extends Call<Schema<object>>>(call: C) =>
  moneyViewBy<Output<C>, Input<C>>(
    fromPromise(async ({ input, signal }) => ({
      value: (await send(call, input, { signal })) as Output<C>,
      asOf: null,
    })),
  )
