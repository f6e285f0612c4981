import { assign, fromPromise, setup } from 'xstate'
import { type PasskeyList, passkeys } from '../../api/account/passkeys.ts'
import {
  type ProofField,
  type ProofForm,
  type ProofKey,
  proofErrors,
  refusedProofField,
} from '../../rules/account/proof.ts'
import { hasErrors } from '../../rules/orders/form-errors.ts'
import { call, dep, inForm, send } from '../actors/call.ts'
import { prove } from '../actors/prove.ts'
import { type Failed, type FormContext, failureOf, typedInto } from '../parts/form.ts'
import { loadFirstBy } from '../parts/loadFirst.ts'
import { withEvent } from '../parts/with-event.ts'

/** Refusals after a proof that was right. */
const usedUp: ReadonlySet<string> = new Set(['passkeyRefused', 'passkeyExists'])

/** `name`: of the new passkey; if empty, the server names it after this device. */
type Form = ProofForm & { name: string }
type Field = ProofField | 'name'

type Context = FormContext<Form, Field, ProofKey> & {
  list: PasskeyList | null
  /** The passkey to remove. */
  id: string
}

/** The user's passkeys: adding and removing them, each with a re-authentication. */
export const passkeysMachine = setup({
  types: {
    context: {} as Context,
    input: {} as { address: string | null },
    events: {} as
      | { type: 'passkeys.add' }
      | { type: 'passkeys.remove'; id: string }
      | { type: 'passkeys.change'; field: Field; value: string }
      | { type: 'passkeys.submit' }
      | { type: 'passkeys.cancel' },
    tags: {} as 'list' | 'adding' | 'removing' | 'busy',
    children: {} as { load: 'loadPasskeys' },
  },
  actors: {
    loadPasskeys: loadFirstBy(call(passkeys, { input: () => ({ action: 'list' }) })),
    addPasskey: fromPromise<PasskeyList, Form>(async ({ input, signal }) => {
      const { offer } = await send(passkeys, { action: 'offer', proof: await prove(input) }, inForm(signal))
      if (!offer) throw new Error('an offer of a passkey is empty')
      const attestation = await dep('passkeys').create(offer)
      return send(passkeys, { action: 'add', attestation, name: input.name }, inForm(signal))
    }),
    removePasskey: call(passkeys, {
      input: async (input: ProofForm & { id: string }) => ({
        ...{ action: 'remove', id: input.id },
        proof: await prove(input),
      }),
      ...{ stays: true, form: true },
    }),
  },
  actions: {
    keep: assign((_, { output }: { output: PasskeyList }) => ({ list: output })),
    choose: assign((_, { id }: { id: string }) => ({ id })),
    change: assign(({ context }, typed: { field: Field; value: string }) => typedInto(context, typed, typed.field)),
    clearForm: assign(({ context: { form } }) => ({
      form: { ...form, password: '', code: '', name: '' },
      errors: {},
      failure: null,
    })),
    showErrors: assign(({ context: { form, list } }) => ({ errors: proofErrors(form, list?.authenticator ?? false) })),
    // The proof was right, and an authenticator's code counts once.
    forgetUsedCode: assign(({ context: { form, failure } }) =>
      usedUp.has(failure?.refusal?.key ?? '') ? { form: { ...form, code: '' } } : {},
    ),
    noteFailure: assign((_, failed: Failed) => ({ failure: failureOf(failed, refusedProofField) })),
    forgetFailure: assign({ failure: null }),
  },
  guards: {
    isProven: ({ context: { form, list } }) => !hasErrors(proofErrors(form, list?.authenticator ?? false)),
  },
}).createMachine({
  id: 'passkeys',
  description: 'The user’s passkeys: their list, a new one, and the removal of one.',
  context: ({ input: { address } }) => ({
    form: { address, password: '', code: '', name: '' },
    errors: {},
    failure: null,
    list: null,
    id: '',
  }),
  initial: 'loading',
  states: {
    loading: {
      invoke: { src: 'loadPasskeys', id: 'load', onDone: { target: 'list', actions: withEvent('keep') } },
    },
    list: {
      tags: 'list',
      entry: 'clearForm',
      on: {
        'passkeys.add': 'adding',
        'passkeys.remove': { target: 'removing', actions: withEvent('choose') },
      },
    },
    adding: {
      tags: 'adding',
      on: {
        'passkeys.change': { actions: withEvent('change') },
        'passkeys.submit': [{ guard: 'isProven', target: 'creating' }, { actions: 'showErrors' }],
        'passkeys.cancel': 'list',
      },
    },
    creating: {
      description: 'The device asks its user here.',
      tags: ['adding', 'busy'],
      entry: 'forgetFailure',
      invoke: {
        src: 'addPasskey',
        id: 'addPasskey',
        input: ({ context: { form } }) => form,
        onDone: { target: 'list', actions: withEvent('keep') },
        onError: { target: 'adding', actions: [withEvent('noteFailure'), 'forgetUsedCode'] },
      },
    },
    removing: {
      tags: 'removing',
      on: {
        'passkeys.change': { actions: withEvent('change') },
        'passkeys.submit': [{ guard: 'isProven', target: 'ending' }, { actions: 'showErrors' }],
        'passkeys.cancel': 'list',
      },
    },
    ending: {
      tags: ['removing', 'busy'],
      entry: 'forgetFailure',
      invoke: {
        src: 'removePasskey',
        id: 'removePasskey',
        input: ({ context: { id, form } }) => ({ ...form, id }),
        onDone: { target: 'list', actions: withEvent('keep') },
        onError: { target: 'removing', actions: withEvent('noteFailure') },
      },
    },
  },
})
