import { assign, fromPromise, setup } from 'xstate'
import type { AnswerRefusal } from '../api/answer.ts'
import { type FormErrors, hasErrors, withoutField } from '../rules/form-errors.ts'
import { type ProofField, type ProofForm, type ProofKey, proofErrors } from '../rules/proof.ts'
import { mustProvide } from './must-provide.ts'
import { isRefusal, refusalIn } from './refusal.ts'

type Context = ProofForm & {
  /** Whether an authenticator is bound, and asked for its code. */
  authenticator: boolean
  errors: FormErrors<ProofField, ProofKey>
  refusal: AnswerRefusal | null
}

/** Taking along what is kept about oneself, once one has shown who one is. */
export const takeDataMachine = setup({
  types: {
    context: {} as Context,
    input: {} as { address: string | null; authenticator: boolean },
    events: {} as { type: 'takeData.change'; field: ProofField; value: string } | { type: 'takeData.submit' },
    tags: {} as 'busy' | 'refused' | 'networkFailed' | 'done',
  },
  actors: {
    takeData: fromPromise<void, ProofForm>(mustProvide('takeData')),
  },
  actions: {
    change: assign(({ context }, { field, value }: { field: ProofField; value: string }) => ({
      [field]: value,
      errors: withoutField(context.errors, field),
    })),
    showErrors: assign(({ context }) => ({ errors: proofErrors(context, context.authenticator) })),
    forgetForm: assign({ password: '', code: '', errors: {} }),
    noteRefusal: assign((_, { error }: { error: unknown }) => ({ refusal: refusalIn(error) })),
    forgetRefusal: assign({ refusal: null }),
  },
  guards: {
    isProven: ({ context }) => !hasErrors(proofErrors(context, context.authenticator)),
    isRefusal,
  },
}).createMachine({
  id: 'takeData',
  description: 'The proof that a copy of one’s data asks for.',
  context: ({ input: { address, authenticator } }) => ({
    address,
    authenticator,
    password: '',
    code: '',
    errors: {},
    refusal: null,
  }),
  initial: 'open',
  states: {
    open: {
      initial: 'editing',
      on: {
        'takeData.change': { target: '.editing', actions: { type: 'change', params: ({ event }) => event } },
        'takeData.submit': [
          { guard: 'isProven', target: 'taking' },
          { target: '.editing', actions: 'showErrors' },
        ],
      },
      states: { editing: {}, refused: { tags: 'refused' }, networkFailed: { tags: 'networkFailed' } },
    },
    taking: {
      description: 'A wallet may ask its owner here.',
      tags: 'busy',
      entry: 'forgetRefusal',
      invoke: {
        src: 'takeData',
        id: 'takeData',
        input: ({ context: { address, password, code } }) => ({ address, password, code }),
        onDone: { target: 'done', actions: 'forgetForm' },
        onError: [
          {
            guard: { type: 'isRefusal', params: ({ event }) => event },
            target: 'open.refused',
            actions: { type: 'noteRefusal', params: ({ event }) => event },
          },
          { target: 'open.networkFailed' },
        ],
      },
    },
    done: { tags: 'done' },
  },
})
