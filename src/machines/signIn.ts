import { assign, fromPromise, setup } from 'xstate'
import type { AnswerRefusal } from '../api/answer.ts'
import type { SignInForm, SignInKey } from '../rules/credentials.ts'
import { signInErrors } from '../rules/credentials.ts'
import { type FormErrors, hasErrors, withoutField } from '../rules/form-errors.ts'
import { codeErrors, type ProofKey } from '../rules/proof.ts'
import { mustProvide } from './must-provide.ts'
import { isRefusal, refusalIn, refusalKey } from './refusal.ts'

/** What is typed to sign in. `code`: of the authenticator, asked for once the password was right. */
export type SignInTyped = SignInForm & { code: string }

/** The password form. What was typed is kept through a refusal; the password is dropped once signed in. */
export const signInMachine = setup({
  types: {
    context: {} as SignInTyped & {
      errors: FormErrors<keyof SignInTyped, SignInKey | ProofKey>
      refusal: AnswerRefusal | null
      token: string | null
    },
    events: {} as
      | { type: 'signIn.change'; field: keyof SignInTyped; value: string }
      | { type: 'signIn.submit' }
      | { type: 'signIn.back' },
    tags: {} as 'busy' | 'refused' | 'networkFailed' | 'askingCode' | 'done',
  },
  actors: {
    signIn: fromPromise<string, SignInTyped>(mustProvide('signIn')),
  },
  actions: {
    change: assign(({ context }, { field, value }: { field: keyof SignInTyped; value: string }) => ({
      [field]: value,
      errors: withoutField(context.errors, field),
    })),
    showErrors: assign({ errors: ({ context }) => signInErrors(context) }),
    showCodeErrors: assign({ errors: ({ context }) => codeErrors(context) }),
    forgetCode: assign({ code: '', errors: {}, refusal: null }),
    noteRefusal: assign((_, { error }: { error: unknown }) => ({ refusal: refusalIn(error) })),
    forgetRefusal: assign({ refusal: null }),
    keepToken: assign((_, { token }: { token: string }) => ({ token, password: '', code: '' })),
  },
  guards: {
    isComplete: ({ context }) => !hasErrors(signInErrors(context)),
    hasCode: ({ context }) => !hasErrors(codeErrors(context)),
    asksForCode: (_, { error }: { error: unknown }) => refusalKey(error) === 'authenticatorCodeRequired',
    isRefusal,
  },
}).createMachine({
  id: 'signIn',
  description: 'Signing in by user name and password, and by the code of an authenticator where one is bound.',
  context: { username: '', password: '', code: '', errors: {}, refusal: null, token: null },
  initial: 'form',
  states: {
    form: {
      initial: 'editing',
      on: {
        'signIn.change': { target: '.editing', actions: { type: 'change', params: ({ event }) => event } },
        'signIn.submit': [
          { guard: 'isComplete', target: 'submitting' },
          { target: '.editing', actions: 'showErrors' },
        ],
      },
      states: {
        editing: {},
        refused: { tags: 'refused' },
        networkFailed: { tags: 'networkFailed' },
      },
    },
    submitting: {
      description: 'A second tap does nothing here.',
      tags: 'busy',
      entry: 'forgetRefusal',
      invoke: {
        src: 'signIn',
        id: 'signIn',
        input: ({ context }) => ({ username: context.username.trim(), password: context.password, code: '' }),
        onDone: { target: 'done', actions: { type: 'keepToken', params: ({ event }) => ({ token: event.output }) } },
        onError: [
          { guard: { type: 'asksForCode', params: ({ event }) => event }, target: 'code', actions: 'forgetCode' },
          {
            guard: { type: 'isRefusal', params: ({ event }) => event },
            target: 'form.refused',
            actions: { type: 'noteRefusal', params: ({ event }) => event },
          },
          { target: 'form.networkFailed' },
        ],
      },
    },
    code: {
      description: 'The password was right; the code of the authenticator is asked for.',
      tags: 'askingCode',
      initial: 'editing',
      on: {
        'signIn.change': { target: '.editing', actions: { type: 'change', params: ({ event }) => event } },
        'signIn.submit': [
          { guard: 'hasCode', target: 'checkingCode' },
          { target: '.editing', actions: 'showCodeErrors' },
        ],
        'signIn.back': { target: 'form', actions: 'forgetCode' },
      },
      states: {
        editing: {},
        refused: { tags: 'refused' },
        networkFailed: { tags: 'networkFailed' },
      },
    },
    checkingCode: {
      tags: ['askingCode', 'busy'],
      entry: 'forgetRefusal',
      invoke: {
        src: 'signIn',
        id: 'signInByCode',
        input: ({ context: { username, password, code } }) => ({ username: username.trim(), password, code }),
        onDone: { target: 'done', actions: { type: 'keepToken', params: ({ event }) => ({ token: event.output }) } },
        onError: [
          {
            guard: { type: 'isRefusal', params: ({ event }) => event },
            target: 'code.refused',
            actions: { type: 'noteRefusal', params: ({ event }) => event },
          },
          { target: 'code.networkFailed' },
        ],
      },
    },
    done: { tags: 'done' },
  },
})
