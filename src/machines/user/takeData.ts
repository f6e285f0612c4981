import { assign, fromPromise, setup } from 'xstate'
import { exportData } from '../../api/account/export.ts'
import {
  type ProofField,
  type ProofForm,
  type ProofKey,
  proofErrors,
  refusedProofField,
} from '../../rules/account/proof.ts'
import { hasErrors } from '../../rules/orders/form-errors.ts'
import { dep, inForm, send } from '../actors/call.ts'
import { type Drafted, draftOf } from '../actors/draft.ts'
import { prove } from '../actors/prove.ts'
import { type Failed, type FormContext, failureOf, typedInto } from '../parts/form.ts'
import { withEvent } from '../parts/with-event.ts'

type Typed = { field: ProofField; value: string }

type Context = FormContext<ProofForm, ProofField, ProofKey> & {
  /** Whether an authenticator is bound, and its code required. */
  authenticator: boolean
} & Drafted

/** The draft of the proof for an export: in memory only. */
export const takeDataDraft = draftOf<Context>({
  name: 'takeData',
  stored: [],
  held: ['password', 'code'],
  isBegun: ({ form }) => form.password !== '' || form.code !== '',
})

/** Exporting the user's data, after a proof of identity. */
export const takeDataMachine = setup({
  types: {
    context: {} as Context,
    input: {} as { address: string | null; authenticator: boolean },
    events: {} as ({ type: 'takeData.change' } & Typed) | { type: 'takeData.submit' },
    tags: {} as 'busy' | 'done',
  },
  actors: {
    takeData: fromPromise<void, ProofForm>(async ({ input, signal }) => {
      const data = await send(exportData, { proof: await prove(input, 'takeData') }, inForm(signal))
      dep('saveFile')(exportData.download, JSON.stringify(data, null, 2))
    }),
    keepDraft: takeDataDraft.keepDraft,
  },
  actions: {
    change: assign(({ context }, typed: Typed) => typedInto(context, typed, typed.field)),
    showErrors: assign(({ context: { form, authenticator } }) => ({ errors: proofErrors(form, authenticator) })),
    forgetForm: assign(({ context: { form } }) => ({ form: { ...form, password: '', code: '' }, errors: {} })),
    noteFailure: assign((_, failed: Failed) => ({ failure: failureOf(failed, refusedProofField) })),
    forgetFailure: assign({ failure: null }),
  },
  guards: {
    isProven: ({ context: { form, authenticator } }) => !hasErrors(proofErrors(form, authenticator)),
  },
}).createMachine({
  id: 'takeData',
  description: 'The proof required for an export of the user’s data.',
  context: ({ input: { address, authenticator } }) =>
    takeDataDraft.restore({
      form: { address, password: '', code: '' },
      errors: {},
      failure: null,
      authenticator,
    }),
  invoke: takeDataDraft.keeping,
  initial: 'open',
  states: {
    open: {
      on: {
        'takeData.change': { actions: withEvent('change') },
        'takeData.submit': [{ guard: 'isProven', target: 'taking' }, { actions: 'showErrors' }],
      },
    },
    taking: {
      description: 'A wallet may prompt its owner here.',
      tags: 'busy',
      entry: 'forgetFailure',
      invoke: {
        src: 'takeData',
        id: 'takeData',
        input: ({ context: { form } }) => form,
        onDone: { target: 'done', actions: 'forgetForm' },
        onError: { target: 'open', actions: withEvent('noteFailure') },
      },
    },
    done: { tags: 'done' },
  },
})
