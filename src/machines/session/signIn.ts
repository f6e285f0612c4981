import { assign, type NonReducibleUnknown, setup } from 'xstate'
import { passkeySignIn } from '../../api/account/passkeys.ts'
import { login } from '../../api/account/user.ts'
import type { SignInMethod } from '../../api/wire/session.ts'
import type { SignInForm, SignInKey } from '../../rules/account/credentials.ts'
import { signInErrors } from '../../rules/account/credentials.ts'
import { codeErrors, type ProofKey, refusedProofField } from '../../rules/account/proof.ts'
import { hasErrors } from '../../rules/orders/form-errors.ts'
import { call } from '../actors/call.ts'
import { type Drafted, draftOf } from '../actors/draft.ts'
import { signByPasskey } from '../actors/sign-by-passkey.ts'
import { type Failed, type FormContext, failureOf, typedInto } from '../parts/form.ts'
import { refusalKey } from '../parts/refusal.ts'
import { withEvent } from '../parts/with-event.ts'

/** The typed credentials. `code`: of the authenticator, required once the password was right. */
export type SignInTyped = SignInForm & { code: string }

type Typed = { field: keyof SignInTyped; value: string }

type Context = FormContext<SignInTyped, keyof SignInTyped, SignInKey | ProofKey> &
  Drafted & {
    token: string | null
    method: SignInMethod
  }

/** The draft of signing in. */
export const signInDraft = draftOf<Context>({
  name: 'signIn',
  stored: ['username'],
  held: ['password'],
  isGuests: true,
  isBegun: ({ form, token }) => token === null && (form.username !== '' || form.password !== ''),
})

/** Signing in by password or passkey. Typed values are kept through a refusal; the password is cleared after signing in. */
export const signInMachine = setup({
  types: {
    context: {} as Context,
    events: {} as
      | ({ type: 'signIn.change' } & Typed)
      | { type: 'signIn.submit' }
      | { type: 'signIn.back' }
      | { type: 'signIn.passkey' },
    tags: {} as 'busy' | 'askingCode' | 'done',
  },
  actors: {
    signIn: call(login, {
      input: ({ code, ...typed }: SignInTyped) => ({ ...typed, ...(code !== '' && { code }) }),
      form: true,
    }),
    signInByPasskey: call(passkeySignIn, { input: (_: NonReducibleUnknown) => signByPasskey(), form: true }),
    signInByBoth: call(login, {
      input: async ({ username, password }: SignInTyped) => ({
        ...{ username, password },
        passkey: JSON.stringify(await signByPasskey()),
      }),
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
    noteMethod: assign((_, { method }: { method: SignInMethod }) => ({ method })),
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
  description:
    'Signing in by user name and password, with a code or passkey if an authenticator is bound; or by passkey alone.',
  context: () =>
    signInDraft.restore({
      form: { username: '', password: '', code: '' },
      errors: {},
      failure: null,
      token: null,
      method: 'password',
    }),
  invoke: signInDraft.keeping,
  initial: 'form',
  states: {
    form: {
      on: {
        'signIn.change': { actions: withEvent('change') },
        'signIn.submit': [{ guard: 'isComplete', target: 'submitting' }, { actions: 'showErrors' }],
        'signIn.passkey': 'usingPasskey',
      },
    },
    usingPasskey: {
      description: 'The device asks its user here.',
      tags: 'busy',
      entry: 'forgetFailure',
      invoke: {
        src: 'signInByPasskey',
        id: 'signInByPasskey',
        onDone: {
          target: 'done',
          actions: [
            { type: 'noteMethod', params: { method: 'passkey' } },
            { type: 'keepToken', params: ({ event }) => ({ token: event.output }) },
          ],
        },
        onError: { target: 'form', actions: withEvent('noteFailure') },
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
        'signIn.passkey': 'checkingPasskey',
        'signIn.back': { target: 'form', actions: 'forgetCode' },
      },
    },
    checkingPasskey: {
      description: 'The device asks its user here.',
      tags: ['askingCode', 'busy'],
      entry: 'forgetFailure',
      invoke: {
        src: 'signInByBoth',
        id: 'signInByBoth',
        input: ({ context: { form } }) => ({ ...form, username: form.username.trim() }),
        onDone: { target: 'done', actions: { type: 'keepToken', params: ({ event }) => ({ token: event.output }) } },
        onError: { target: 'code', actions: withEvent('noteFailure') },
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
