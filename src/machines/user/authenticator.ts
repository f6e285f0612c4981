import { assign, setup } from 'xstate'
import { type Authenticator, google } from '../../api/account/safe.ts'
import {
  codeErrors,
  type ProofField,
  type ProofForm,
  type ProofKey,
  proofErrors,
  refusedProofField,
} from '../../rules/account/proof.ts'
import { hasErrors } from '../../rules/orders/form-errors.ts'
import { call } from '../actors/call.ts'
import { type Drafted, draftOf } from '../actors/draft.ts'
import { prove } from '../actors/prove.ts'
import { type Failed, type FormContext, failureOf, typedInto } from '../parts/form.ts'
import { loadFirstBy } from '../parts/loadFirst.ts'
import { withEvent } from '../parts/with-event.ts'

type Typed = { field: ProofField; value: string }

type Context = FormContext<ProofForm, ProofField, ProofKey> & {
  authenticator: Authenticator | null
} & Drafted

/** The draft of a proof for the authenticator: in memory only. */
export const authenticatorDraft = draftOf<Context>({
  name: 'authenticator',
  stored: [],
  held: ['password', 'code'],
  isBegun: ({ form }) => form.password !== '' || form.code !== '',
})

/** Binding and unbinding a two-factor authenticator. Its secret and recovery codes are kept only while shown. */
export const authenticatorMachine = setup({
  types: {
    context: {} as Context,
    input: {} as { address: string | null },
    events: {} as
      | ({ type: 'authenticator.change' } & Typed)
      | { type: 'authenticator.submit' }
      | { type: 'authenticator.cancel' }
      | { type: 'authenticator.keptCodes' },
    tags: {} as 'unbound' | 'offered' | 'recovery' | 'bound' | 'busy',
    children: {} as { load: 'loadAuthenticator' },
  },
  actors: {
    loadAuthenticator: loadFirstBy(call(google, { input: () => ({ action: 'state' }) })),
    offerAuthenticator: call(google, {
      input: async (form: ProofForm) => ({ action: 'offer', proof: await prove(form) }),
      ...{ stays: true, form: true },
    }),
    bindAuthenticator: call(google, {
      input: ({ code }: { code: string }) => ({ action: 'bind', code }),
      ...{ stays: true, form: true },
    }),
    unbindAuthenticator: call(google, {
      input: async (form: ProofForm) => ({ action: 'unbind', proof: await prove(form) }),
      ...{ stays: true, form: true },
    }),
    keepDraft: authenticatorDraft.keepDraft,
  },
  actions: {
    change: assign(({ context }, typed: Typed) => typedInto(context, typed, typed.field)),
    keep: assign((_, { output }: { output: Authenticator }) => ({ authenticator: output })),
    forgetForm: assign(({ context: { form } }) => ({
      form: { ...form, password: '', code: '' },
      errors: {},
      failure: null,
    })),
    forgetOnce: assign(({ context: { authenticator } }) => ({
      authenticator: authenticator && { ...authenticator, offer: null, recoveryCodes: null },
    })),
    showProofErrors: assign(({ context: { form } }) => ({ errors: proofErrors(form, false) })),
    showCodeErrors: assign(({ context: { form } }) => ({ errors: codeErrors(form) })),
    showBoundErrors: assign(({ context: { form } }) => ({ errors: proofErrors(form, true) })),
    noteFailure: assign((_, failed: Failed) => ({ failure: failureOf(failed, refusedProofField) })),
    forgetFailure: assign({ failure: null }),
  },
  guards: {
    isBound: (_, { output }: { output: Authenticator }) => output.bound,
    isProven: ({ context: { form } }) => !hasErrors(proofErrors(form, false)),
    hasCode: ({ context: { form } }) => !hasErrors(codeErrors(form)),
    isProvenByCode: ({ context: { form } }) => !hasErrors(proofErrors(form, true)),
  },
}).createMachine({
  id: 'authenticator',
  description: 'The authenticator: offer, first code, recovery codes, and removal.',
  context: ({ input: { address } }) =>
    authenticatorDraft.restore({
      form: { address, password: '', code: '' },
      errors: {},
      failure: null,
      authenticator: null,
    }),
  invoke: authenticatorDraft.keeping,
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        src: 'loadAuthenticator',
        id: 'load',
        onDone: [
          { guard: withEvent('isBound'), target: 'bound', actions: withEvent('keep') },
          { target: 'unbound', actions: withEvent('keep') },
        ],
      },
    },
    unbound: {
      tags: 'unbound',
      on: {
        'authenticator.change': { actions: withEvent('change') },
        'authenticator.submit': [{ guard: 'isProven', target: 'offering' }, { actions: 'showProofErrors' }],
      },
    },
    offering: {
      description: 'A wallet may prompt its owner here.',
      tags: ['unbound', 'busy'],
      entry: 'forgetFailure',
      invoke: {
        src: 'offerAuthenticator',
        id: 'offerAuthenticator',
        input: ({ context: { form } }) => ({ ...form, code: '' }),
        onDone: { target: 'offered', actions: [withEvent('keep'), 'forgetForm'] },
        onError: { target: 'unbound', actions: withEvent('noteFailure') },
      },
    },
    offered: {
      description: 'The secret is shown until its first code is right or the user leaves.',
      tags: 'offered',
      on: {
        'authenticator.change': { actions: withEvent('change') },
        'authenticator.submit': [{ guard: 'hasCode', target: 'binding' }, { actions: 'showCodeErrors' }],
        'authenticator.cancel': { target: 'unbound', actions: ['forgetOnce', 'forgetForm'] },
      },
    },
    binding: {
      tags: ['offered', 'busy'],
      entry: 'forgetFailure',
      invoke: {
        src: 'bindAuthenticator',
        id: 'bindAuthenticator',
        input: ({ context: { form } }) => ({ code: form.code }),
        onDone: { target: 'recovery', actions: [withEvent('keep'), 'forgetForm'] },
        onError: { target: 'offered', actions: withEvent('noteFailure') },
      },
    },
    recovery: {
      description: 'The recovery codes are shown, only once.',
      tags: 'recovery',
      on: { 'authenticator.keptCodes': { target: 'bound', actions: 'forgetOnce' } },
    },
    bound: {
      tags: 'bound',
      on: {
        'authenticator.change': { actions: withEvent('change') },
        'authenticator.submit': [{ guard: 'isProvenByCode', target: 'unbinding' }, { actions: 'showBoundErrors' }],
      },
    },
    unbinding: {
      tags: ['bound', 'busy'],
      entry: 'forgetFailure',
      invoke: {
        src: 'unbindAuthenticator',
        id: 'unbindAuthenticator',
        input: ({ context: { form } }) => form,
        onDone: { target: 'unbound', actions: [withEvent('keep'), 'forgetForm'] },
        onError: { target: 'bound', actions: withEvent('noteFailure') },
      },
    },
  },
})
