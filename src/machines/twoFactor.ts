import { assign, fromPromise, setup } from 'xstate'
import type { AnswerRefusal } from '../api/answer.ts'
import type { Authenticator } from '../api/safe.ts'
import { type FormErrors, hasErrors, withoutField } from '../rules/form-errors.ts'
import { codeErrors, type ProofField, type ProofForm, type ProofKey, proofErrors } from '../rules/proof.ts'
import { mustProvide } from './must-provide.ts'
import { isRefusal, refusalIn } from './refusal.ts'

type Context = ProofForm & {
  errors: FormErrors<ProofField, ProofKey>
  refusal: AnswerRefusal | null
  authenticator: Authenticator | null
}

/** Binding and unbinding a two-factor authenticator. Its secret and its recovery codes are kept no longer than they show. */
export const twoFactorMachine = setup({
  types: {
    context: {} as Context,
    input: {} as { address: string | null },
    events: {} as
      | { type: 'twoFactor.change'; field: ProofField; value: string }
      | { type: 'twoFactor.submit' }
      | { type: 'twoFactor.cancel' }
      | { type: 'twoFactor.keptCodes' }
      | { type: 'twoFactor.retry' },
    tags: {} as
      | 'loading'
      | 'failed'
      | 'unbound'
      | 'offered'
      | 'recovery'
      | 'bound'
      | 'busy'
      | 'refused'
      | 'networkFailed',
  },
  actors: {
    loadAuthenticator: fromPromise<Authenticator>(mustProvide('loadAuthenticator')),
    offerAuthenticator: fromPromise<Authenticator, ProofForm>(mustProvide('offerAuthenticator')),
    bindAuthenticator: fromPromise<Authenticator, { code: string }>(mustProvide('bindAuthenticator')),
    unbindAuthenticator: fromPromise<Authenticator, ProofForm>(mustProvide('unbindAuthenticator')),
  },
  actions: {
    change: assign(({ context }, { field, value }: { field: ProofField; value: string }) => ({
      [field]: value,
      errors: withoutField(context.errors, field),
    })),
    keep: assign((_, { output }: { output: Authenticator }) => ({
      authenticator: output,
      password: '',
      code: '',
      errors: {},
    })),
    forgetForm: assign({ password: '', code: '', errors: {} }),
    forgetOnce: assign(({ context: { authenticator } }) => ({
      authenticator: authenticator && { ...authenticator, offer: null, recoveryCodes: null },
    })),
    showProofErrors: assign(({ context }) => ({ errors: proofErrors(context, false) })),
    showCodeErrors: assign(({ context }) => ({ errors: codeErrors(context) })),
    showBoundErrors: assign(({ context }) => ({ errors: proofErrors(context, true) })),
    noteRefusal: assign((_, { error }: { error: unknown }) => ({ refusal: refusalIn(error) })),
    forgetRefusal: assign({ refusal: null }),
  },
  guards: {
    isBound: (_, { output }: { output: Authenticator }) => output.bound,
    isProven: ({ context }) => !hasErrors(proofErrors(context, false)),
    hasCode: ({ context }) => !hasErrors(codeErrors(context)),
    isProvenByCode: ({ context }) => !hasErrors(proofErrors(context, true)),
    isRefusal,
  },
}).createMachine({
  id: 'twoFactor',
  description: 'The authenticator: an offer, its first code, the recovery codes, and how it is removed again.',
  context: ({ input: { address } }) => ({
    address,
    password: '',
    code: '',
    errors: {},
    refusal: null,
    authenticator: null,
  }),
  initial: 'loading',
  states: {
    loading: {
      tags: 'loading',
      invoke: {
        src: 'loadAuthenticator',
        id: 'loadAuthenticator',
        onDone: [
          {
            guard: { type: 'isBound', params: ({ event }) => event },
            target: 'bound',
            actions: { type: 'keep', params: ({ event }) => event },
          },
          { target: 'unbound', actions: { type: 'keep', params: ({ event }) => event } },
        ],
        onError: 'failed',
      },
    },
    failed: { tags: 'failed', on: { 'twoFactor.retry': 'loading' } },
    unbound: {
      tags: 'unbound',
      initial: 'editing',
      on: {
        'twoFactor.change': { target: '.editing', actions: { type: 'change', params: ({ event }) => event } },
        'twoFactor.submit': [
          { guard: 'isProven', target: 'offering' },
          { target: '.editing', actions: 'showProofErrors' },
        ],
      },
      states: { editing: {}, refused: { tags: 'refused' }, networkFailed: { tags: 'networkFailed' } },
    },
    offering: {
      description: 'A wallet may ask its owner here.',
      tags: ['unbound', 'busy'],
      entry: 'forgetRefusal',
      invoke: {
        src: 'offerAuthenticator',
        id: 'offerAuthenticator',
        input: ({ context: { address, password } }) => ({ address, password, code: '' }),
        onDone: { target: 'offered', actions: { type: 'keep', params: ({ event }) => event } },
        onError: [
          {
            guard: { type: 'isRefusal', params: ({ event }) => event },
            target: 'unbound.refused',
            actions: { type: 'noteRefusal', params: ({ event }) => event },
          },
          { target: 'unbound.networkFailed' },
        ],
      },
    },
    offered: {
      description: 'The secret shows, until its first code is right or the person turns away.',
      tags: 'offered',
      initial: 'editing',
      on: {
        'twoFactor.change': { target: '.editing', actions: { type: 'change', params: ({ event }) => event } },
        'twoFactor.submit': [
          { guard: 'hasCode', target: 'binding' },
          { target: '.editing', actions: 'showCodeErrors' },
        ],
        'twoFactor.cancel': { target: 'unbound', actions: ['forgetOnce', 'forgetForm'] },
      },
      states: { editing: {}, refused: { tags: 'refused' }, networkFailed: { tags: 'networkFailed' } },
    },
    binding: {
      tags: ['offered', 'busy'],
      entry: 'forgetRefusal',
      invoke: {
        src: 'bindAuthenticator',
        id: 'bindAuthenticator',
        input: ({ context: { code } }) => ({ code }),
        onDone: { target: 'recovery', actions: { type: 'keep', params: ({ event }) => event } },
        onError: [
          {
            guard: { type: 'isRefusal', params: ({ event }) => event },
            target: 'offered.refused',
            actions: { type: 'noteRefusal', params: ({ event }) => event },
          },
          { target: 'offered.networkFailed' },
        ],
      },
    },
    recovery: {
      description: 'The recovery codes show: the only time.',
      tags: 'recovery',
      on: { 'twoFactor.keptCodes': { target: 'bound', actions: 'forgetOnce' } },
    },
    bound: {
      tags: 'bound',
      initial: 'editing',
      on: {
        'twoFactor.change': { target: '.editing', actions: { type: 'change', params: ({ event }) => event } },
        'twoFactor.submit': [
          { guard: 'isProvenByCode', target: 'unbinding' },
          { target: '.editing', actions: 'showBoundErrors' },
        ],
      },
      states: { editing: {}, refused: { tags: 'refused' }, networkFailed: { tags: 'networkFailed' } },
    },
    unbinding: {
      tags: ['bound', 'busy'],
      entry: 'forgetRefusal',
      invoke: {
        src: 'unbindAuthenticator',
        id: 'unbindAuthenticator',
        input: ({ context: { address, password, code } }) => ({ address, password, code }),
        onDone: { target: 'unbound', actions: { type: 'keep', params: ({ event }) => event } },
        onError: [
          {
            guard: { type: 'isRefusal', params: ({ event }) => event },
            target: 'bound.refused',
            actions: { type: 'noteRefusal', params: ({ event }) => event },
          },
          { target: 'bound.networkFailed' },
        ],
      },
    },
  },
})
