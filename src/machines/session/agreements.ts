import { assign, fromPromise, setup } from 'xstate'
import { agree, type DueDocument, dueDocuments } from '../../api/account/news.ts'
import { send } from '../actors/call.ts'
import { refusalKey } from '../parts/refusal.ts'
import { withEvent } from '../parts/with-event.ts'

/** Documents accepted in an earlier version: shown at the next sign-in. */
export const agreementsMachine = setup({
  types: {
    context: {} as { due: readonly DueDocument[]; failed: boolean },
    events: {} as { type: 'agreements.agree' } | { type: 'agreements.later' },
    tags: {} as 'shown' | 'busy',
  },
  actors: {
    loadDue: fromPromise<readonly DueDocument[]>(async ({ signal }) =>
      (await send(dueDocuments, {}, { signal, quiet: true })).filter(({ before }) => before),
    ),
    // Accepting again is idempotent.
    agree: fromPromise<void, readonly DueDocument[]>(async ({ input, signal }) => {
      for (const { slug, hash } of input) await send(agree, { slug, hash }, { signal, inPlace: () => true })
    }),
  },
  actions: {
    keep: assign((_, { output }: { output: readonly DueDocument[] }) => ({ due: output })),
    noteFailure: assign({ failed: true }),
    forgetFailure: assign({ failed: false }),
  },
  guards: {
    isReplaced: (_, { error }: { error: unknown }) => refusalKey(error) === 'dataNotFound',
    isAnyDue: (_, { output }: { output: readonly DueDocument[] }) => output.length > 0,
  },
}).createMachine({
  id: 'agreements',
  description:
    'New versions of documents that the user agreed to, shown once per sign-in. Nothing waits for an answer: one that is put off is asked for at the next sign-in.',
  context: { due: [], failed: false },
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        src: 'loadDue',
        id: 'loadDue',
        onDone: [{ guard: withEvent('isAnyDue'), target: 'shown', actions: withEvent('keep') }, { target: 'settled' }],
        onError: 'settled',
      },
    },
    shown: {
      tags: 'shown',
      on: { 'agreements.agree': { target: 'agreeing', actions: 'forgetFailure' }, 'agreements.later': 'settled' },
    },
    agreeing: {
      tags: ['shown', 'busy'],
      invoke: {
        src: 'agree',
        id: 'agree',
        input: ({ context }) => context.due,
        onDone: 'settled',
        onError: [
          {
            guard: withEvent('isReplaced'),
            description: 'The shown version is no longer in force.',
            target: 'renewing',
          },
          { target: 'shown', actions: 'noteFailure' },
        ],
      },
    },
    renewing: {
      description: 'Shows the version now in force: only a shown version can be accepted.',
      tags: ['shown', 'busy'],
      invoke: {
        src: 'loadDue',
        id: 'loadAnew',
        onDone: [{ guard: withEvent('isAnyDue'), target: 'shown', actions: withEvent('keep') }, { target: 'settled' }],
        onError: { target: 'shown', actions: 'noteFailure' },
      },
    },
    settled: { description: 'No consent is due, or it was postponed.' },
  },
})
