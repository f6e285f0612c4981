import { assign, setup } from 'xstate'
import { login } from '../../api/account/user.ts'
import type { SignInForm, SignInKey } from '../../rules/account/credentials.ts'
import { signInErrors } from '../../rules/account/credentials.ts'
import { codeErrors, type ProofKey, refusedProofField } from '../../rules/account/proof.ts'
import { hasErrors } from '../../rules/orders/form-errors.ts'
import { call } from '../actors/call.ts'
import { type Drafted, draftOf } from '../actors/draft.ts'
import { type Failed, type FormContext, failureOf, typedInto } from '../parts/form.ts'
import { refusalKey } from '../parts/refusal.ts'
import { withEvent } from '../parts/with-event.ts'

/** The typed credentials. `code`: of the authenticator, required once the password was right. */
export type SignInTyped = SignInForm & { code: string }

type Typed = { field: keyof SignInTyped; value: string }

type Context = FormContext<SignInTyped, keyof SignInTyped, SignInKey | ProofKey> & Drafted & { token: string | null }

/** The draft of signing in. */
export const signInDraft = draftOf<Context>({
  name: 'signIn',
  stored: ['username'],
  held: ['password'],
  isGuests: true,
  isBegun: ({ form, token }) => token === null && (form.username !== '' || form.password !== ''),
})

/** The password form. Typed values are kept through a refusal; the password is cleared after signing in. */
export const signInMachine = setup({
  types: {
    context: {} as Context,
    events: {} as ({ type: 'signIn.change' } & Typed) | { type: 'signIn.submit' } | { type: 'signIn.back' },
    tags: {} as 'busy' | 'askingCode' | 'done',
  },
  actors: {
    signIn: call(login, {
      input: ({ code, ...typed }: SignInTyped) => ({ ...typed, ...(code !== '' && { code }) }),
      form: true,
    }),
    keepDraft: signInDraft.keepDraft,
  },
  actions: {
    change: assign(({ context }, typed: Typed) => typedInto(context, typed, typed.field)),
    showErrors: assign({ errors: ({ context }) => signInErrors(context.form) }),
    showCodeErrors: assign({ errors: ({ context }) => codeErrors(context.form) }),
    forgetCode: assign(({ context: { form } }) => ({ form: { ...form, code: '' }, errors: {}, failure: null })),
    noteFailure: assign((_, failed: Failed) => ({ failure: failureOf(failed, refusedProofField) })),
    forgetFailure: assign({ failure: null }),
    keepToken: assign(({ context: { form } }, { token }: { token: string }) => ({
      token,
      form: { ...form, password: '', code: '' },
    })),
  },
  guards: {
    isComplete: ({ context }) => !hasErrors(signInErrors(context.form)),
    hasCode: ({ context }) => !hasErrors(codeErrors(context.form)),
    asksForCode: (_, { error }: { error: unknown }) => refusalKey(error) === 'authenticatorCodeRequired',
  },
}).createMachine({
  id: 'signIn',
  description: 'Signing in by user name and password, and by an authenticator’s code if one is bound.',
  context: () =>
    signInDraft.restore({
      form: { username: '', password: '', code: '' },
      errors: {},
      failure: null,
      token: null,
    }),
  invoke: signInDraft.keeping,
  initial: 'form',
  states: {
    form: {
      on: {
        'signIn.change': { actions: withEvent('change') },
        'signIn.submit': [{ guard: 'isComplete', target: 'submitting' }, { actions: 'showErrors' }],
      },
    },
    submitting: {
      description: 'A second tap is ignored.',
      tags: 'busy',
      entry: 'forgetFailure',
      invoke: {
        src: 'signIn',
        id: 'signIn',
        input: ({ context: { form } }) => ({ ...form, username: form.username.trim(), code: '' }),
        onDone: { target: 'done', actions: { type: 'keepToken', params: ({ event }) => ({ token: event.output }) } },
        onError: [
          { guard: withEvent('asksForCode'), target: 'code', actions: 'forgetCode' },
          { target: 'form', actions: withEvent('noteFailure') },
        ],
      },
    },
    code: {
      description: 'The password was right; the authenticator’s code is required.',
      tags: 'askingCode',
      on: {
        'signIn.change': { actions: withEvent('change') },
        'signIn.submit': [{ guard: 'hasCode', target: 'checkingCode' }, { actions: 'showCodeErrors' }],
        'signIn.back': { target: 'form', actions: 'forgetCode' },
      },
    },
    checkingCode: {
      tags: ['askingCode', 'busy'],
      entry: 'forgetFailure',
      invoke: {
        src: 'signIn',
        id: 'signInByCode',
        input: ({ context: { form } }) => ({ ...form, username: form.username.trim() }),
        onDone: { target: 'done', actions: { type: 'keepToken', params: ({ event }) => ({ token: event.output }) } },
        onError: { target: 'code', actions: withEvent('noteFailure') },
      },
    },
    done: { tags: 'done' },
  },
})
